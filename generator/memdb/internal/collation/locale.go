package collation

import (
	"fmt"
	"strings"

	"modelbook/generator/memdb/internal/errcode"
)

// locales are the locales that the server has collation data for. The server takes a
// locale only by exactly this name, with the name of a variant after it where there
// are some.
var locales = wordSet(`
	af am ar as az be bg bn bo bs bs_Cyrl ca chr cs cy da de de_AT dsb dz ee el en en_US en_US_POSIX
	eo es et fa fa_AF fi fil fo fr fr_CA ga gl gu ha haw he hi hr hsb hu hy id ig is it ja ka kk kl km kn
	ko kok ky lb lkt ln lo lt lv mk ml mn mr ms mt my nb ne nl nn om or pa pl ps pt ro ru se si sk sl smn
	sq sr sr_Latn sv sw ta te th to tr ug uk ur vi wae yi yo zh zh_Hant zu`)

// notVariants are names with a variant that the server is known to refuse: of a
// default variant, of a locale that has none, or not well formed.
var notVariants = wordSet(`
	zh@collation=pinyin en_US@collation=phonebook de@collation de@collation=phonebook; de@;collation=phonebook`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// checkLocale returns the server's error for a locale that it does not know. A
// name with a variant is refused where neither answer is certain.
func checkLocale(locale string, given fmt.Stringer) error {
	if strings.ContainsRune(locale, 0) {
		return errcode.New(errcode.BadValue, "Field 'locale' cannot contain null byte. Collation spec: %s", given)
	}
	if locale == "" {
		return errcode.New(errcode.BadValue, "Field 'locale' cannot be the empty string in: %s", given)
	}
	base, _, variant := strings.Cut(locale, "@")
	switch {
	case !variant && locales[locale]:
		return nil
	case variant && locales[base] && !notVariants[locale], hasExtensions(locale):
		return errcode.NotImplemented("a collation with the locale " + locale)
	}
	message := "Field 'locale' is invalid in: " + given.String()
	if near := nearestLocale(base); near != "" {
		message += ". Did you mean '" + near + "'?"
	}
	return errcode.New(errcode.BadValue, "%s", message)
}

// hasExtensions reports whether ICU would read options in a name.
func hasExtensions(locale string) bool {
	lower := strings.ReplaceAll(strings.ToLower(locale), "_", "-")
	return strings.Contains(lower, "-u-") || strings.Contains(lower, "-t-") || strings.Contains(lower, "-x-")
}

// nearestLocale is the locale that ICU would fall back to, or empty: the name
// in its usual spelling, with parts taken from its end.
func nearestLocale(name string) string {
	parts := strings.Split(strings.ReplaceAll(name, "-", "_"), "_")
	parts[0] = strings.ToLower(parts[0])
	for i, part := range parts[1:] {
		parts[i+1] = strings.ToUpper(part)
		if len(part) == 4 { // a script
			parts[i+1] = strings.ToUpper(part[:1]) + strings.ToLower(part[1:])
		}
	}
	for ; len(parts) > 0; parts = parts[:len(parts)-1] {
		if near := strings.Join(parts, "_"); locales[near] {
			return near
		}
	}
	return ""
}
