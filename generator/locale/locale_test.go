package locale

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct{ tag, want string }{
		{"en", ""},
		{"zh-CN", ""},
		{"zh", `unknown language "zh"; did you mean zh-CN?`},
		{"pt_br", `unknown language "pt_br"; did you mean pt-BR?`},
		{"BG", `unknown language "BG"; did you mean bg?`},
		{"xx", `unknown language "xx"; known are bg, en, it, pt-BR, ru, zh-CN`},
	} {
		got := ""
		if err := Check(test.tag); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("Check(%q) = %q, want %q", test.tag, got, test.want)
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
	} {
		if got := Plural(test.lang, test.n); got != test.want {
			t.Errorf("Plural(%s, %d) = %s, want %s", test.lang, test.n, got, test.want)
		}
	}
}

// TestPluralForms holds the table to the rules: each form of a language occurs,
// and no other.
func TestPluralForms(t *testing.T) {
	for _, lang := range Languages() {
		seen := map[string]bool{categories[plural.Cardinal.MatchPlural(of(lang).tag, 1, 1, 1, 5, 5)]: true}
		for n := range 2000 {
			seen[Plural(lang, n)] = true
		}
		if got, want := fmt.Sprint(seen), fmt.Sprint(set(PluralForms(lang)...)); got != want {
			t.Errorf("%s: PluralForms gives %s, the rules %s", lang, want, got)
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
		{"it", 1234.5, 2, "1.234,50"}, {"pt-BR", 1234, 0, "1.234"}, {"ru", 1234.5, 1, "1\u00a0234,5"},
		{"bg", 1234, 0, "1234"}, {"bg", 12345, 0, "12\u00a0345"}, {"zh-CN", 10000, 0, "10,000"},
	} {
		if got := Number(test.lang, test.value, test.decimals); got != test.want {
			t.Errorf("Number(%s, %v) = %q, want %q", test.lang, test.value, got, test.want)
		}
		value, decimals, err := FindNumber(test.lang, "x "+strings.TrimPrefix(test.want, "−")+" y")
		if err != nil || value != max(test.value, -test.value) || decimals != test.decimals {
			t.Errorf("FindNumber(%s, %q) = %v, %d, %v", test.lang, test.want, value, decimals, err)
		}
	}
	if got := Integer("ru", 10000); got != "10\u00a0000" {
		t.Errorf("Integer = %q", got)
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
		value, decimals, err := FindNumber(test.lang, test.text)
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
		{"ru", "1.5", "\"1.5\" is not written as the language writes numbers, such as 12\u00a0345,5"},
		{"en", "1.2.3", `"1.2.3" is not written as the language writes numbers, such as 12,345.5`},
	} {
		if _, _, err := FindNumber(test.lang, test.text); err == nil || err.Error() != test.want {
			t.Errorf("FindNumber(%s, %q) = %v, want %s", test.lang, test.text, err, test.want)
		}
	}
}

func TestDate(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "July 1, 2026", "it": "1 luglio 2026", "ru": "1 июля 2026\u00a0г.",
		"pt-BR": "1 de julho de 2026", "bg": "1 юли 2026\u00a0г.", "zh-CN": "2026年7月1日",
	} {
		if got := Date(lang, "2026-07-01"); got != want {
			t.Errorf("Date(%s) = %q, want %q", lang, got, want)
		}
	}
	if got := Date("en", "soon"); got != "soon" {
		t.Errorf("Date of no day = %q", got)
	}
}
