package page

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// place holds the parts of a figure that depend on where it is on the page.
type place struct {
	caption  string // HTML, "" where the bar of the block has it
	number   int    // of a step in its block, 0 if it is the only one
	isInList bool   // the figure compares models
	letters  []string
	names    []string // of the models, HTML
	// questions is the guide that names the questions of a weighing, nil if it is the page.
	questions *guide.Guide
}

// painter writes the elements of a figure. It has a place for each list that
// the figure joins, or one.
type painter struct {
	*writer
	at []place
}

// figure writes a figure. In a list there is no room for panes and their labels.
func (w *writer) figure(f *figure.Figure, at ...place) {
	p := painter{w, at}
	for i := range f.Panes {
		pane := &f.Panes[i]
		if at[0].isInList {
			p.elements(pane.Elements)
			continue
		}
		w.strings("<div", markup.Attribute("class", strings.TrimSpace("pane "+pane.Class)))
		if pane.Step > 0 {
			w.WriteString(markup.Attribute("data-step", strconv.Itoa(pane.Step)))
		}
		w.WriteString(">")
		p.elements(pane.Elements)
		w.WriteString("</div>")
	}
}

func (p painter) elements(elements []figure.Element) {
	for _, element := range elements {
		element.Paint(p)
	}
}

// Label writes the label above an element.
func (p painter) Label(l figure.Label) {
	if p.at[0].isInList {
		return
	}
	p.label(p.wordOf(l))
	p.labelText(l)
	p.WriteString("</p>")
}

// wordOf returns the word of a label.
func (p painter) wordOf(l figure.Label) string {
	if n := p.at[0].number; n > 0 && l.OfSeveral != "" {
		return p.words.fill(p.named(l.OfSeveral), "number", strconv.Itoa(n))
	}
	return p.say(l.Word)
}

// labelText writes what a label says after its word.
func (p painter) labelText(l figure.Label) {
	if l.Name != "" {
		p.strings(`<span class="name" translate="no">`, html.EscapeString(l.Name), `</span>`)
	}
	if l.Said != nil {
		if l.Name != "" {
			p.WriteString(" ")
		}
		p.strings("<span>", html.EscapeString(p.say(l.Said)), "</span>")
	}
	p.remarks(l.Remarks)
	if l.Caption {
		p.caption(p.at[0].caption)
	}
}

func (p painter) remarks(remarks []figure.Remark) {
	for _, remark := range remarks {
		p.WriteString(" <span")
		if remark.Class != "" {
			p.WriteString(markup.Attribute("class", remark.Class))
		}
		p.strings(">", html.EscapeString(p.say(remark.Said)), "</span>")
	}
}

// Failure writes the error that something ended in.
func (p painter) Failure(f figure.Failure) {
	p.label(p.say(f.Word))
	p.failureText(f)
	p.WriteString("</p>")
}

// failureText writes what a failure says after its word.
func (p painter) failureText(f figure.Failure) {
	p.strings(`<span class="error">✕ `, html.EscapeString(p.say(f.Said)))
	if f.Code != 0 {
		p.strings(" ", strconv.Itoa(f.Code))
	}
	if f.Name != "" {
		p.strings(` <span translate="no">`, html.EscapeString(f.Name), `</span>`)
	}
	p.WriteString("</span>")
	p.remarks(f.Remarks)
}

// Listing writes code.
func (p painter) Listing(l figure.Listing) {
	if l.Closes {
		p.longCode(&l.Code)
		return
	}
	p.code(&l.Code)
}

// Note writes a sentence.
func (p painter) Note(n figure.Note) {
	p.strings(`<p class="more">`, html.EscapeString(p.say(n.Said)), `</p>`)
}

// sentences writes remarks one after the other.
func (p painter) sentences(remarks []figure.Phrase) {
	p.text(strings.Join(p.sayAll(remarks), spaceOf(p.words)))
}

// Picture draws a picture, which is hidden from screen readers: the element
// beside it says the same.
func (p painter) Picture(d figure.Picture) { p.picture(d, func() {}) }

// picture writes a picture; over writes the shapes on top of it.
func (p painter) picture(d figure.Picture, over func()) {
	p.open("svg", "class", d.Class, "aria-hidden", "true", "viewBox", viewBox(d), "width", strconv.Itoa(d.Width), "height", strconv.Itoa(d.Height))
	p.shapes(d.Shapes)
	over()
	p.WriteString("</svg>")
}

func viewBox(p figure.Picture) string { return fmt.Sprint(p.X, p.Y, p.Width, p.Height) }

func (p painter) shapes(shapes []figure.Shape) {
	for _, shape := range shapes {
		p.open(shape.Element, shape.Attributes...)
		if shape.Said != nil {
			p.text(p.say(shape.Said))
		}
		p.strings("</", shape.Element, ">")
	}
}

// open writes the start tag of an element with attributes.
func (w *writer) open(element string, namesAndValues ...string) {
	w.strings("<", element)
	for i := 0; i < len(namesAndValues); i += 2 {
		w.WriteString(markup.Attribute(namesAndValues[i], namesAndValues[i+1]))
	}
	w.WriteByte('>')
}

// List writes a list that is heard, not seen.
func (p painter) List(l figure.List) { p.items(l, markup.Attribute("class", "spoken")) }

func (p painter) items(items []figure.Item, attribute string) {
	p.strings("<ul", attribute, ">")
	for _, item := range items {
		p.strings(`<li><span translate="no">`, html.EscapeString(item.Name), "</span>")
		if item.Said != nil {
			p.strings(": ", html.EscapeString(p.say(item.Said)))
		}
		if len(item.Items) > 0 {
			p.items(item.Items, "")
		}
	}
	p.WriteString("</ul>")
}

// label opens a pane's label with its word.
func (w *writer) label(word string) {
	w.strings(`<p class="label"><b>`, html.EscapeString(word), `</b> `)
}

func (w *writer) caption(caption string) {
	if caption != "" {
		w.strings(` <span>`, w.hrefs(caption), `</span>`)
	}
}

func (w *writer) letter(letter string) {
	if letter != "" {
		w.WriteString(`<span class="letter">`)
		w.text(letter)
		w.WriteString(`</span>`)
	}
}
