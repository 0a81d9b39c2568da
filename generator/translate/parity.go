package translate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// parity compares a translation with a model: the original page or, where that
// has changed since, the base. Inside a section both have the same sequence of
// blocks, and a block repeats all pieces that are the same in every language.
type parity struct {
	model, translated []*Segment
	pairs             map[*Segment]*Segment // of the translation, by model
	original          []section             // as they are now, if the model is not
	byHand            map[*Segment]*Segment // of the translation, by the original: brought up without the base
	// isWrong says that the front matter of the translation is wrong, which was
	// reported; the keys that it lacks may be in the part that could not be read.
	isWrong  bool
	messages diag.List
}

// match pairs the segments of a translation with those of its model, and reports
// where its structure differs. A section that is built like the original one as
// it is now is right, too.
func match(model, translated []*Segment, original []section, wrong bool) *parity {
	p := &parity{model: model, translated: translated, original: original, isWrong: wrong, pairs: make(map[*Segment]*Segment, len(model)), byHand: map[*Segment]*Segment{}}
	p.named()
	before, after := sectionsOf(model), sectionsOf(translated)
	p.foreign(before, after)
	p.missing(before, after)
	p.order(before, after)
	for _, s := range after {
		if i := slices.IndexFunc(before, func(b section) bool { return b.place == s.place }); i >= 0 {
			p.blocks(before[i], s)
		}
	}
	return p
}

// named pairs the texts of the front matter, and footnotes, by their names.
func (p *parity) named() {
	for _, m := range p.model {
		if m.Place != FrontMatter && m.Place != Footnotes {
			continue
		}
		i := slices.IndexFunc(p.translated, func(o *Segment) bool { return o.Place == m.Place && o.id() == m.id() })
		switch {
		case i >= 0:
			p.pairs[m] = p.translated[i]
		case m.Place == Footnotes || !p.isWrong:
			p.fail(p.nearest(m), fmt.Sprintf("%s is missing", m.describe()), inModel(m))
		}
	}
	for _, o := range p.translated {
		if o.Place == Footnotes && !o.left() && !slices.ContainsFunc(p.model, func(m *Segment) bool { return m.id() == o.id() }) {
			p.fail(o, fmt.Sprintf("%s that the original page does not have", o.describe()), extraHint)
		}
	}
}

// nearest returns a segment of the translation near which something is missing.
func (p *parity) nearest(m *Segment) *Segment {
	for _, o := range slices.Backward(p.translated) {
		if o.Place == m.Place {
			return o
		}
	}
	return p.translated[0]
}

const extraHint = "leave it out, or write <!-- +1 --> before it"

// left reports whether a segment is not held to the original page.
func (s *Segment) left() bool { return s.Extra || s.Obsolete }

func (s *Segment) describe() string {
	switch {
	case s.Place == FrontMatter:
		return "the " + s.Kind
	case s.Kind == kindFootnote:
		return "the footnote " + strings.TrimPrefix(s.id(), "^")
	case slices.Contains([]string{"note", "tip", "important", "warning", "caution"}, s.Kind):
		return "an alert of kind " + s.Kind
	case s.Kind == "names":
		return "a list of what runs"
	case s.Kind == kindCode:
		return "code"
	}
	return "a " + s.Kind
}

func (p *parity) fail(translated *Segment, text, hint string) {
	p.failAt(translated, translated.Pos, text, hint, diag.Pos{})
}

// failAt reports a place in a segment of the translation. follows is the place of
// the mistake that may have caused this one.
func (p *parity) failAt(translated *Segment, pos diag.Pos, text, hint string, follows diag.Pos) {
	p.messages.Add(diag.Message{Pos: pos, Text: text, Hint: hint, Source: translated.line(pos.Line), Follows: follows})
}

// line returns a line of the page if it lies in the segment.
func (s *Segment) line(number int) string {
	lines := strings.Split(strings.ReplaceAll(s.Text, "\u00a0", " "), "\n")
	if i := number - s.Pos.Line; i >= 0 && i < len(lines) {
		return lines[i]
	}
	return ""
}

// at returns the place of an offset in the segment's text.
func (s *Segment) at(offset int) diag.Pos {
	if s.Place == FrontMatter {
		return s.Pos
	}
	before := s.Text[:offset]
	pos := diag.Pos{File: s.Pos.File, Line: s.Pos.Line + strings.Count(before, "\n")}
	pos.Col = len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	return pos
}

func inModel(m *Segment) string {
	if strings.Contains(m.Pos.File, baseFolder) {
		return "in its base: " + m.Pos.String()
	}
	return "in the original: " + m.Pos.String()
}

// blocks pairs the blocks of one section. Where their kinds part, one message
// says so, and the rest is paired as well as it can be.
func (p *parity) blocks(model, translated section) {
	if i := slices.IndexFunc(p.original, func(s section) bool { return s.place == translated.place }); i >= 0 && !sameKinds(model, translated) && sameKinds(p.original[i], translated) {
		for k, original := range p.original[i].segments {
			p.byHand[original] = translated.segments[k]
		}
		return
	}
	for i := range max(len(model.segments), len(translated.segments)) {
		switch {
		case i >= len(model.segments):
			o := translated.segments[i]
			p.fail(o, fmt.Sprintf("%s that the original section does not have", o.describe()), extraHint)
			return
		case i >= len(translated.segments):
			p.missingBlock(model.segments[i], translated)
			return
		case model.segments[i].Kind != translated.segments[i].Kind:
			m, o := model.segments[i], translated.segments[i]
			p.fail(o, fmt.Sprintf("%s stands here, in the original %s", o.describe(), m.describe()), inModel(m))
			p.rest(model.segments[i:], translated.segments[i:])
			return
		}
		p.pairs[model.segments[i]] = translated.segments[i]
	}
}

func sameKinds(a, b section) bool {
	return slices.EqualFunc(a.segments, b.segments, func(x, y *Segment) bool { return x.Kind == y.Kind })
}

// rest pairs as many segments of the same kinds as it can.
func (p *parity) rest(model, translated []*Segment) {
	for _, m := range model {
		i := slices.IndexFunc(translated, func(o *Segment) bool { return o.Kind == m.Kind })
		if i >= 0 {
			p.pairs[m] = translated[i]
			translated = translated[i+1:]
		}
	}
}

// missingBlock reports a block that only the model has, at the end of the
// section.
func (p *parity) missingBlock(m *Segment, translated section) {
	last := p.translated[0]
	if len(translated.segments) > 0 {
		last = translated.segments[len(translated.segments)-1]
	}
	p.fail(last, fmt.Sprintf("%s is missing after this", m.describe()), inModel(m))
}

// differences reports the pieces of a model that a segment does not repeat, and
// the ones that it has instead.
func differences(model, translated *Segment, original, l *locale.Locale) diag.List {
	if model.Kind == kindCode && model.Text == translated.Text {
		return nil // most code, which has no numbers that are read in a language
	}
	p := &parity{}
	if model.isHeading() {
		p.level(model, translated)
	}
	m, o := model.scan(), scanners.Get().(*scanner)
	defer scanners.Put(o)
	o.scan(translated.Text)
	p.numberWords(model, translated, m, o, original, l)
	if !m.hasDigit && !o.hasDigit && len(m.repeated)+len(o.repeated) == 0 {
		return p.messages
	}
	missing, foreign := without(m.repeated, o.repeated), without(o.repeated, m.repeated)
	for _, r := range missing {
		i := slices.IndexFunc(foreign, func(other repeated) bool { return other.kind == r.kind })
		if i < 0 {
			p.failAt(translated, translated.Pos, fmt.Sprintf("the %s %s of the original text is missing", r.kind, shown(r.text)), inModel(model), model.at(r.offset))
			continue
		}
		p.failAt(translated, translated.at(foreign[i].offset), fmt.Sprintf("the %s %s is %s in the original", r.kind, shown(foreign[i].text), shown(r.text)), inModel(model), model.at(r.offset))
		foreign = slices.Delete(foreign, i, i+1)
	}
	for _, r := range foreign {
		p.failAt(translated, translated.at(r.offset), fmt.Sprintf("the %s %s is not in the original text", r.kind, shown(r.text)), inModel(model), diag.Pos{})
	}
	p.numbers(model, translated, model.numbers(original), numbersOf(o, l))
	return p.messages
}

// level reports a heading that is of another level than its model.
func (p *parity) level(model, translated *Segment) {
	before, now := headingLevel(model.Text), headingLevel(translated.Text)
	if before != now && before*now > 0 {
		p.fail(translated, fmt.Sprintf("the heading {%s} is of level %d, in the original of level %d", translated.Place, now, before), inModel(model))
	}
}

// numbers reports numbers that only one of two texts has.
func (p *parity) numbers(model, translated *Segment, m, o numbers) {
	for _, n := range m.without(o) {
		p.failAt(translated, translated.Pos, fmt.Sprintf("the number %s of the original text is missing", n.Text), inModel(model), diag.Pos{})
	}
	for _, n := range o.without(m) {
		p.failAt(translated, translated.at(n.Offset), fmt.Sprintf("the number %s is not in the original text", n.Text), inModel(model), diag.Pos{})
	}
}

// numberWords reports a word for a number that is one for another number in the model. A
// language may express by grammar a number that another has a word for, so a word that
// only one of the texts has is none.
func (p *parity) numberWords(model, translated *Segment, m, o *scanner, original, l *locale.Locale) {
	unsaid := func(words []locale.NumberWord, other *scanner, l *locale.Locale) []locale.NumberWord {
		return slices.DeleteFunc(words, func(w locale.NumberWord) bool { return says(other, w.Value, l) })
	}
	missing := unsaid(numberWords(m, original), o, l)
	if len(missing) == 0 {
		return
	}
	if foreign := unsaid(numberWords(o, l), m, original); len(foreign) > 0 {
		p.fail(translated, fmt.Sprintf("%q is not in the original text, which has %q", foreign[0].Text, missing[0].Text), inModel(model))
	}
}

// shown returns code in one line.
func shown(text string) string {
	if first, rest, long := strings.Cut(text, "\n"); long {
		return first + " … (" + strconv.Itoa(strings.Count(rest, "\n")+2) + " lines)"
	}
	return text
}

// without returns the pieces that list has and other has not. Code may be named
// more or less often than in the original, as grammar asks; of the rest each
// occurrence counts.
func without(list, other []repeated) []repeated {
	same := func(a, b repeated) bool { return a.kind == b.kind && a.text == b.text }
	if slices.EqualFunc(list, other, same) {
		return nil
	}
	rest := slices.Clone(other)
	var missing []repeated
	for _, r := range list {
		i := slices.IndexFunc(rest, func(o repeated) bool { return same(o, r) })
		switch {
		case i < 0:
			missing = append(missing, r)
		case r.kind != inlineCode:
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return missing
}

// originalKeys are keys that only an original page has, for its translations share
// what they say.
var originalKeys = []string{"figures", "sketch", "workload"}

// Settings compares the keys of a translation that place a page with those of the
// original one, which decide.
func Settings(original, translated *guide.Guide) diag.List {
	var messages diag.List
	for _, key := range originalKeys {
		if at, ok := translated.At(key); ok && !translated.Meta.HasErrors {
			messages.Add(diag.Message{Pos: at, Text: key + " is a key of the original page alone", Hint: "delete it here: translations share that of the original"})
		}
	}
	for _, key := range []struct{ name, translated, original string }{
		{"part", translated.Meta.Part, original.Meta.Part},
		{"order", strconv.Itoa(translated.Meta.Order), strconv.Itoa(original.Meta.Order)},
	} {
		at, ok := translated.At(key.name)
		theirs, _ := original.At(key.name)
		if ok && key.translated != key.original && !translated.Meta.HasErrors && !original.Meta.HasErrors {
			messages.Add(diag.Message{Pos: at, Severity: diag.Warning, Follows: theirs, Text: fmt.Sprintf("%s is %s in the original, and that is what counts", key.name, key.original),
				Hint: "in the original: " + theirs.String()})
		}
	}
	return messages
}
