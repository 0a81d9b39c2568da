package translate

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// Catalog is a page as translators' programs work on it: its segments, each with
// the original text and the translation.
type Catalog struct {
	File    string // of the translation
	Lang    string
	Source  string // the language that is translated
	Updated string // the day of the original page, 2006-01-02, or ""
	Units   []CatalogUnit
}

// CatalogUnit is a segment in a catalog.
type CatalogUnit struct {
	// Context distinguishes segments with the same text: the place, the kind, and
	// a number among those of its kind in the place.
	Context string
	Source  string // the original text
	Target  string // the translation, or ""
	// Previous is the original text that Target was made from, if it is another.
	Previous string
	// Fuzzy says that Target is to be worked on.
	Fuzzy bool
	// Waivers are the rules of lint that the translation is left out of.
	Waivers []guide.Waiver
	// Obsolete says that the original no longer has it.
	Obsolete bool
	Pos      diag.Pos // in the original page, or in the file that was read
	// TargetLines are the lines of the file that was read on which those of Target stand.
	TargetLines []int
	// Addresses are those of links that {1}, {2} and so on stand for.
	Addresses []string
	// Terms says what the glossary has for words of Source.
	Terms []string
}

// Catalog returns the segments of a page with their translations.
func (t *Translation) Catalog() Catalog {
	c := Catalog{File: t.Translated.Guide.File, Lang: t.Translated.Guide.Lang, Source: t.Original.Guide.Lang, Updated: t.Original.Guide.Meta.Updated}
	numbers, extras := map[string]int{}, t.extras()
	for j := range t.Blocks {
		b := &t.Blocks[j]
		context := contextOf(b.Original, numbers)
		if b.Original.Kind != kindRule {
			c.Units = append(c.Units, t.catalogUnit(b, context))
		}
		c.Units = append(c.Units, extraUnits(extras[b], context)...)
	}
	for i, s := range t.Obsolete {
		unit := CatalogUnit{Context: fmt.Sprintf("obsolete %d", i+1), Target: s.Text, Obsolete: true, Pos: s.Pos}
		if e := t.entryOf(s); e != nil {
			unit.Source = e.Text
		}
		c.Units = append(c.Units, unit)
	}
	return c
}

// NewCatalog returns the segments of a page that there is no translation of.
func NewCatalog(original *Page, lang string) Catalog {
	file := strings.Replace(original.Guide.File, "/"+original.Guide.Lang+"/", "/"+lang+"/", 1)
	c := Catalog{File: file, Lang: lang, Source: original.Guide.Lang, Updated: original.Guide.Meta.Updated}
	numbers := map[string]int{}
	for i := range original.Segments {
		s := &original.Segments[i]
		if context := contextOf(s, numbers); s.Kind != kindRule {
			c.Units = append(c.Units, CatalogUnit{Context: context, Source: s.Text, Pos: s.Pos})
		}
	}
	return c
}

func contextOf(s *Segment, numbers map[string]int) string {
	context := s.Place + " " + s.Kind
	numbers[context]++
	return fmt.Sprintf("%s %d", context, numbers[context])
}

func (t *Translation) catalogUnit(b *Block, context string) CatalogUnit {
	unit := CatalogUnit{Context: context, Source: b.Original.Text, Pos: b.Original.Pos}
	if len(b.Translated) == 0 || b.begun || b.Untranslated {
		return unit
	}
	unit.Target, unit.Waivers = textOf(b.Translated), b.Translated[0].Waivers
	unit.Fuzzy = b.State != guide.Fresh || b.Translated[0].Todo != ""
	if before := b.Before(); unit.Fuzzy && before != "" && before != unit.Source {
		unit.Previous = before
	}
	return unit
}

// Import takes over the translations of a catalog that are not fuzzy and differ
// from the page, or that the page's base does not have yet. It returns the new
// contents of the page and its base, and reports units that it could not place.
// If it took over nothing, the page is nil.
func (t *Translation) Import(c Catalog, text *diag.Text) (page []byte, base *Base, messages diag.List) {
	im := newImporter(t, text)
	var extras []CatalogUnit
	for _, unit := range c.Units {
		switch _, _, isExtra := cutExtra(unit.Context); {
		case unit.Fuzzy || unit.Obsolete || unit.Target == "":
		case isExtra:
			extras = append(extras, unit)
		default:
			im.translation(unit)
		}
	}
	for _, unit := range extras {
		im.extra(unit)
	}
	if len(im.targets) == 0 && len(im.behind) == 0 && !im.hasChanged {
		return nil, nil, im.messages
	}
	for j := range t.Blocks {
		b := &t.Blocks[j]
		im.block(b)
		for _, p := range im.behind[b] {
			im.put(p)
		}
	}
	im.placeRest(func(p *filePiece) {
		if e := t.entryOf(p.segment); e != nil {
			p.entry = e
		}
	})
	page, base = im.finish()
	return page, base, im.messages
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

type importer struct {
	*updater
	contexts   map[string]*Block
	saying     map[saying]*Block // the last that says it, by place and with the place ""
	targets    map[*Block]CatalogUnit
	behind     map[*Block][]*filePiece // segments that the original never had and that come with a block
	hasChanged bool                    // a segment of the page that the original never had was changed as well
	messages   diag.List
}

func newImporter(t *Translation, text *diag.Text) *importer {
	u := &updater{Translation: t, editor: newEditor(t.Translated, text), updated: &Base{File: BaseFile(t.Translated.Guide.File)}}
	im := &importer{updater: u, contexts: map[string]*Block{}, saying: map[saying]*Block{}, targets: map[*Block]CatalogUnit{}, behind: map[*Block][]*filePiece{}}
	numbers := map[string]int{}
	for j := range t.Blocks {
		b := &t.Blocks[j]
		im.contexts[contextOf(b.Original, numbers)] = b
		for _, s := range b.says() {
			im.saying[saying{s.Kind, s.Hash(), b.Original.Place}] = b
			im.saying[saying{s.Kind, s.Hash(), ""}] = b
		}
	}
	return im
}

// saying is what a segment says and where.
type saying struct{ kind, hash, place string }

// says returns the original text of a block as it is, and as it was translated.
func (b *Block) says() []*Segment {
	if len(b.From) == 1 {
		return []*Segment{b.Original, b.From[0]}
	}
	return []*Segment{b.Original}
}

func (im *importer) leaveOut(unit CatalogUnit, why string) {
	im.messages.Add(diag.Message{Pos: unit.Pos, Severity: diag.Warning, Text: why, Source: firstLine(unit.Source)})
}

// translation takes the translation of an original text.
func (im *importer) translation(unit CatalogUnit) {
	b := im.find(unit)
	switch {
	case b == nil:
		im.leaveOut(unit, "the original no longer says this; its translation is left out")
	case im.differs(b, unit):
		im.targets[b] = unit
	}
}

// find returns the block that a unit translates: by its original text, at its
// place if there are several; an earlier text of the original is found in the
// base.
func (im *importer) find(unit CatalogUnit) *Block {
	place, rest, _ := strings.Cut(unit.Context, " ")
	kind, _, _ := strings.Cut(rest, " ")
	hash := hashOf(kind, unit.Source)
	matches := func(s *Segment) bool { return s.Kind == kind && s.Hash() == hash }
	if b := im.contexts[unit.Context]; b != nil && slices.ContainsFunc(b.says(), matches) {
		return b
	}
	if b := im.saying[saying{kind, hash, place}]; b != nil {
		return b
	}
	return im.saying[saying{kind, hash, ""}]
}

// differs reports whether a unit says anything that the page and its base do not.
func (im *importer) differs(b *Block, unit CatalogUnit) bool {
	if len(b.Translated) != 1 || b.Translated[0].Todo != "" || b.begun {
		return true
	}
	kind := b.Original.Kind
	return hashOf(kind, b.Translated[0].Text) != hashOf(kind, unit.Target) || len(b.From) == 1 && b.From[0].Hash() != hashOf(kind, unit.Source)
}

// block places the text that was taken over for a block, or else its translation.
func (im *importer) block(b *Block) {
	unit, news := im.targets[b]
	switch {
	case news:
		im.take(b, unit)
	case b.Original.Place == FrontMatter:
		for _, e := range b.entries {
			im.placeMeta(*e)
		}
	default:
		for _, translated := range b.Translated {
			if e := im.entryOf(translated); e != nil && !im.isPlaced(translated) {
				im.place(im.piece[translated], *e)
			}
		}
	}
}

// take places a unit's translation.
func (im *importer) take(b *Block, unit CatalogUnit) {
	e := Entry{Segment: *b.Original}
	e.Text, e.derived = unit.Source, derived{}
	if b.Original.Place == FrontMatter {
		im.placeMeta(e)
		im.setKey(b.Original.Kind, unit)
		return
	}
	if len(b.Translated) == 0 || im.isPlaced(b.Translated[0]) {
		im.place(&filePiece{segment: b.Original, marks: waiverMarks(unit.Waivers, blockWaiver), text: unit.Target}, e)
		return
	}
	first := im.piece[b.Translated[0]]
	for _, translated := range b.Translated[1:] {
		p := im.piece[translated]
		im.pieces = slices.DeleteFunc(im.pieces, func(each *filePiece) bool { return each == p })
	}
	im.closeNotes(first)
	first.text, first.marks = unit.Target, withoutMarks(first.marks)
	if len(first.segment.Waivers) == 0 {
		first.marks += waiverMarks(unit.Waivers, blockWaiver)
	}
	im.place(first, e)
}

// closeNotes takes away the empty line before a footnote that its mark made.
func (im *importer) closeNotes(p *filePiece) {
	if p.segment.Kind != kindFootnote {
		return
	}
	i := slices.Index(im.pieces, p)
	if i > 0 && im.pieces[i-1].segment.Kind == kindFootnote && withoutMarks(p.marks) != p.marks {
		im.pieces[i-1].gap = "\n"
	}
}

// setKey sets a key of the front matter to a unit's value.
func (im *importer) setKey(key string, unit CatalogUnit) {
	lines := im.editor.meta
	line := key + ": " + quoted(unit.Target) + "\n"
	if len(im.Translated.Guide.Meta.Remarks[key].Waivers) == 0 {
		line = waiverMarks(unit.Waivers, keyWaiver) + line
	}
	if i := im.keyLine(key); i >= 0 {
		lines[i] = line
		if strings.HasPrefix(lines[i-1], metaMark) {
			im.editor.meta = slices.Delete(lines, i-1, i)
		}
		return
	}
	im.editor.meta = slices.Insert(lines, len(lines)-1, line)
}

// The comments that leave a block and a key of the front matter out of a rule.
const (
	blockWaiver = "<!-- lint: %s %s -->\n"
	keyWaiver   = "# lint: %s %s\n"
)

// waiverMarks writes the comments that leave a segment out of rules of lint.
func waiverMarks(waivers []guide.Waiver, format string) string {
	var comments strings.Builder
	for _, w := range waivers {
		fmt.Fprintf(&comments, format, w.Rule, w.Reason)
	}
	return comments.String()
}

// quoted writes a text as YAML, in quotation marks only where it needs them.
func quoted(text string) string {
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || strings.ContainsAny(text[:1], "!&*?|>%@`\"'[]{},#-") || strings.HasSuffix(text, ":") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return text
}
