package translate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// compareWith reports where the translation of a block contradicts the text that it was
// made from.
func (t *Translation) compareWith(b *Block, model *Segment) {
	if len(b.Translated) == 1 && b.Translated[0].Todo == "" {
		t.Messages = append(t.Messages, t.differences(model, b)...)
	}
}

// differences reports the pieces of a model that the one translation of a block
// does not repeat.
func (t *Translation) differences(model *Segment, b *Block) diag.List {
	return differences(model, b.Translated[0], t.Original.Locale, t.Translated.Locale)
}

// modelOf returns the text that a fresh translation was made from: the original
// text as it is, unless it differs in a way that needs no translation.
func (t *Translation) modelOf(b *Block) *Segment {
	if b.From[0].Text == b.Original.Text {
		return b.Original
	}
	return b.From[0]
}

// staleness decides whether a change misleads readers of the translation. A
// translation that agrees with the original already does not mislead; if it
// contradicts the text that it was made from, it was brought up to the original
// without an update.
func (t *Translation) staleness(b *Block) guide.State {
	if t.agrees(b) {
		if len(b.From) == 1 && !b.Split && len(t.differences(b.From[0], b)) > 0 {
			b.Unsealed, b.byHand = true, b.Translated[0].Todo == ""
			return guide.Fresh
		}
		return guide.Stale
	}
	if len(b.From) == 1 {
		t.compareWith(b, b.From[0])
	}
	if b.misleads(t.Original.Locale) {
		return guide.Misleading
	}
	return guide.Stale
}

// agrees reports whether a translation repeats all pieces of the original text as
// it is. Words for numbers are compared only where the original has others now: a
// language may express by grammar a number that another has a word for.
func (t *Translation) agrees(b *Block) bool {
	if len(b.Translated) != 1 || len(t.differences(b.Original, b)) > 0 {
		return false
	}
	before, now := counts(textOf(b.From), t.Original.Locale), counts(b.Original.Text, t.Original.Locale)
	said := scan(b.Translated[0].Text)
	return !slices.ContainsFunc(now, func(n string) bool { return !slices.Contains(before, n) && !says(said, n, t.Translated.Locale) }) &&
		!slices.ContainsFunc(before, func(n string) bool { return !slices.Contains(now, n) && says(said, n, t.Translated.Locale) })
}

// says reports whether a text has a number, in digits or as a word.
func says(text *scanner, value string, l *locale.Locale) bool {
	return l.SaysNumber(text.words(), value) || slices.ContainsFunc(numbersOf(text, l).found, func(n locale.Numeral) bool { return cmp.Or(n.Value, n.Text) == value })
}

// misleads reports whether the change in the original is more than words.
func (b *Block) misleads(original *locale.Locale) bool {
	before, now := textOf(b.From), b.Original.Text
	old, new := b.significant(before), b.significant(now)
	if b.Split {
		return len(without(new, old)) > 0 || len(numbersOf(scan(now), original).without(numbersOf(scan(before), original))) > 0
	}
	return len(without(new, old))+len(without(old, new)) > 0 || !slices.Equal(counts(before, original), counts(now, original))
}

// significant returns the pieces of a text that mislead if they change. The
// target of a figure is always that of the original, and so are the footnotes
// that a text needs.
func (b *Block) significant(text string) []repeated {
	return slices.DeleteFunc(scan(text).repeated, func(r repeated) bool {
		return r.kind == footnoteLink || r.kind == exampleLink && (b.Original.Kind == kindFigure || b.Original.Kind == kindComparison)
	})
}

// counts returns the values of the numbers of a text, in digits or in words, sorted.
func counts(text string, l *locale.Locale) []string {
	var values []string
	for _, word := range numberWords(scan(text), l) {
		values = append(values, word.Value)
	}
	for _, numeral := range numbersOf(scan(text), l).found {
		values = append(values, cmp.Or(numeral.Value, numeral.Text))
	}
	slices.Sort(values)
	return values
}

// emphasized is a word or a title of a work, which is not translated.
var emphasized = regexp.MustCompile(`\*[^*\n]+\*`)

// untranslated reports whether a translation is the original text. A text with
// few words of the original, such as the name of a manual's page, may be.
func untranslated(original, translated *Segment) bool {
	if translated.Text != original.Text || original.Kind == kindCode || original.Kind == kindRule {
		return false
	}
	small := 0
	words := emphasized.ReplaceAllString(scan(original.Text).words(), "")
	for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLower(first) {
			small++
		}
	}
	return small >= 3
}
