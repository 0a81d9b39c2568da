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

// words are the strings of the interface in one language, from
// strings/<language>.yaml. Text in braces is replaced.
type words struct {
	Name  string `yaml:"name"`  // of the language, in itself
	Short string `yaml:"short"` // the same in two letters

	Skip       string `yaml:"skip"`
	Contents   string `yaml:"contents"`
	Language   string `yaml:"language"`
	InEnglish  string `yaml:"in-english"`
	OnThisPage string `yaml:"on-this-page"`
	LinkTo     string `yaml:"link-to"`
	Missing    string `yaml:"missing"`
	Parts      string `yaml:"parts"`
	PartNumber string `yaml:"part-number"`
	Guides     string `yaml:"guides"`
	Languages  string `yaml:"languages"`
	Start      string `yaml:"start"`
	Neighbors  string `yaml:"neighbors"`
	Previous   string `yaml:"previous"`
	Next       string `yaml:"next"`
	Edit       string `yaml:"edit"`
	Source     string `yaml:"source"`
	Updated    string `yaml:"updated"`
	Table      string `yaml:"table"`

	StepsRan       plural `yaml:"steps-ran"`
	OnEmbedded     string `yaml:"on-embedded"`
	OnMongoDB      string `yaml:"on-mongodb"`
	RanOnEmbedded  string `yaml:"ran-on-embedded"`
	RanOnMongoDB   string `yaml:"ran-on-mongodb"`
	RefusedExample string `yaml:"refused"`
	NotRun         string `yaml:"not-run"`

	Data       string `yaml:"data"`
	Schema     string `yaml:"schema"`
	Validator  string `yaml:"validator"`
	Unchecked  string `yaml:"no-validator"`
	Indexes    string `yaml:"indexes"`
	Step       string `yaml:"step"`
	StepNumber string `yaml:"step-number"`
	Result     string `yaml:"result"`
	Error      string `yaml:"error"`
	ByDriver   string `yaml:"by-driver"`
	AnyOrder   string `yaml:"any-order"`
	ArrayOf    plural `yaml:"array-of"`
	Documents  plural `yaml:"documents"`
	ShownOf    plural `yaml:"shown-of"`
	Bytes      plural `yaml:"bytes"`
	ByteSign   string `yaml:"byte-sign"`

	MoreDocuments plural `yaml:"more-documents"`
	MoreElements  plural `yaml:"more-elements"`
	MoreLines     plural `yaml:"more-lines"`

	Cost              string `yaml:"cost"`
	Measure           string `yaml:"measure"`
	RoundTrips        string `yaml:"round-trips"`
	DocumentsExamined string `yaml:"documents-examined"`
	BytesOverTheWire  string `yaml:"bytes-over-the-wire"`
	StoredBytes       string `yaml:"stored-bytes"`
	Least             string `yaml:"least"`
	NotMeasured       string `yaml:"not-measured"`

	Note      string `yaml:"note"`
	Tip       string `yaml:"tip"`
	Important string `yaml:"important"`
	Warning   string `yaml:"warning"`
	Caution   string `yaml:"caution"`

	Copy       string `yaml:"copy"`
	Copied     string `yaml:"copied"`
	CopyFailed string `yaml:"copy-failed"`
	Theme      string `yaml:"theme"`
	ThemeAuto  string `yaml:"theme-auto"`
	ThemeLight string `yaml:"theme-light"`
	ThemeDark  string `yaml:"theme-dark"`
}

// plural is a string with a form for each plural category of its language, as
// CLDR names them.
type plural map[string]string

// form gives the text for n, with {count} replaced.
func (p plural) form(lang string, n int) string {
	return strings.ReplaceAll(p[locale.Plural(lang, n)], "{count}", locale.Integer(lang, int64(n)))
}

// fill replaces each {name} in text by the value that follows it.
func fill(text string, namesAndValues ...string) string {
	for i := 0; i < len(namesAndValues); i += 2 {
		text = strings.ReplaceAll(text, "{"+namesAndValues[i]+"}", namesAndValues[i+1])
	}
	return text
}

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
