package page

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"modelbook/generator/invisible"
	"modelbook/generator/locale"
)

// writingKey is the part of a strings file with the typography of the language.
const writingKey = "writing"

// language is a language of the site, as its strings file has it.
type language struct {
	*locale.Locale
	words
	lacking []string // keys of the strings that are English
	missing []string // the part of them that the pages of the site need
	// strings and plurals are the words by their keys: "key", or "group.key" for
	// texts.
	strings map[string]string
	plurals map[string]plural
}

// programLanguage is the language of the program's own words, which replace words
// that a strings file lacks.
const programLanguage = "en"

// loadLanguages reads the strings of all languages. The languages that can be
// read are returned even if there is an error.
func loadLanguages(files files, tags []string) (map[string]*language, error) {
	all := make(map[string]*language, len(tags))
	var failed []error
	if !slices.Contains(tags, programLanguage) {
		tags = append([]string{programLanguage}, tags...)
	}
	for _, tag := range tags {
		l, err := readLanguage(files, tag)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		all[tag] = l
	}
	if english := all[programLanguage]; english != nil {
		for _, tag := range tags {
			if l := all[tag]; l != nil {
				failed = append(failed, l.complete(english)...)
			}
		}
	}
	for _, l := range all {
		l.index()
	}
	slices.SortFunc(failed, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return all, errors.Join(failed...)
}

// tagsOf returns the languages that a theme has strings for.
func tagsOf(files files) []string {
	names := files.matching(StringsFile("*"))
	tags := make([]string, len(names))
	for i, name := range names {
		tags[i] = strings.TrimSuffix(path.Base(name), ".yaml")
	}
	return tags
}

// StringsFile returns the file of a theme that holds the words of a language.
func StringsFile(tag string) string { return "strings/" + tag + ".yaml" }

func readLanguage(files files, tag string) (*language, error) {
	name := StringsFile(tag)
	content, there := files[name]
	if !there {
		return nil, fmt.Errorf("the theme has no strings for the language %s; it has them for %s", tag, strings.Join(tagsOf(files), ", "))
	}
	l := new(language)
	if err := yaml.UnmarshalWithOptions(content, &l.words, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %s", name, yaml.FormatError(firstUnknown(content, err), false, true))
	}
	if key := hidden(reflect.ValueOf(l.words)); key != "" {
		return nil, fmt.Errorf("%s: %s holds a character that is not seen, or that changes the direction of writing; delete it", name, key)
	}
	var err error
	if l.Locale, err = locale.New(tag, l.Writing); err != nil {
		return nil, fmt.Errorf("%s: %s.%w", name, writingKey, err)
	}
	return l, nil
}

// complete checks the strings of a language against the English ones. A missing
// string becomes the English one, and its key is added to lacking. A string with
// other placeholders than the English one is an error. The others get the marks and
// spaces of the language.
func (l *language) complete(english *language) (failed []error) {
	c := completer{language: l, file: StringsFile(l.Lang)}
	value, original := reflect.ValueOf(&l.words).Elem(), reflect.ValueOf(english.words)
	for i := range value.NumField() {
		key := value.Type().Field(i).Tag.Get("yaml")
		switch field := value.Field(i).Addr().Interface().(type) {
		case *string:
			*field = c.text(key, *field, original.Field(i).String())
		case *plural:
			*field = c.plural(key, *field, original.Field(i).Interface().(plural), english)
		case *texts:
			*field = c.texts(key, *field, original.Field(i).Interface().(texts))
		}
	}
	l.lacking, l.missing = c.lacking, c.lacking
	return c.failed
}

// Strings returns the words of the interface in a language, by their keys. The
// key of a text in a group or of a plural form has a point: "key.name",
// "key.other". Missing strings are left out.
func (t *Theme) Strings(lang string) map[string]string {
	l := t.languages[lang]
	if l == nil {
		return nil
	}
	all := maps.Clone(l.strings)
	for key, plural := range l.plurals {
		for category, text := range plural {
			all[key+"."+category] = text
		}
	}
	for _, key := range l.lacking {
		delete(all, key)
	}
	return all
}

// index finds the words by their keys.
func (l *language) index() {
	l.strings, l.plurals = map[string]string{}, map[string]plural{}
	value := reflect.ValueOf(l.words)
	for i := range value.NumField() {
		key := value.Type().Field(i).Tag.Get("yaml")
		switch field := value.Field(i).Interface().(type) {
		case string:
			l.strings[key] = field
		case plural:
			l.plurals[key] = field
		case texts:
			for name, text := range field {
				l.strings[key+"."+name] = text
			}
		}
	}
}

type completer struct {
	*language
	file    string
	lacking []string
	failed  []error
}

func (c *completer) fail(key, format string, args ...any) {
	c.failed = append(c.failed, fmt.Errorf("%s: %s: %s", c.file, key, fmt.Sprintf(format, args...)))
}

func (c *completer) text(key, text, english string) string {
	switch {
	case strings.TrimSpace(text) != "":
		c.placeholders(key, text, english)
		return c.Typography().Typeset(text)
	case c.Lang == programLanguage:
		c.fail(key, "the string is missing")
		return ""
	}
	c.lacking = append(c.lacking, key)
	return inEnglish(english)
}

func (c *completer) placeholders(key, text, english string) {
	has, wants := placeholder.FindAllString(text, -1), placeholder.FindAllString(english, -1)
	slices.Sort(has)
	slices.Sort(wants)
	if !slices.Equal(has, wants) {
		c.fail(key, "has the placeholders %v, the English string has %v", has, wants)
	}
}

var placeholder = regexp.MustCompile(`\{[a-z]*\}`)

func (c *completer) texts(key string, t, english texts) texts {
	all := texts{}
	for name, text := range english {
		all[name] = c.text(key+"."+name, t[name], text)
	}
	for name := range t {
		if _, known := english[name]; !known {
			c.fail(key+"."+name, "the English strings have no such key")
		}
	}
	return all
}

func (c *completer) plural(key string, p, english plural, of *language) plural {
	all := plural{}
	for _, category := range c.PluralCategories() {
		original, ok := english[category]
		if !ok || !slices.Contains(of.PluralCategories(), category) {
			original = english["other"]
		}
		all[category] = c.text(key+"."+category, p[category], original)
	}
	for category := range p {
		if !slices.Contains(c.PluralCategories(), category) {
			c.fail(key+"."+category, "the language has no such plural form, only %s", strings.Join(c.PluralCategories(), ", "))
		}
	}
	return all
}

// hidden returns the key of a text with an invisible character, or "". In the file
// it may be written as an escape, which package load does not notice.
func hidden(texts reflect.Value) string {
	values := map[string]reflect.Value{}
	switch texts.Kind() {
	case reflect.Struct:
		for field, value := range texts.Fields() {
			values[field.Tag.Get("yaml")] = value
		}
	case reflect.Map:
		for key, value := range texts.Seq2() {
			values[key.String()] = value
		}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		switch value := values[key]; value.Kind() {
		case reflect.String:
			if invisible.Index([]byte(value.String())) >= 0 {
				return key
			}
		case reflect.Struct, reflect.Map:
			if found := hidden(value); found != "" {
				return key + "." + found
			}
		}
	}
	return ""
}
