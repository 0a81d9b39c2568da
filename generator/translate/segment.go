package translate

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Segment is the unit of translation: a text of the front matter, a block, a
// figure of a run, or a footnote.
type Segment struct {
	// Place is FrontMatter, Footnotes, or "#" and the id of the section, which is
	// empty before the first heading.
	Place string
	// Kind is its kind in one word: "title", "paragraph", "figure".
	Kind string
	// Text is its Markdown, as written.
	Text string
	Pos  diag.Pos
	guide.Remarks

	block, item int // of the guide; -1 for none
	derived
}

// derived holds values that were computed from a segment's text.
type derived struct {
	hash     string
	scanned  *scanner
	numbered *numbers
}

// Places that are no section.
const (
	FrontMatter = "front-matter"
	Footnotes   = "footnotes"
)

// Kinds that the program treats in ways of their own.
const (
	kindHeading    = "heading"
	kindFigure     = "figure"
	kindFootnote   = "footnote"
	kindCode       = "code"
	kindComparison = "comparison"
	kindRule       = "rule"
	kindList       = "list"
	kindTable      = "table"
)

var kindNames = [...]string{
	guide.Paragraph: "paragraph", guide.HeadingBlock: kindHeading, guide.List: kindList, guide.Code: kindCode, guide.Table: kindTable,
	guide.Quote: "quotation", guide.Alert: "alert", guide.Rule: kindRule, guide.Footnotes: kindFootnote,
	guide.Example: kindFigure, guide.Comparison: kindComparison, guide.Coverage: "names",
}

// Segments returns the segments of a page, in its order: the front matter, the
// blocks, and last the footnotes.
func Segments(g *guide.Guide) []Segment {
	segments := append(make([]Segment, 0, countSegments(g)), metaSegments(g)...)
	section, place := "", "#"
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Section != section {
			section, place = b.Section, "#"+b.Section
		}
		s := Segment{Place: place, Kind: kindNames[b.Kind], Text: b.Source, Pos: b.Pos, Remarks: b.Remarks, block: i, item: -1}
		switch b.Kind {
		case guide.Alert:
			s.Kind = b.Alert
		case guide.Example:
			for j, f := range b.Figures {
				s.Text, s.Pos, s.Remarks, s.item = f.Source, f.Pos, f.Remarks, j
				segments = append(segments, s)
			}
			continue
		case guide.Footnotes:
			s.Place = Footnotes
			for j, note := range b.Notes {
				s.Text, s.Pos, s.Remarks, s.item = note.Source, note.Pos, note.Remarks, j
				segments = append(segments, s)
			}
			continue
		}
		segments = append(segments, s)
	}
	return segments
}

// countSegments returns the most that there can be: a page keeps them while it is
// compared, and a slice that grows takes twice their memory.
func countSegments(g *guide.Guide) int {
	count := len(metaKeys)
	for i := range g.Blocks {
		count += max(len(g.Blocks[i].Figures), len(g.Blocks[i].Notes), 1)
	}
	return count
}

// metaKeys are the keys of the front matter that are translated.
var metaKeys = []string{"title", "question", "description"}

func metaSegments(g *guide.Guide) []Segment {
	segments := make([]Segment, 0, len(metaKeys))
	for _, key := range metaKeys {
		if text := g.Meta.Source(key); text != "" {
			at, _ := g.At(key)
			segments = append(segments, Segment{Place: FrontMatter, Kind: key, Text: text, Pos: at, Remarks: g.Meta.Remarks[key], block: -1, item: -1})
		}
	}
	return segments
}

// Hash differs for texts that have to be translated anew. It does not depend on
// how lines are broken, how quotation marks are typed, which spaces do not break,
// or a heading's level and id.
func (s *Segment) Hash() string {
	if s.hash == "" {
		s.hash = hashOf(s.Kind, s.Text)
	}
	return s.hash
}

// scan reads the Markdown once: an original segment is compared with each language.
func (s *Segment) scan() *scanner {
	if s.scanned == nil {
		s.scanned = scan(s.Text)
	}
	return s.scanned
}

// numbers returns the numbers of the text, which is always of the same language.
func (s *Segment) numbers(l *locale.Locale) numbers {
	if s.numbered == nil {
		found := numbersOf(s.scan(), l)
		s.numbered = &found
	}
	return *s.numbered
}

// hashLength is in bytes: a page has few segments to distinguish.
const hashLength = 6

func hashOf(kind, text string) string {
	sum := sha256.Sum256(append(make([]byte, 0, 1024), normal(kind, text)...)) // mostly on the stack
	return hex.EncodeToString(sum[:hashLength])
}

var marks = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "\u00a0", " ")

func normal(kind, text string) string {
	if !plainASCII(text) {
		text = marks.Replace(text)
	}
	switch kind {
	case kindHeading:
		text = headingText(text)
		fallthrough
	case "title", "question", "description", "paragraph", kindFigure, "names":
		return inOneLine(text)
	}
	return text
}

// headingText returns a heading without its level and id, which are those of the
// original page.
func headingText(text string) string {
	text = strings.TrimLeft(text, "# ")
	if i := strings.LastIndex(text, "{#"); i >= 0 {
		text = text[:i]
	}
	return strings.TrimRight(text, " \t")
}

// headingLevel returns the number of marks that a heading begins with, 0 if it is
// written in another way.
func headingLevel(text string) int { return len(text) - len(strings.TrimLeft(text, "#")) }

func plainASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// id returns a name that does not depend on the text: a heading's id, a
// footnote's name, a key of the front matter; "" for others.
func (s *Segment) id() string {
	switch {
	case s.Place == FrontMatter:
		return s.Kind
	case s.Kind == kindFootnote:
		name, _, _ := strings.Cut(strings.TrimPrefix(s.Text, "[^"), "]:")
		return "^" + name
	case s.isHeading():
		return s.Place
	}
	return ""
}

func (s *Segment) isHeading() bool { return s.Kind == kindHeading }
