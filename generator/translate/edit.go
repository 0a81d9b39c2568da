package translate

import (
	"slices"
	"strings"

	"modelbook/generator/diag"
)

// editor takes a page's file apart into pieces of whole lines and puts it
// together again, so that untouched pieces stay as they are.
type editor struct {
	meta   []string // lines of the front matter, its fences included
	head   string   // text between it and the first piece
	pieces []*filePiece
}

// filePiece is a segment with the comments before it and the empty lines behind it.
type filePiece struct {
	segment *Segment
	marks   string // the comments, with the line's end
	text    string
	gap     string // the empty lines behind it
	next    *filePiece
	entry   *Entry // of the base that is made with the page, nil for none
}

func newEditor(page *Page, text *diag.Text) *editor {
	lines := strings.SplitAfter(string(text.Bytes), "\n")
	e := &editor{}
	var segments []*Segment
	for i := range page.Segments {
		if page.Segments[i].Place != FrontMatter {
			segments = append(segments, &page.Segments[i])
		}
	}
	slices.SortStableFunc(segments, func(a, b *Segment) int { return a.Pos.Line - b.Pos.Line })
	body := 1
	for body < len(lines) && strings.TrimRight(lines[body], " \t\n") != "---" {
		body++
	}
	body = min(body+1, len(lines))
	e.meta = lines[:body]
	end := len(lines)
	for _, s := range slices.Backward(segments) {
		from := s.Pos.Line - 1
		if s.Line > 0 {
			from = s.Line - 1
		}
		p := &filePiece{segment: s, marks: strings.Join(lines[from:s.Pos.Line-1], "")}
		text := strings.Join(lines[s.Pos.Line-1:end], "")
		p.text = strings.TrimRight(text, " \t\n")
		p.gap = text[len(p.text):]
		if len(e.pieces) > 0 {
			p.next = e.pieces[0]
		}
		e.pieces = slices.Insert(e.pieces, 0, p)
		end = from
	}
	e.head = strings.Join(lines[body:end], "")
	return e
}

// piece returns the piece of a segment.
func (e *editor) piece(s *Segment) *filePiece {
	i := slices.IndexFunc(e.pieces, func(p *filePiece) bool { return p.segment == s })
	return e.pieces[i]
}

// join puts the pieces together in an order. Two that followed each other before
// keep the text between them.
func (e *editor) join(pieces []*filePiece) []byte {
	var file strings.Builder
	file.WriteString(strings.Join(e.meta, ""))
	if e.head == "" {
		e.head = "\n"
	}
	file.WriteString(e.head)
	for i, p := range pieces {
		file.WriteString(p.marks + p.text)
		switch {
		case i == len(pieces)-1:
			file.WriteByte('\n')
		case p.next == pieces[i+1] && (p.next.marks == "" || strings.Count(p.gap, "\n") > 1):
			file.WriteString(p.gap)
		case p.segment.Kind == kindFootnote && pieces[i+1].segment.Kind == kindFootnote && pieces[i+1].marks == "":
			file.WriteByte('\n')
		default:
			file.WriteString("\n\n")
		}
	}
	return []byte(file.String())
}

// mark puts a comment above a piece in place of the mark that it has.
func (p *filePiece) mark(comment string) {
	p.marks = comment + withoutMarks(p.marks)
}

// withoutMarks removes the comments that an update wrote. It leaves comments by
// people.
func withoutMarks(comments string) string {
	var kept strings.Builder
	for rest := comments; rest != ""; {
		end := strings.Index(rest, "-->")
		if end < 0 {
			return kept.String() + rest
		}
		end += len("-->")
		end += len(rest[end:]) - len(strings.TrimLeft(rest[end:], " \t\n"))
		if comment := strings.TrimLeft(rest[:end], " \t\n"); !strings.HasPrefix(comment, markTranslate) && !strings.HasPrefix(comment, markObsolete) {
			kept.WriteString(rest[:end])
		}
		rest = rest[end:]
	}
	return kept.String()
}

const (
	markTranslate = "<!-- translate "
	markObsolete  = "<!-- obsolete -->"
	markExtra     = "<!-- +1 -->\n\n"
)

// todoMark is the comment above a text that is to be translated: with the changes
// in the original, if the text below is a translation.
func todoMark(hash string, changes []Change) string {
	if changes == nil {
		return markTranslate + hash + " -->\n\n"
	}
	// The comment ends at the first "-->": a diff must not hold one.
	shown := strings.ReplaceAll(strings.TrimRight(WordDiff(changes), "\n"), "-->", "--&gt;")
	return markTranslate + hash + "\n" + shown + "\n-->\n\n"
}

// textEdit is a piece of Markdown that is written in another way.
type textEdit struct {
	from, to int
	instead  string
}

// edited returns a text with edits, which are in the order of their offsets.
func edited(text string, edits []textEdit) string {
	var now strings.Builder
	copied := 0
	for _, e := range edits {
		now.WriteString(text[copied:e.from] + e.instead)
		copied = e.to
	}
	now.WriteString(text[copied:])
	return now.String()
}
