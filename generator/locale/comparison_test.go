package locale_test

import (
	"testing"

	"modelbook/generator/locale"
)

func TestFindComparison(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "fewer", locale.Less}, {"en", "far fewer documents", locale.Less}, {"en", "More", locale.More}, {"en", "halves", locale.Half},
		{"en", "twice as many", locale.Twice}, {"en", "fewest", ""}, {"en", "moreover", ""}, {"en", "more or less", ""}, {"en", "documents", ""},
		{"zh-CN", "更少的文档", locale.Less}, {"ru", "меньше", locale.Less}, {"bg", "повече", locale.More}, {"it", "la metà", locale.Half}, {"pt-BR", "o dobro", locale.Twice},
		{"ru", "вдвое больше байтов", locale.Twice}, {"ru", "вдвое меньше", locale.Half}, {"ru", "более короткий", ""}, {"bg", "двойно повече", locale.Twice}, {"it", "più piccolo", locale.Less}, {"it", "più lento", ""},
	} {
		if got := of(t, c.lang).FindComparison(c.text); got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
	if got := of(t, "en").ComparisonWord(locale.Less); got != "fewer" {
		t.Errorf("the first word for less is %q", got)
	}
}
