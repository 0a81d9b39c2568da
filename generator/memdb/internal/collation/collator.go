// Package collation compares strings as ICU 57.1 does, for the locales and the letters
// in elements.txt: the locales that have the root's rules, and those whose own rules
// put letters, groups of letters or scripts elsewhere.
//
// These are the Latin letters of ASCII, Latin-1, Latin Extended-A and Latin Extended
// Additional with Romanian ș and ț, Greek with one accent, and the Cyrillic of
// Bulgarian, Macedonian, Russian, Serbian and Ukrainian, digits, ASCII and Latin-1
// signs, dashes, quotation marks, €, № and ™; each letter as one character, not
// with an accent behind it. Left out among them are the character zero, the middle
// dot, which ICU reads together with l, and ß, ĳ and Ĳ, for which comparing in ICU
// is another order than that of its sort keys.
//
// New takes the options of a collation; a Collator returns sort keys that are ICU's to
// the last byte. All that is not proven against ICU is refused: other locales and
// options by New, strings with other characters by Key. The table is printed by ICU4J
// 57.1, and its sort keys and comparisons of random strings are the test;
// .ci/collation makes both.
package collation

// Options are those of a collation that may differ; the others have their
// defaults: caseFirst off, alternate non-ignorable, no normalization, secondary
// differences forwards.
type Options struct {
	Locale    string // empty for the root's rules
	Strength  int    // 1, 2 or 3
	CaseLevel bool
	Numeric   bool // digits compare as numbers
}

// Collator makes sort keys. It may be used from several goroutines.
type Collator struct {
	options Options
	table   *table
}

// New makes a collator; the options are its caller's to check.
func New(o Options) *Collator {
	if o.Locale == "" {
		o.Locale = "en"
	}
	return &Collator{o, elements()[o.Locale]}
}

// Proven reports whether the order of a locale is shown to be ICU's.
func Proven(locale string) bool { return elements()[locale] != nil }

// Outside returns the first character of a string that is outside the range for
// which equality with ICU is proven.
func (c *Collator) Outside(s string) (r rune, outside bool) {
	for _, r := range s {
		if _, known := c.table.of(r); !known {
			return r, true
		}
	}
	return 0, false
}

// Key returns ICU's sort key, without the zero at its end: keys compare by bytes as
// the strings do under the collation, and are the same for those that are equal. ok is
// false for a string with a character outside the range.
func (c *Collator) Key(s string) (key string, ok bool) {
	k := newSortKey(c.options, c.table)
	r := reader{table: c.table, rest: s, isNumeric: c.options.Numeric}
	for {
		found, more := r.next()
		if !more {
			break
		}
		for _, e := range found {
			k.add(e)
		}
	}
	if r.hasFailed {
		return "", false
	}
	return k.finish(), true
}
