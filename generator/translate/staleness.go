package translate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// hold tells where the translation of a block contradicts what it was made from.
func (t *Translation) hold(b *Block, model *Segment) {
	if len(b.Translated) == 1 && b.Translated[0].Todo == "" {
		t.Messages = append(t.Messages, differences(model, b.Translated[0], t.English.Locale, t.Translated.Locale)...)
	}
}

// modelOf gives what a fresh translation was made from: the English text as it
// is, unless that differs in what needs no translation.
func (t *Translation) modelOf(b *Block) *Segment {
	if b.From[0].Text == b.English.Text {
		return b.English
	}
	return b.From[0]
}

// staleness tells whether a change misleads who reads the translation. One that
// agrees with English already does not, nor does it contradict anything.
func (t *Translation) staleness(b *Block) guide.State {
	if len(b.Translated) == 1 && len(differences(b.English, b.Translated[0], t.English.Locale, t.Translated.Locale)) == 0 {
		if !b.Split && !b.Merged && b.misleads(t.English.Locale) {
			b.Unsealed, b.byHand = true, b.Translated[0].Todo == ""
			return guide.Fresh
		}
		return guide.Stale
	}
	if len(b.From) == 1 {
		t.hold(b, b.From[0])
	}
	if b.misleads(t.English.Locale) {
		return guide.Misleading
	}
	return guide.Stale
}

// misleads reports whether what changed in English is more than words.
func (b *Block) misleads(english *locale.Locale) bool {
	before, now := textOf(b.From), b.English.Text
	old, new := b.significant(before), b.significant(now)
	if b.Split {
		return len(without(new, old)) > 0 || len(numbersOf(scan(now), english).without(numbersOf(scan(before), english))) > 0
	}
	return len(without(new, old))+len(without(old, new)) > 0 || countsDiffer(before, now, english)
}

// significant gives what of a text misleads if it changes. What a figure shows is
// always that of English, and so are the footnotes that a text needs.
func (b *Block) significant(text string) []repeated {
	return slices.DeleteFunc(scan(text).repeated, func(r repeated) bool {
		return r.kind == footnoteLink || r.kind == exampleLink && (b.English.Kind == kindFigure || b.English.Kind == kindComparison)
	})
}

// countsDiffer reports whether two English texts count in other words. One is
// as often a pronoun, so it does not count.
func countsDiffer(a, b string, english *locale.Locale) bool {
	count := func(text string) []string {
		words := slices.DeleteFunc(english.NumberWords(scan(text).words()), func(n string) bool { return n == "0" || n == "1" })
		for _, numeral := range numbersOf(scan(text), english).found {
			words = append(words, cmp.Or(numeral.Value, numeral.Text))
		}
		slices.Sort(words)
		return words
	}
	return !slices.Equal(count(a), count(b))
}

// emphasized is a word or a title of a work, which is not translated.
var emphasized = regexp.MustCompile(`\*[^*\n]+\*`)

// untranslated reports whether a translation is the English text. What has few
// words of English, such as the name of a manual's page, may be.
func untranslated(english, translated *Segment) bool {
	if translated.Text != english.Text || english.Kind == kindCode || english.Kind == kindRule {
		return false
	}
	small := 0
	words := emphasized.ReplaceAllString(scan(english.Text).words(), "")
	for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLower(first) {
			small++
		}
	}
	return small >= 3
}
