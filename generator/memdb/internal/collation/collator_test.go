package collation

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

func TestOutside(t *testing.T) {
	c := New(Options{Strength: 3})
	for _, s := range []string{
		"", "Crème brûlée, 12 €", "Обич, ґанок, џеп", "Ωμέγα", "Ștefan", "Việt Nam", "„a“ – ‘b’ … №5™", "\t\x01~\u00a0",
	} {
		_, ok := c.Key(s)
		if r, outside := c.Outside(s); outside || !ok {
			t.Errorf("%q: %q is outside, key %v", s, r, ok)
		}
	}
	for s, want := range map[string]rune{
		"Straße": 'ß', "Ĳ": 'Ĳ', "col·lecció": '·', "北京": '北', "e\u0301": '\u0301', "a\x00b": 0, "🙂": '🙂', "a\xff": '\uFFFD',
	} {
		_, ok := c.Key(s)
		if r, outside := c.Outside(s); !outside || r != want || ok {
			t.Errorf("%q: outside %v %q, key %v", s, outside, r, ok)
		}
	}
}

// FuzzKey: any text has a key or a letter outside the range, and one that is
// longer by a letter never comes before it.
func FuzzKey(f *testing.F) {
	for _, s := range []string{"", "Crème 007", "a\x00", "ß", "0000000000000000000000000000001", "Ωμ\xff"} {
		f.Add(s, byte(7))
	}
	f.Fuzz(func(t *testing.T, s string, flags byte) {
		c := New(Options{Strength: int(flags%3) + 1, CaseLevel: flags&4 > 0, Numeric: flags&8 > 0})
		key, ok := c.Key(s)
		if _, outside := c.Outside(s); ok == outside {
			t.Fatalf("%q: key %v, outside %v", s, ok, outside)
		}
		if longer, ok := c.Key(s + "a"); ok && longer <= key {
			t.Errorf("%q has key %x, with one letter more %x", s, key, longer)
		}
	})
}

func TestProven(t *testing.T) {
	for locale, want := range map[string]bool{"en": true, "en_US": true, "fr": true, "de": true, "ru": true, "bg": true, "sv": true, "fr_CA": false, "da": false, "zh": false, "": false} {
		if Proven(locale) != want {
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
			return strings.Compare(x, y)
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
		{Options{Locale: "es", Strength: 1}, []string{"ñu", "nz", "oa"}, []string{"nz", "ñu", "oa"}},
		{Options{Locale: "cs", Strength: 1}, []string{"chata", "cizí", "dub", "hora", "iva"}, []string{"cizí", "dub", "hora", "chata", "iva"}},
		{Options{Locale: "ru", Strength: 1}, []string{"zoo", "лес", "дом"}, []string{"дом", "лес", "zoo"}},
		{Options{Locale: "sv", Strength: 1}, []string{"ö", "z", "å", "ä"}, []string{"z", "å", "ä", "ö"}},
	} {
		if got := order(c.o, slices.Clone(c.in)...); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	for _, text := range []string{"xyz 1", "0041 zz", "compressible 100", "0041+zz 1", "tailored x\nmoved 60"} {
		if _, err := parseTables(text); err == nil {
			t.Errorf("%q is read without an error", text)
		}
	}
}

// TestKeysOfServers holds keys against some that servers have shown in explain
// and in errors of duplicate keys.
func TestKeysOfServers(t *testing.T) {
	for _, c := range []struct {
		strength  int
		text, key string
	}{
		{2, "mongo/1", "41454335450a8614010b"},
		{2, "Income", "39432d454131010a"},
		{2, "Salário", "4d293f294b394501428807"},
		{1, "Irène Aïtoff", "394b3143310429394f453333"},
	} {
		if key, _ := New(Options{Strength: c.strength}).Key(c.text); hex.EncodeToString([]byte(key)) != c.key {
			t.Errorf("%s: key %x, want %s", c.text, key, c.key)
		}
	}
}
