package parse

import (
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// noteLines reads footnotes, which may follow each other without an empty line.
func (r *lineReader) noteLines() bool {
	for r.at < len(r.text) && !r.atEmpty() {
		line := r.next
		name, text, found := strings.Cut(strings.TrimPrefix(line, "[^"), "]:")
		if !found || name == "" || isEmpty(text) || strings.ContainsAny(name, "[]\\` ") {
			return false
		}
		note := guide.Note{Name: name, Pos: diag.Pos{File: r.file, Line: r.line, Col: 1}}
		from := r.at
		r.skip()
		for r.at < len(r.text) && !r.atEmpty() && !strings.HasPrefix(r.next, "[^") {
			inner := r.next
			if !isText(strings.TrimLeft(inner, " ")) {
				return false
			}
			r.skip()
		}
		note.Source = r.since(from)
		if !isText(strings.TrimLeft(text, " ")) || strings.Contains(note.Source[2:], "[^") || slices.ContainsFunc(r.notes, func(n guide.Note) bool { return n.Name == name }) {
			return false
		}
		r.notes = append(r.notes, note)
	}
	return true
}

// footnotes adds the block of the footnotes, in the order of the references to them.
func (r *lineReader) footnotes() bool {
	if len(r.refs) != len(r.notes) {
		return false
	}
	if len(r.notes) == 0 {
		return true
	}
	b := guide.Block{Kind: guide.Footnotes, Section: r.section}
	for _, name := range r.refs {
		i := slices.IndexFunc(r.notes, func(n guide.Note) bool { return n.Name == name })
		if i < 0 {
			return false
		}
		b.Notes = append(b.Notes, r.notes[i])
	}
	b.Pos = b.Notes[0].Pos
	r.guide.Blocks = append(r.guide.Blocks, b)
	return true
}

// references notes the footnotes that a text refers to.
func (r *lineReader) references(text string) bool {
	if !strings.Contains(text, "[^") {
		return true
	}
	if strings.Contains(text, "``") || strings.Contains(text, `\`) {
		return false
	}
	for rest, ticks := text, 0; ; {
		before, after, found := strings.Cut(rest, "[^")
		ticks += strings.Count(before, "`")
		if !found {
			return true
		}
		name, _, closed := strings.Cut(after, "]")
		if !closed || ticks%2 > 0 {
			return false
		}
		if !slices.Contains(r.refs, name) {
			r.refs = append(r.refs, name)
		}
		rest = after
	}
}
