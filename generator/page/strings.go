package page

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

func loadWords(files fs.FS, languages []string) (map[string]*words, error) {
	all := make(map[string]*words, len(languages))
	var failed []error
	for _, lang := range languages {
		w, err := readWords(files, lang)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		all[lang] = w
	}
	for lang, w := range all {
		if english := all[guide.English]; english != nil {
			failed = append(failed, checkWords(lang, w, english)...)
		}
	}
	slices.SortFunc(failed, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return all, errors.Join(failed...)
}

func wordsFile(lang string) string { return "strings/" + lang + ".yaml" }

func readWords(files fs.FS, lang string) (*words, error) {
	name := wordsFile(lang)
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("the theme has no strings for the language %s: %w", lang, err)
	}
	w := new(words)
	if err := yaml.UnmarshalWithOptions(content, w, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %s", name, yaml.FormatError(err, false, true))
	}
	return w, nil
}

// checkWords gives an error for each string or plural form that is missing,
// and for each whose placeholders are not those of the English one.
func checkWords(lang string, w, english *words) []error {
	var failed []error
	forms := locale.PluralForms(lang)
	value, original := reflect.ValueOf(*w), reflect.ValueOf(*english)
	for i := range value.NumField() {
		key := wordsFile(lang) + ": " + value.Type().Field(i).Tag.Get("yaml")
		switch field := value.Field(i).Interface().(type) {
		case string:
			failed = append(failed, checkText(key, field, original.Field(i).String())...)
		case plural:
			failed = append(failed, checkPlural(key, field, forms, original.Field(i).Interface().(plural))...)
		case texts:
			failed = append(failed, checkTexts(key, field, original.Field(i).Interface().(texts))...)
		}
	}
	return failed
}

func checkTexts(key string, t, english texts) []error {
	var failed []error
	for name, text := range english {
		failed = append(failed, checkText(key+"."+name, t[name], text)...)
	}
	for name := range t {
		if _, known := english[name]; !known {
			failed = append(failed, fmt.Errorf("%s.%s: the English strings have no such key", key, name))
		}
	}
	return failed
}

func checkPlural(key string, p plural, forms []string, english plural) []error {
	var failed []error
	for _, form := range forms {
		failed = append(failed, checkText(key+"."+form, p[form], english["other"])...)
	}
	for form := range p {
		if !slices.Contains(forms, form) {
			failed = append(failed, fmt.Errorf("%s.%s: the language has no such plural form, only %s", key, form, strings.Join(forms, ", ")))
		}
	}
	return failed
}

var placeholder = regexp.MustCompile(`\{[a-z]*\}`)

func checkText(key, text, english string) []error {
	if strings.TrimSpace(text) == "" {
		return []error{fmt.Errorf("%s: the string is missing", key)}
	}
	has, wants := placeholder.FindAllString(text, -1), placeholder.FindAllString(english, -1)
	slices.Sort(has)
	slices.Sort(wants)
	if !slices.Equal(has, wants) {
		return []error{fmt.Errorf("%s: has the placeholders %v, the English string has %v", key, has, wants)}
	}
	return nil
}
