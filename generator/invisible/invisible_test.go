package invisible

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestIndex(t *testing.T) {
	for _, text := range []string{
		"", "plain\ttext\n", "Документ пази всичко — “и” чете се.", "一本 MongoDB 架构设计手册，每个示例。", "a\u00a0b\u202fc\u3000d",
		"می\u200cخواهم", "क\u094d\u200dष", "ශ\u0dca\u200dර", "ไทย\u200bไทย", "↩\ufe0e", "❤\ufe0f", "1\ufe0f\u20e3", "👩\u200d🔬", "👩🏽\u200d🔬", "🏳\ufe0f\u200d🌈",
		"\u182d\u180b", "\u0600\u0661", "é e\u0301 각",
	} {
		if i := Index([]byte(text)); i >= 0 {
			t.Errorf("%q: refused at %d", text, i)
		}
	}
	for _, text := range []string{
		"a\u0085b", "a\u009bb", "a\u007fb", "a\x1bb", "a\rb", "a\u00adb", "a\u034fb", "a\u115fb", "a\u3164b", "a\uffa0b", "a\u17b4b",
		"a\u200bb", "a\u200cb", "a\u200db", "ж\u200dж", "中\u200d中", "a\u2060b", "a\u2063b", "a\ufeffb", "a\u2028b", "a\u2029b",
		"a\u202eb", "a\u2066b", "a\u200eb", "a\u061cb", "a\ufe0fb", "a\ufe00b", "中\U000e0100", "\u2764\ufe0f\ufe0f", "1\ufe0f", "\ufe0f",
		"a\U000e0041b", "🏴\U000e0067\U000e007f", "a\ufff9b", "a\U0001d173b", "a\ufdd0b", "a\U0010ffffb", "a\u180bb", "a\u180eb", "\u182d\u180b\u180b",
		"👩\u200d", "a\u200d🔬", "\u200c",
	} {
		want := strings.IndexFunc(text, Is)
		if got := Index([]byte(text)); got < want || got < 0 {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestCommonCharactersAreSeen(t *testing.T) {
	for r := range rune(utf8.MaxRune) {
		if isCommon(r) && isInTables(r) {
			t.Errorf("%U is not seen", r)
		}
	}
}

// FuzzIndex holds the search through bytes to the rule for characters.
func FuzzIndex(f *testing.F) {
	f.Add("a\u200db\U000e0041")
	f.Add("👩\u200d🔬\ufe0f\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			Index([]byte(text))
			return
		}
		want, runes, offset := -1, []rune(text), 0
		for i, r := range runes {
			before, after := utf8.RuneError, utf8.RuneError
			if i > 0 {
				before = runes[i-1]
			}
			if i+1 < len(runes) {
				after = runes[i+1]
			}
			if want < 0 && Between(before, r, after) {
				want = offset
			}
			offset += utf8.RuneLen(r)
		}
		if got := Index([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	})
}
