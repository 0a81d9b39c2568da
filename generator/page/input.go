package page

import (
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// Kind is the kind of a page.
type Kind uint8

const (
	// GuidePage is a guide.
	GuidePage Kind = iota
	// PartPage is a part's overview: its guides are Input.Contents.
	PartPage
	// HomePage is a language's home: its parts are Input.Contents.
	HomePage
	// NotFoundPage is shown at any address that has no page.
	NotFoundPage
	// SearchPage shows the results of a search, and without a script the index
	// of all pages: Input.Index. Its text is the theme's.
	SearchPage
	// StatusPage shows the state of translations: Input.Status.
	StatusPage
	// PlayPage runs examples in the page: Input.Playground.
	PlayPage
)

// Input is all that a page is made of.
type Input struct {
	Kind Kind
	Site *guide.Site
	// Guide is the text; its Lang differs from Lang where the translation is
	// missing and the original text is shown.
	Guide *guide.Guide
	// Lang is the language of the page around the text.
	Lang string
	// Root leads from the page to the site's root and Folder to the pages of
	// Lang: "../" and "" for a guide, "" and "en/" for the first page, absolute
	// for a page whose depth is unknown. Both are empty or end in a slash.
	Root, Folder string
	// Versions are this page's languages in the order of the site's.
	Versions []Version
	// Navigation is the tree, made once for each language and part.
	Navigation *Navigation
	// Part is the part that the page belongs to, or nil.
	Part *Entry
	// Previous and Next are the neighbors in reading order, or nil.
	Previous, Next *Entry
	// Contents are the guides of a part, or the parts at home and where a page
	// was not found.
	Contents []Entry
	// Models returns the miniatures of the models that a guide compares, by its slug. It
	// may be nil.
	Models func(slug string) []figure.Picture
	// All is how many there are on a part's page: Contents may have fewer.
	All int
	// Index are all pages with their sections, on a search page.
	Index []Indexed
	// Lost are the other languages' versions of the page that a server shows
	// for any address without one, and Slugs the pages that there are.
	Lost  []Lost
	Slugs []string
	// Drawings are the code and figures of the blocks of Guide, one for each
	// block.
	Drawings []Drawing
	// Pixels returns the size of an image by its file, false if there is none. It
	// may be nil.
	Pixels func(file string) (guide.Pixels, bool)
	// Server ran the examples. Steps is the number of steps that ran: of the
	// page's examples, on the home page of all.
	Server Server
	Steps  int
	// About leads to the page about the server, or "".
	About string
	// Canonical is the page's absolute address, or "" if the site has none.
	Canonical string
	// Markdown leads to the page's Markdown, or "".
	Markdown string
	// Card is the page's image, nil if there is none. The page must have a
	// Canonical address.
	Card *Card
	// Edit is where the text is edited, and Report where a mistake in it is
	// reported, or "".
	Edit, Report string
	// Figures are the named figures of the page: those of the original one.
	Figures []guide.NamedFigure
	// Sketch are the sizes that follow from answers on the page's path, as the original
	// page has them.
	Sketch []guide.SketchSizes
	// Sources are the examples that the page shows.
	Sources []Source
	// Words are, on the page that explains the glossary, the other languages' words
	// for a concept, by its id.
	Words map[string][]Word
	// Status is the content of a StatusPage, which has no Guide of its own.
	Status *Status
	// Playground is the content of a PlayPage.
	Playground *Playground
	// HasPlay says that the site has a playground.
	HasPlay bool
	// Play is the address, in the page's folder, at which the first example of a
	// HomePage runs, "" if it can't be run in the page.
	Play string
}

// Word is the name of a concept in a language.
type Word struct {
	Lang     string
	Language string // in itself
	Text     string
}

// Status is the state of a site's translations.
type Status struct {
	Languages []string // that the original is translated into
	Rows      []StatusRow
	Cut       bool         // there are more pages than rows
	Totals    []StatusCell // of the languages, in their order
}

// StatusRow is a page in all languages.
type StatusRow struct {
	Entry
	Cells []StatusCell // in the order of the languages
}

// StatusCell counts the segments of a page in a language, or of all its pages.
type StatusCell struct {
	Fresh, Stale, Misleading, Missing int // segments
	// InOriginal says that readers see the original page.
	InOriginal bool
	// Href leads to the page, Edit to where it is translated; "" for none.
	Href, Edit string
}

// Version is the page in one language.
type Version struct {
	Lang string
	// Href leads there from the page.
	Href string
	// Address is the absolute one, or "" if the site has none.
	Address string
	// Missing says that the original text is shown in place of a translation.
	Missing bool
}

// Lost is the text, in one language, for a page that was not found.
type Lost struct {
	Guide *guide.Guide
	// Folder leads to the language's pages, as Input.Folder does.
	Folder string
	Parts  []Entry
}

// Entry is a page that another one links to. It is in Input.Folder.
type Entry struct {
	Number      int // of a part or of a guide in its part, 0 for none
	Slug        string
	Title       string
	Description string
	Lang        string // of its title
}

// Indexed is a page in the index of all pages. An overview begins a part.
type Indexed struct {
	Slug     string
	Title    string
	Overview bool
	Sections []IndexedSection
}

// IndexedSection is a section with a heading.
type IndexedSection struct{ ID, Heading string }

// Source is an example's file where it can be read.
type Source struct {
	Name, Href string
}

// Server is the database that ran the examples.
type Server struct {
	Embedded bool
	Name     string // "MongoDB", or another name that it reports
	Version  string // of MongoDB; of the embedded database the one it follows
}

// Script is a file that runs the steps of an example.
type Script struct {
	Name string // of the program that runs it
	Path string // from the site's root
}

// State is the outcome of an example.
type State uint8

const (
	// NotRun is the state of an example that the server cannot run.
	NotRun State = iota
	// Refused means that the embedded database lacks a part of it.
	Refused
	// Ran means that every step ran and returned the expected result.
	Ran
)

// Record is a run that this build did not make.
type Record struct {
	Name, Version string // of the server
	Day           string // 2006-01-02
}

// Drawing replaces a block's code and figure links on the page. Code and
// figures are read only, so translations may share them.
type Drawing struct {
	// Codes are the colored code of the block's parts that are code, in order.
	Codes []figure.Code
	// Letters are the letters of the examples of the block's figures: one for
	// each figure of a Comparison, at most one for an Example.
	Letters []string
	// State is the outcome of an Example's example.
	State State
	// Needs are the alternative requirements of an example that is NotRun, each
	// with the parts that the server lacks.
	Needs figure.Phrase
	// Record is a run of it on another server, or nil.
	Record *Record
	// Play leads from a page in the folder of its language to where an Example can
	// be run, "" for nowhere.
	Play string
	// Scripts are the code of an Example for programs to run.
	Scripts []Script
	// Figures are an Example's, in the order of its links, or the one that a
	// Comparison is drawn as.
	Figures []figure.Figure
	// Touched is what a question touches in the models of cards, nil if it isn't drawn.
	Touched *figure.TouchStrips
	// Coverage is that of a Coverage block.
	Coverage *figure.Coverage
	// Models are the miniatures of the models to which each tile of the block leads; at
	// the heading of a path's verdict, those of its model.
	Models [][]figure.Picture
	// Conclusion is at the heading of a path's verdict what its guide's weighing comes to,
	// nil if that guide has none.
	Conclusion *Conclusion
}

// Conclusion is what the weighing of another guide comes to.
type Conclusion struct {
	Guide *guide.Guide // in the reader's language if there is one
	Href  string       // of the weighing, from a page in the folder of its language
	Names []string     // of the models that are weighed, quoted, without markup: letters mean nothing there
	Says  []figure.Phrase
}
