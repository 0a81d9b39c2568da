package collate

import (
	"slices"
	"testing"
)

func TestOutside(t *testing.T) {
	c := New(Options{Strength: 3})
	for s, want := range map[string]rune{
		"": 0, "Crème brûlée, 12 €": 0, "Обич": 0, "\t\x01": 0,
		"Straße": 'ß', "col·lecció": '·', "北京": '北', "e\u0301": '\u0301', "a\x00b": 0, "🙂": '🙂', "\xff": '\uFFFD',
	} {
		r, outside := c.Outside(s)
		_, ok := c.Key(s)
		if r != want || outside == ok || s != "a\x00b" && outside != (want != 0) {
			t.Errorf("%q: outside %v %q, key %v", s, outside, r, ok)
		}
	}
	if _, outside := c.Outside("a\x00b"); !outside {
		t.Error("the character zero is not in the range")
	}
}

func TestShares(t *testing.T) {
	for locale, want := range map[string]bool{"en": true, "en_US": true, "fr": true, "de": true, "ru": false, "bg": false, "sv": false, "fr_CA": false, "": false} {
		if Shares(locale) != want {
			t.Errorf("%s: %v", locale, !want)
		}
	}
}

func TestOptions(t *testing.T) {
	order := func(o Options, words ...string) []string {
		c := New(o)
		slices.SortStableFunc(words, func(a, b string) int {
			x, _ := c.Key(a)
			y, _ := c.Key(b)
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		return words
	}
	for _, c := range []struct {
		o    Options
		in   []string
		want []string
	}{
		{Options{Strength: 1}, []string{"b", "á", "A", "a"}, []string{"á", "A", "a", "b"}},
		{Options{Strength: 2}, []string{"b", "á", "A", "a"}, []string{"A", "a", "á", "b"}},
		{Options{Strength: 3}, []string{"b", "á", "A", "a"}, []string{"a", "A", "á", "b"}},
		{Options{Strength: 1, CaseLevel: true}, []string{"á", "A", "a"}, []string{"á", "a", "A"}},
		{Options{Strength: 3, Numeric: true}, []string{"f10", "f9", "f010", "f1"}, []string{"f1", "f9", "f10", "f010"}},
		{Options{Strength: 3}, []string{"a-b", "ab", "a b"}, []string{"a b", "a-b", "ab"}},
	} {
		if got := order(c.o, slices.Clone(c.in)...); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	for _, text := range []string{"xyz 1", "0041 zz", "compressible 100"} {
		if _, err := parseTable(text); err == nil {
			t.Errorf("%q is read without an error", text)
		}
	}
}
