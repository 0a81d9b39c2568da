package render

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"modelbook/generator/figure"
)

// joint is what stands behind the parts of a string, where they are no one string by
// themselves.
const joint = " +"

// leastRoom is what a string is cut for. Where code stands deeper it goes beyond the
// width in one piece.
const leastRoom = 8

// longString writes a quoted string as several that joint joins, cut after
// spaces where there are any.
func (l *layout) longString(literal, joint string, indent, trail int) {
	mark, body := literal[:1], literal[1:len(literal)-1]
	if l.column > indent+l.indent() && l.columns()-l.column < 24 {
		l.trimSpace()
		l.newline(indent + l.indent())
	}
	rest := figure.Columns(body)
	for {
		room := l.columns() - l.column - len("''")
		if rest+trail <= room || room < leastRoom {
			l.write(figure.Token{Class: figure.String, Text: mark + body + mark})
			return
		}
		var head string
		head, body = cutLiteral(body, room-len(joint))
		rest -= figure.Columns(head)
		l.write(figure.Token{Class: figure.String, Text: mark + head + mark})
		if joint != "" {
			l.write(figure.Token{Text: joint})
		}
		l.newline(indent + l.indent())
	}
}

// cutLiteral cuts a literal's body after at most room columns and at least
// one character: after the last space in there, else after the last underscore, else
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

// characterLength gives the bytes of the first character or escape sequence.
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
