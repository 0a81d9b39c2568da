package page

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// writingKey is the part of a strings file that says how the language writes.
const writingKey = "writing"

// language is a language of the site, as its strings file has it.
type language struct {
	*locale.Locale
	words
}

// loadLanguages reads the strings of all languages. Those that can be read are
// given also if the error tells of others.
func loadLanguages(files files, tags []string) (map[string]*language, error) {
	all := make(map[string]*language, len(tags))
	var failed []error
	for _, tag := range tags {
		l, err := readLanguage(files, tag)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		all[tag] = l
	}
	for _, l := range all {
		if english := all[guide.English]; english != nil {
			failed = append(failed, checkWords(l, english)...)
		}
	}
	slices.SortFunc(failed, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return all, errors.Join(failed...)
}

// tagsOf gives the languages that a theme has strings for.
func tagsOf(files files) []string {
	names := files.matching(wordsFile("*"))
	tags := make([]string, len(names))
	for i, name := range names {
		tags[i] = strings.TrimSuffix(path.Base(name), ".yaml")
	}
	return tags
}

func wordsFile(tag string) string { return "strings/" + tag + ".yaml" }

func readLanguage(files files, tag string) (*language, error) {
	name := wordsFile(tag)
	content, there := files[name]
	if !there {
		return nil, fmt.Errorf("the theme has no strings for the language %s; it has them for %s", tag, strings.Join(tagsOf(files), ", "))
	}
	l := new(language)
	if err := yaml.UnmarshalWithOptions(content, &l.words, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %s", name, yaml.FormatError(err, false, true))
	}
	var err error
	if l.Locale, err = locale.New(tag, l.Writing); err != nil {
		return nil, fmt.Errorf("%s: %s.%w", name, writingKey, err)
	}
	return l, nil
}

// checkWords gives an error for each string or plural form that is missing,
// and for each whose placeholders are not those of the English one.
func checkWords(l *language, english *language) []error {
	var failed []error
	forms := l.PluralForms()
	value, original := reflect.ValueOf(l.words), reflect.ValueOf(english.words)
	for i := range value.NumField() {
		key := wordsFile(l.Lang) + ": " + value.Type().Field(i).Tag.Get("yaml")
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
