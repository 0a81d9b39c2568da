package page

import (
	"encoding/json"
	"html"
	"path"
	"strconv"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// Playground is the content of a PlayPage.
type Playground struct {
	// Module leads to the program, Size is how many bytes it has, and Packed how
	// many its form in gzip.
	Module       string
	Size, Packed int
	// Memory is how many bytes the program may use.
	Memory int
	// HasOrders says that there are orders of clients to step through.
	HasOrders bool
	// Guides are the guides whose examples can be run in the playground.
	Guides []PlayGuide
}

// PlayGuide is a guide with its examples, which it compares.
type PlayGuide struct {
	Entry
	Examples []PlayExample
}

// PlayExample is an example as its guide calls it.
type PlayExample struct {
	Name, Letter, Caption string
	Lang                  string // of the caption, "" if it is the guide's
	Script                string // the path of its script for mongosh from the site's root, "" for none
}

// playGuide is the text of a playground: its title.
func playGuide(l *language) *guide.Guide {
	return &guide.Guide{Page: guide.Page{Slug: guide.Play, Lang: l.Lang, Meta: guide.Meta{Title: l.Play, Description: l.PlayWords["lead"]}}}
}

// playground writes the data from which a script makes the playground, and for
// readers without scripts the list of guides with their examples.
func (w *writer) playground() {
	p := w.in.Playground
	w.styledBy("with-notice.css")
	w.strings(`<p>`, html.EscapeString(w.words.PlayWords["lead"]), `</p><noscript><p class="notice">`, html.EscapeString(w.words.PlayWords["script"]), "</p></noscript>\n")
	w.strings(`<div`, markup.Attribute("id", "_play"), markup.Attribute("data-words", w.playWords()), markup.Attribute("data-module", p.Module),
		markup.Attribute("data-size", strconv.Itoa(p.Size)), markup.Attribute("data-packed", strconv.Itoa(p.Packed)), markup.Attribute("data-memory", strconv.Itoa(p.Memory)), `><ul>`)
	for _, g := range p.Guides {
		w.strings(`<li><a`, markup.Attribute("href", w.in.Folder+g.Slug+".html"))
		if g.Lang != w.in.Lang {
			w.WriteString(markup.Attribute("lang", g.Lang))
		}
		w.strings(`>`, html.EscapeString(g.Title), `</a><ul>`)
		for _, e := range g.Examples {
			w.strings("<li")
			if path.Base(e.Script) != e.Name+".mongosh.js" { // else the script's name has it
				w.WriteString(markup.Attribute("data-name", e.Name))
			}
			if e.Letter != "" {
				w.WriteString(markup.Attribute("data-letter", e.Letter))
			}
			if e.Lang != "" && e.Lang != g.Lang {
				w.WriteString(markup.Attribute("lang", e.Lang))
			}
			w.WriteString(">")
			if e.Script != "" {
				w.strings("<a", markup.Attribute("href", w.in.Root+e.Script), " download>", html.EscapeString(e.Caption), "</a></li>")
				continue
			}
			w.strings(html.EscapeString(e.Caption), "</li>")
		}
		w.WriteString("</ul></li>")
	}
	w.WriteString("</ul></div>")
}

// playWords are the words of the playground's script, as JSON.
func (w *writer) playWords() string {
	words := map[string]any{
		"documents": w.words.Documents, "bytes": w.words.Bytes, "array": w.words.ArrayOf, "more": w.words.MoreElements, "moreDocuments": w.words.MoreDocuments,
		"measures": w.words.Measures, "unmeasured": w.words.Unmeasured, "notMeasured": w.words.NotMeasured, "measure": w.words.Measure,
		"data": w.words.Data, "step": w.words.Step, "result": w.words.Result, "error": w.words.Error, "cost": w.words.Cost, "done": w.words.Done, "changes": w.words.Changes,
		"copied": w.words.Copied, "copyFailed": w.words.CopyFailed, "unsent": w.words.Unsent, "byte": w.words.ByteSign, "title": w.words.Play,
		"read": w.words.Read, "changed": w.words.Changes["changed"], "touch-legend": w.words.TouchLegend,
	}
	for key, text := range w.words.PlayWords {
		words["play-"+key] = text
	}
	if w.in.Playground.HasOrders {
		words["separator"] = w.words.ListSeparator
		for key, text := range w.words.OrderWords {
			words["order-"+key] = text
		}
		for key, text := range w.words.ReplayWords {
			words["replay-"+key] = text
		}
	}
	encoded, err := json.Marshal(words)
	if err != nil {
		return "{}" // texts and plurals have a form in JSON
	}
	return string(encoded)
}
