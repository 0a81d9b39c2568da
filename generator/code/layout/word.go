package layout

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"modelbook/generator/figure"
)

// Word is a value without parts. If it doesn't fit after its name, it goes to the next
// line; a long string is cut.
type Word struct {
	Tokens  []figure.Token
	IsNamed bool
	// Joint follows each part of a cut string but the last; it is "" if the language joins
	// neighbouring literals. A string is cut only where its parts have at least ShortPart
	// columns.
	Joint     string
	ShortPart int

	columns int
}

// Doc returns the Doc of a word.
func (w Word) Doc() Doc {
	w.columns = Columns(w.Tokens)
	return &w
}

func (w *Word) flat() int    { return w.columns }
func (w *Word) leads() trail { return trail{columns: int32(w.columns)} }

func (w *Word) write(p *printer, s state) {
	columns := w.columns
	below := s.indent + p.Step
	switch {
	case s.isFlat, columns+s.trail <= p.room():
	case IsString(w.Tokens) && (w.ShortPart == 0 || p.margin+p.Width-below-s.trail >= w.ShortPart):
		w.cut(p, s)
		return
	case w.IsNamed && p.column > below && !IsString(w.Tokens):
		p.trimSpace()
		p.newline(below)
	}
	p.write(w.Tokens...)
	p.column += columns
}

// IsString reports whether tokens are a string that may be cut.
func IsString(tokens []figure.Token) bool {
	return len(tokens) == 1 && tokens[0].Class == figure.String && tokens[0].Text[0] != '/'
}

const (
	// leastRoom is the least number of columns for which a string is cut. Where deeper
	// code leaves fewer, the rest of it goes beyond the width in one piece.
	leastRoom = 8
	// roomBehind is the least number of columns after a name in which a string begins to
	// be cut; with fewer it begins in the next line.
	roomBehind = 24
)

// cut writes a string as several literals with the joint between them, cut after spaces
// where there are any.
func (w *Word) cut(p *printer, s state) {
	write := func(class figure.Class, text string) {
		p.write(figure.Token{Class: class, Text: text})
		p.column += figure.Columns(text)
	}
	literal := w.Tokens[0].Text
	mark, body := literal[:1], literal[1:len(literal)-1]
	if p.column > s.indent+p.Step && p.room() < roomBehind {
		p.trimSpace()
		p.newline(s.indent + p.Step)
	}
	rest := figure.Columns(body)
	for {
		room := p.room() - len("''")
		if rest+s.trail <= room || room < leastRoom {
			write(figure.String, mark+body+mark)
			return
		}
		var head string
		head, body = cutLiteral(body, room-len(w.Joint))
		rest -= figure.Columns(head)
		write(figure.String, mark+head+mark)
		if w.Joint != "" {
			write(figure.Plain, w.Joint)
		}
		p.newline(s.indent + p.Step)
	}
}

// cutLiteral cuts a literal's body after at most room columns and at least
// one character: after the last space among these, else after the last underscore, else
// anywhere but inside an escape sequence.
func cutLiteral(body string, room int) (head, tail string) {
	end, space, underscore, used := 0, 0, 0, 0
	for end < len(body) {
		next := end + characterLength(body[end:])
		used += figure.Columns(body[end:next])
		if used > room && end > 0 {
			break
		}
		end = next
		switch body[end-1] {
		case ' ':
			space = end
		case '_':
			underscore = end
		}
	}
	if before := cmp.Or(space, underscore); before > 0 && end < len(body) {
		end = before
	}
	return body[:end], body[end:]
}

// characterLength returns the length in bytes of the first character or escape sequence.
func characterLength(body string) int {
	switch {
	case strings.HasPrefix(body, `\u{`):
		return strings.IndexByte(body, '}') + 1
	case strings.HasPrefix(body, `\U`):
		return len(`\U00000000`)
	case strings.HasPrefix(body, `\u`):
		return len(`\u0000`)
	case body[0] == '\\':
		return 2
	}
	_, n := utf8.DecodeRuneInString(body)
	return n
}
