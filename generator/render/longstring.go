package render

import (
	"strings"
	"unicode/utf8"

	"modelbook/generator/figure"
)

const joint = " +"

// longString writes a quoted string as several that + joins, cut after
// spaces where there are any.
func (l *layout) longString(literal string, indent, trail int) {
	mark, body := literal[:1], literal[1:len(literal)-1]
	if l.column > indent+l.indent() && Columns-l.column < 24 {
		l.trimSpace()
		l.newline(indent + l.indent())
	}
	rest := figure.Columns(body)
	for {
		room := Columns - l.column - len("''")
		if rest+trail <= room {
			l.write(figure.Token{Class: figure.String, Text: mark + body + mark})
			return
		}
		var head string
		head, body = cutLiteral(body, room-len(joint))
		rest -= figure.Columns(head)
		l.write(figure.Token{Class: figure.String, Text: mark + head + mark}, figure.Token{Text: joint})
		l.newline(indent + l.indent())
	}
}

// cutLiteral cuts a literal's body after at most room columns and at least
// one character: after the last space in there, else anywhere but inside an
// escape sequence.
func cutLiteral(body string, room int) (head, tail string) {
	end, space, used := 0, 0, 0
	for end < len(body) {
		next := end + characterLength(body[end:])
		used += figure.Columns(body[end:next])
		if used > room && end > 0 {
			break
		}
		end = next
		if body[end-1] == ' ' {
			space = end
		}
	}
	if space > 0 && end < len(body) {
		end = space
	}
	return body[:end], body[end:]
}

// characterLength gives the bytes of the first character or escape sequence.
func characterLength(body string) int {
	switch {
	case strings.HasPrefix(body, `\u{`):
		return strings.IndexByte(body, '}') + 1
	case strings.HasPrefix(body, `\u`):
		return len(`\u0000`)
	case body[0] == '\\':
		return 2
	}
	_, n := utf8.DecodeRuneInString(body)
	return n
}
