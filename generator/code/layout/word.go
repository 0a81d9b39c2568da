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
	Name, Tokens, After []figure.Token
	// Joint follows each part of a cut string but the last; it is "" if the language joins
	// neighbouring literals. A string is cut only where its parts have at least ShortPart
	// columns.
	Joint     string
	ShortPart int

	name, columns, after int // columns of each
}

// Doc returns the Doc of a word.
func (w Word) Doc() Doc {
	w.name, w.columns, w.after = Columns(w.Name), Columns(w.Tokens), Columns(w.After)
	return &w
}

func (w *Word) flat() int    { return w.name + w.columns + w.after }
func (w *Word) leads() trail { return trail{columns: int32(w.flat())} }

func (w *Word) write(p *printer, s state) {
	p.write(w.Name...)
	p.column += w.name
	below := s.indent + p.Step
	trail := s.trail + w.after
	switch {
	case s.isFlat, w.columns+trail <= p.room():
		p.write(w.Tokens...)
		p.column += w.columns
	case IsString(w.Tokens) && (w.ShortPart == 0 || p.margin+p.Width-below-trail >= w.ShortPart):
		w.cut(p, below, trail)
	default:
		if w.name > 0 && p.column > below && !IsString(w.Tokens) {
			p.trimSpace()
			p.newline(below)
		}
		p.write(w.Tokens...)
		p.column += w.columns
	}
	p.write(w.After...)
	p.column += w.after
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
func (w *Word) cut(p *printer, below, trail int) {
	write := func(class figure.Class, text string) {
		p.write(figure.Token{Class: class, Text: text})
		p.column += figure.Columns(text)
	}
	literal := w.Tokens[0].Text
	mark, body := literal[:1], literal[1:len(literal)-1]
	if p.column > below && p.room() < roomBehind {
		p.trimSpace()
		p.newline(below)
	}
	rest := figure.Columns(body)
	for {
		room := p.room() - len("''")
		if rest+trail <= room || room < leastRoom {
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
		p.newline(below)
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
