package page

import (
	"bytes"
	"html"
	"slices"
	"strconv"

	"modelbook/generator/figure"
)

// writer writes the text of one page, block by block.
type writer struct {
	bytes.Buffer
	in    *Input
	words *language // of the text's language
	// original has the words for blocks that are not translated.
	original *language
	notes    *footnotes
	concept  string // id of the heading that was written last
	under    string // id of the heading of the second level that was written last
	// shownUnder is the id of the section in which a block was written that is open.
	shownUnder string
	// sheetLines is how many lines the open documents of a block, or of what a step
	// changed, take so far.
	sheetLines  int
	hasCostKey  bool     // the page says how numbers with bars are read
	hasTimesKey bool     // and how factors are
	ids         int      // how many id has returned
	styles      []string // styles that not every page has
	behavior    []string // scripts, likewise
	// linked are the ids of the sheets to which references of the block lead.
	linked map[document]string
	// copies are the copies that the block shows.
	copies map[*figure.Copies]*copies
	// ledTo are the named figures to which a number has led.
	ledTo map[string]bool
	// leadsToMeasures is whether the page has the link to the page about measures.
	leadsToMeasures bool
	failed          error
}

// reset prepares the writer for another page; its memory is reused.
func (w *writer) reset(in *Input, words, original *language) {
	buffer := w.Buffer
	buffer.Reset()
	*w = writer{Buffer: buffer, in: in, words: words, original: original, notes: newFootnotes(in.Guide.Blocks)}
}

// text writes s as text of an element, where quotes need no escapes: code is full
// of them. html.EscapeString would also allocate a string for each token.
func (w *writer) text(s string) {
	start := 0
	for i := range len(s) {
		if escaped := escapes[s[i]]; escaped != "" {
			w.WriteString(s[start:i])
			w.WriteString(escaped)
			start = i + 1
		}
	}
	w.WriteString(s[start:])
}

var escapes = func() (table [256]string) {
	for _, c := range `&<>` {
		table[c] = html.EscapeString(string(c))
	}
	return table
}()

// strings writes the pieces without escaping them.
func (w *writer) strings(pieces ...string) {
	for _, piece := range pieces {
		w.WriteString(piece)
	}
}

// id returns an id that no heading has, since the ids of headings have no
// underscore.
func (w *writer) id() string {
	w.ids++
	return "_" + strconv.Itoa(w.ids)
}

func (w *writer) integer(n int) string { return w.words.Integer(int64(n)) }

func (w *writer) plural(p plural, n int) string { return p.choose(w.words.Locale, n) }

// styledBy names a style sheet that the page is to have, once.
func (w *writer) styledBy(sheet string) {
	if !slices.Contains(w.styles, sheet) {
		w.styles = append(w.styles, sheet)
	}
}

// fail keeps the first error.
func (w *writer) fail(err error) {
	if w.failed == nil {
		w.failed = err
	}
}
