package locale_test

import (
	"os"
	"strings"
	"testing"

	"modelbook/generator/locale"
	"modelbook/generator/page"
	"modelbook/site"
)

// of returns a language of the handbook as its strings have it, or one of the books
// that are built in tests. Each is read once.
func of(t *testing.T, lang string) *locale.Locale {
	t.Helper()
	if known := languages[lang]; known != nil {
		return known
	}
	files := site.Theme()
	if book := map[string]string{"ja": "japanese", "pl": "polish"}[lang]; book != "" {
		content, err := os.ReadFile("../testdata/" + book + "/site/strings/" + lang + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		files[page.StringsFile(lang)] = content
	}
	theme, err := page.Load(files, []string{"en", lang})
	if err != nil {
		t.Fatal(err)
	}
	languages[lang] = theme.Locale(lang)
	return languages[lang]
}

var languages = map[string]*locale.Locale{}

var writing = locale.Writing{Quotes: "“ ” ‘ ’", Date: "{d}.{m}.{y}"}

func TestCheck(t *testing.T) {
	for _, test := range []struct{ tag, want string }{
		{"en", ""},
		{"zh-CN", ""},
		{"zh", ""},
		{"sr-Latn", ""},
		{"zh-cn", `"zh-cn" is not how a language's tag is written; did you mean zh-CN?`},
		{"pt_br", `"pt_br" is not how a language's tag is written; did you mean pt-BR?`},
		{"BG", `"BG" is not how a language's tag is written; did you mean bg?`},
		{"xx", `"xx" is not a language; write its tag, such as de or pt-BR`},
		{"", `"" is not a language; write its tag, such as de or pt-BR`},
		{"english", `"english" is not a language; write its tag, such as de or pt-BR`},
	} {
		got := ""
		if err := locale.Check(test.tag); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("Check(%q) = %q, want %q", test.tag, got, test.want)
		}
	}
}

func TestWritingMistakes(t *testing.T) {
	for _, test := range []struct {
		change func(*locale.Writing)
		want   string
	}{
		{func(w *locale.Writing) {}, ""},
		{func(w *locale.Writing) { w.Quotes = "“ ”" }, "quotes: 2 marks"},
		{func(w *locale.Writing) { w.Date = "{m}" }, "date: write its pattern"},
		{func(w *locale.Writing) { w.Date, w.Months = "{d} {month} {y}", "one two" }, "months: 2 names"},
		{func(w *locale.Writing) { w.Date, w.Months = "{d}.{m}.{y}", "one" }, "months: 1 names"},
		{func(w *locale.Writing) { w.GroupFrom = 3 }, "group-from: "},
	} {
		changed := writing
		test.change(&changed)
		_, err := locale.New("de", changed)
		if got := err != nil; got != (test.want != "") || got && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", changed, err, test.want)
		}
	}
}

func TestPlural(t *testing.T) {
	for _, test := range []struct {
		lang string
		n    int
		want string
	}{
		{"en", 1, "one"}, {"en", 0, "other"}, {"it", 1, "one"}, {"pt-BR", 0, "one"}, {"pt-BR", 2, "other"}, {"bg", 21, "other"},
		{"ru", 1, "one"}, {"ru", 21, "one"}, {"ru", 11, "many"}, {"ru", 3, "few"}, {"ru", 14, "many"}, {"ru", 100, "many"}, {"zh-CN", 1, "other"},
		{"pl", 1, "one"}, {"pl", 21, "many"}, {"pl", 22, "few"}, {"pl", 12, "many"}, {"pl", 5, "many"}, {"ja", 1, "other"},
	} {
		if got := of(t, test.lang).Plural(test.n); got != test.want {
			t.Errorf("Plural(%s, %d) = %s, want %s", test.lang, test.n, got, test.want)
		}
	}
}

// Any language has its forms from the rules alone, in CLDR's order.
func TestPluralForms(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "one other", "it": "one other", "ru": "one few many other", "pt-BR": "one other", "zh-CN": "other",
		"de": "one other", "ar": "zero one two few many other", "pl": "one few many other", "cs": "one few many other", "ja": "other",
	} {
		l, err := locale.New(lang, writing)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(l.PluralCategories(), " "); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		lang     string
		value    float64
		decimals int
		want     string
	}{
		{"en", 1234567.5, 1, "1,234,567.5"}, {"en", 999, 0, "999"}, {"en", -1000, 0, "−1,000"},
		{"it", 1234.5, 2, "1234,50"}, {"it", 12345.5, 1, "12.345,5"}, {"pt-BR", 1234, 0, "1.234"}, {"ru", 1234.5, 1, "1234,5"}, {"ru", 12345.5, 1, "12\u00a0345,5"},
		{"bg", 1234, 0, "1234"}, {"bg", 12345, 0, "12\u00a0345"}, {"zh-CN", 10000, 0, "10,000"}, {"ja", 10000, 0, "10,000"}, {"pl", 1234.5, 1, "1234,5"}, {"pl", 12345, 0, "12\u00a0345"},
	} {
		l := of(t, test.lang)
		if got := l.Number(test.value, test.decimals); got != test.want {
			t.Errorf("Number(%s, %v) = %q, want %q", test.lang, test.value, got, test.want)
		}
		value, decimals, err := l.FindNumber("x " + strings.TrimPrefix(test.want, "−") + " y")
		if err != nil || value != max(test.value, -test.value) || decimals != test.decimals {
			t.Errorf("FindNumber(%s, %q) = %v, %d, %v", test.lang, test.want, value, decimals, err)
		}
	}
	if got := of(t, "ru").Integer(10000); got != "10\u00a0000" {
		t.Errorf("Integer = %q", got)
	}
	german, err := locale.New("de", writing)
	if err != nil {
		t.Fatal(err)
	}
	if got := german.Number(1234567.5, 1); got != "1.234.567,5" {
		t.Errorf("a language that the handbook does not have: %q", got)
	}
}

func TestFindNumber(t *testing.T) {
	for _, test := range []struct {
		lang, text string
		value      float64
		decimals   int
	}{
		{"en", "214 bytes", 214, 0}, {"en", "1234 bytes", 1234, 0}, {"en", "3.50×", 3.5, 2}, {"en", "2 round trips.", 2, 0},
		{"ru", "10 000 документов", 10000, 0}, {"ru", "1\u202f234,5", 1234.5, 1}, {"bg", "3,5 пъти", 3.5, 1}, {"zh-CN", "12字节", 12, 0},
		{"it", "1.234.567 byte", 1234567, 0},
	} {
		value, decimals, err := of(t, test.lang).FindNumber(test.text)
		if err != nil || value != test.value || decimals != test.decimals {
			t.Errorf("FindNumber(%s, %q) = %v, %d, %v; want %v, %d", test.lang, test.text, value, decimals, err, test.value, test.decimals)
		}
	}
}

func TestFindNumberMistakes(t *testing.T) {
	for _, test := range []struct{ lang, text, want string }{
		{"en", "many bytes", `"many bytes" holds no number`},
		{"en", "2 of 3", `"2 of 3" holds 2 numbers`},
		{"en", "1 234 bytes", `"1 234 bytes" holds 2 numbers`},
		{"ru", "12 34", `"12 34" holds 2 numbers`},
		{"en", "1.234,5", `"1.234,5" is not written as the language writes numbers, such as 12,345.5`},
		{"it", "1,234.5", `"1,234.5" is not written as the language writes numbers, such as 12.345,5`},
		{"en", "12,34", `"12,34" is not written as the language writes numbers, such as 12,345.5`},
		{"en", "1234,567", `"1234,567" is not written as the language writes numbers, such as 12,345.5`},
		{"ru", "1.5", "\"1.5\" is not written as the language writes numbers, such as 12 345,5"},
		{"en", "1.2.3", `"1.2.3" is not written as the language writes numbers, such as 12,345.5`},
	} {
		if _, _, err := of(t, test.lang).FindNumber(test.text); err == nil || err.Error() != test.want {
			t.Errorf("FindNumber(%s, %q) = %v, want %s", test.lang, test.text, err, test.want)
		}
	}
}

func TestDate(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "July 1, 2026", "it": "1 luglio 2026", "ru": "1 июля 2026\u00a0г.",
		"pt-BR": "1 de julho de 2026", "bg": "1 юли 2026\u00a0г.", "zh-CN": "2026年7月1日", "ja": "2026年7月1日", "pl": "1 lipca 2026\u00a0r.",
	} {
		if got := of(t, lang).Date("2026-07-01"); got != want {
			t.Errorf("Date(%s) = %q, want %q", lang, got, want)
		}
	}
	if got := of(t, "en").Date("soon"); got != "soon" {
		t.Errorf("Date of no day = %q", got)
	}
}

func TestTerritory(t *testing.T) {
	for lang, want := range map[string]string{"en": "en_US", "bg": "bg_BG", "pt-BR": "pt_BR", "zh-CN": "zh_CN", "ru": "ru_RU", "it": "it_IT"} {
		if got := of(t, lang).Territory(); got != want {
			t.Errorf("Territory(%s) = %s, want %s", lang, got, want)
		}
	}
}
