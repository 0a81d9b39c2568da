// Package guide holds the data of a parsed Markdown page: its front matter, its
// blocks in order, its headings and its links. It neither parses nor checks;
// package parse makes these values, and later stages read them.
package guide

import (
	"modelbook/generator/diag"
)

// Site is content/site.yaml.
type Site struct {
	Name        string
	Description map[string]string // by language
	Languages   []string          // BCP 47 tags, the original first
	Address     string            // absolute URL that the site is published at, ending in a slash, or ""
	Addresses   string            // "html" or "clean": the form of absolute addresses
	Repository  string            // URL of the source for "edit this page", of a folder in it with /tree/main/…, or ""
	Database    Database
	Measures    string // slug of the page that explains the measures, or ""
	Glossary    string // slug of the page that explains the concepts of the glossaries, or ""
	Guides      Plan
	Weights     map[string]float64 // of the cost model, by their names, in place of the program's
	Mentions    []Mention          // pages that the settings name, in the order in which they do
}

// Mention is the place where the settings name a page.
type Mention struct {
	Slug   string
	Pos    diag.Pos
	Source string // the line
}

// Original returns the language that guides are written in first, which the other
// languages translate: "" if the settings name none, which was reported.
func (s *Site) Original() string {
	if len(s.Languages) == 0 {
		return ""
	}
	return s.Languages[0]
}

// Plan is the sections that each guide of some parts must have. Its zero value
// requires none.
type Plan struct {
	Parts    []string // the parts whose guides it holds for
	Sections []string // ids of sections, in their order; others may be between them
	// Given are ids of sections whose numbers need no source, because readers
	// replace them by their own.
	Given []string
	// Orders is the id of the section that shows how the orders of each model's clients
	// end, or "".
	Orders string
}

// Database holds the pages of a site about the embedded database. Its zero
// value is a site without them.
type Database struct {
	Page string // slug of the page that the words "ran on …" link to
	List string // Markdown file, seen from the source folder, that links to lists of names point into
}

// Meta is a page's front matter.
type Meta struct {
	Title       string
	Question    string
	Description string
	Part        string
	Order       int
	Updated     string // 2006-01-02, or ""
	MovedFrom   []string
	// Exceptions are ids of sections that do not follow the site's plan, each with
	// the reason.
	Exceptions map[string]string
	Workload   *Workload // nil if the page has none
	Figures    []NamedFigure
	Sketch     []SketchSizes // that follow from answers on the page's path
	HasErrors  bool          // they were reported
	// Untranslated are the keys whose texts are the original's, because the
	// translation would mislead.
	Untranslated []string
	// Remarks holds the comments above a key.
	Remarks map[string]Remarks
	// Keys are the keys that were set, in their order. It is a list, since a
	// map for each page would take several times the memory.
	Keys []MetaKey
}

// MetaKey is a key of a page's front matter.
type MetaKey struct {
	Name      string
	Source    string // of a text as it was written, else ""
	Line, Col int32
}

// Source returns the text of a key as it was written, "" for a key that was not set
// or is no text.
func (m *Meta) Source(name string) string {
	for _, key := range m.Keys {
		if key.Name == name {
			return key.Source
		}
	}
	return ""
}

// Page is a page's name and front matter: all that navigation needs.
type Page struct {
	Slug string // "one-to-one", "index", "part-relationships", "404"
	Lang string
	File string // content/en/one-to-one.md
	// IsTranslation says that Lang is not the original language of the site.
	IsTranslation bool
	Meta          Meta
}

// At returns the position of a key of the front matter if it was set.
func (p *Page) At(name string) (at diag.Pos, ok bool) {
	for _, key := range p.Meta.Keys {
		if key.Name == name {
			return diag.Pos{File: p.File, Line: int(key.Line), Col: int(key.Col)}, true
		}
	}
	return diag.Pos{}, false
}

// Guide is one page in one language.
type Guide struct {
	Page
	Blocks   []Block
	Headings []Heading
	Links    []Link
	Numerals []Numeral // if they were asked for
}

// Kind is the kind of a block.
type Kind uint8

const (
	Paragraph Kind = iota
	HeadingBlock
	List
	Code
	Table
	Quote
	Alert
	Rule
	Footnotes
	// Example is a run of figure links into one example.
	Example
	// Comparison is a list of figure links, one for each model. The paragraph
	// before it is its caption and belongs to the block.
	Comparison
	// Coverage is a link to a list of the embedded database's support.
	Coverage
)

// State is the state of a block's translation into the language of its page.
type State uint8

const (
	// Fresh is a translation of the current original text, or that text itself.
	Fresh State = iota
	// Stale is a translation of an earlier text that said the same in other words.
	Stale
	// Misleading is a translation of an earlier text with other code, links or
	// numbers.
	Misleading
	// Missing is a block that is in the original language only.
	Missing
	// Before is the translation of an earlier original of a misleading block.
	Before
)

// Block is one block at the top level of a page: the unit of translation.
type Block struct {
	Kind    Kind
	Section string   // id of the heading above it, "" before the first
	Pos     diag.Pos // of its first character
	Source  string   // its Markdown, as written
	Heading *Heading // of a HeadingBlock
	Parts   []Part   // the parts of its text, in order; of a Comparison its caption
	Figures []Figure // of an Example or a Comparison
	Notes   []Note   // of Footnotes, in the order of their first references
	Topic   *Topic   // of a Coverage
	Alert   string   // of an Alert: "note", "tip", "important", "warning" or "caution"
	Lang    string   // of its text, "" if it is the page's
	State   State
	Remarks // of an Example or of Footnotes each figure and note has its own
}

// Remarks holds the comments before a piece of a page. Comments in the front
// matter begin with # and have only Todo and Waivers.
type Remarks struct {
	Line     int      // of the first comment, 0 if there is none
	Extra    bool     // <!-- +1 -->: a translation has it and the original has not
	Todo     string   // <!-- translate hash … -->: the hash of the original text that the translation is to follow
	Obsolete bool     // <!-- obsolete -->: the original no longer has it
	Waivers  []Waiver // <!-- lint: rule reason -->
}

// Waiver exempts the piece after it from a rule of lint, with a reason.
type Waiver struct {
	Rule, Reason string
	Pos          diag.Pos
}

// Part is a piece of a block: exactly one of the fields is set.
type Part struct {
	HTML   string // safe for a page
	Code   *CodeBlock
	Number *Number
	Note   *NoteLink
	Figure *Figure // at the begin of a list's item: a model
	Tile   *Tile   // at the begin of a list's item
	Image  *Image
}

// Shown returns the figures of a block, including those at the beginning of its
// items.
func (b *Block) Shown() []Figure {
	shown := b.Figures
	for i, part := range b.Parts {
		if part.Figure != nil {
			shown = append(shown[:len(shown):len(shown)], *b.Parts[i].Figure)
		}
	}
	return shown
}

// Drawn returns the parts of a block and of its footnotes.
func (b *Block) Drawn() []Part {
	if b.Kind != Footnotes {
		return b.Parts
	}
	var parts []Part
	for _, note := range b.Notes {
		parts = append(parts, note.Parts...)
	}
	return parts
}

// Images returns the images of a block and of its footnotes.
func (b *Block) Images() []*Image {
	var images []*Image
	for _, part := range b.Drawn() {
		if part.Image != nil {
			images = append(images, part.Image)
		}
	}
	return images
}

// NoteLink is a link to a footnote or, at the end of the note, the links back to
// the places that refer to it. The page numbers the notes.
type NoteLink struct {
	Name string
	Back bool
}

// Note is a footnote.
type Note struct {
	Name   string // as written: "limit" of [^limit]
	Parts  []Part
	Source string // its Markdown, as written
	Lang   string // "" if it is the page's
	Pos    diag.Pos
	Remarks
}

// CodeBlock is fenced code that does not come from an example.
type CodeBlock struct {
	Language string // the info string's first word, or ""
	Text     string
	Pos      diag.Pos
}

// Heading is a section's title. The page's own title is Meta.Title, level 1.
type Heading struct {
	Level int // 2 to 4
	ID    string
	Text  string // plain
	HTML  string
	Lang  string // of its text, "" if it is the page's
	Pos   diag.Pos
}

// Link is a link to another page or heading of the site: slug.md#id.
type Link struct {
	Slug     string // "" for this page
	Fragment string // heading id, or ""
	Text     string
	Pos      diag.Pos
}

// Figure is a link that is replaced by its target in an example.
type Figure struct {
	Target  Target
	Link    string // the link's address, from the folder of examples on
	Caption string // the link's text as HTML
	Lang    string // of its caption, "" if it is the page's
	Source  string // Markdown of a figure in a paragraph of its own, as written
	Pos     diag.Pos
	Remarks
}

// Image is an image of the book's own, in a paragraph of its own or in a sentence.
type Image struct {
	File    string // content/images/ferry.png
	Link    string // its address, as written: ../images/ferry.png
	Alt     string // plain alternative text
	Caption string // plain, "" for none; only of one that is alone
	Alone   bool   // it has a paragraph of its own
	Pos     diag.Pos
}

// Pixels are the size of an image.
type Pixels struct{ Width, Height int }

// Topic is a link that is replaced by the names of one topic that the embedded
// database runs and refuses.
type Topic struct {
	ID      string // "stages"
	Caption string // the link's text as HTML
	Lang    string // of its caption, "" if it is the page's
	Pos     diag.Pos
}

// Number is a figure in the prose that comes from an example.
type Number struct {
	Target Target
	Text   string // as the reader sees it, plain: "214 bytes" with a no-break space
	Pos    diag.Pos
}
