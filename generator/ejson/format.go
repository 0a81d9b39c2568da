package ejson

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/invisible"
)

// Columns is how wide a line of the standard formatting may be, in characters.
const Columns = 100

// Format returns the standard formatting of a whole file: an object or array that
// fits into one line is written in it, any other has one member per line,
// indented by two spaces. The order of keys and the notation of numbers do not
// change.
func Format(v *Value) []byte {
	return []byte(layout(v, 0, 0) + "\n")
}

// Print returns a value in the standard formatting, without a line end.
func Print(v bson.RawValue) string { return layout(FromBSON(v), 0, 0) }

// layout writes v. Its first line has taken columns already, the lines after
// it are indented like a value at indent. A comma may have to follow.
func layout(v *Value, indent, taken int) string {
	if len(v.Items)+len(v.Members) == 0 {
		return flat(v)
	}
	// A character has at most four bytes: what is longer does not fit, and is not written
	// to its end at each of its levels.
	if line, ok := appendFlat(nil, v, utf8.UTFMax*Columns); ok && taken+utf8.RuneCount(line)+len(",") <= Columns {
		return string(line)
	}
	opening, closing := "[", "]"
	if v.Kind == Object {
		opening, closing = "{", "}"
	}
	start := "\n" + strings.Repeat(" ", indent+2)
	var out strings.Builder
	out.WriteString(opening)
	for i, label := range labels(v) {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(start + label)
		out.WriteString(layout(child(v, i), indent+2, indent+2+utf8.RuneCountInString(label)))
	}
	out.WriteString("\n" + strings.Repeat(" ", indent) + closing)
	return out.String()
}

// labels returns the text before each child of v.
func labels(v *Value) []string {
	if v.Kind == Array {
		return make([]string, len(v.Items))
	}
	keys := make([]string, len(v.Members))
	for i, m := range v.Members {
		keys[i] = quote(m.Key) + ": "
	}
	return keys
}

func child(v *Value, i int) *Value {
	if v.Kind == Array {
		return v.Items[i]
	}
	return v.Members[i].Value
}

// flat writes v in one line.
func flat(v *Value) string {
	line, _ := appendFlat(nil, v, math.MaxInt)
	return string(line)
}

// appendFlat appends v in one line. It is not ok, and the line not whole, if that
// becomes longer than a number of bytes.
func appendFlat(line []byte, v *Value, most int) (_ []byte, ok bool) {
	switch v.Kind {
	case Null, True, False:
		return append(line, v.Kind.String()...), true
	case Number:
		return append(line, v.Text...), true
	case String:
		return appendQuoted(line, v.Text), true
	}
	opening, separator, closing := "[", ", ", "]"
	if v.Kind == Object {
		opening, closing = "{ ", " }"
	}
	if len(v.Items)+len(v.Members) == 0 {
		opening = opening[:1]
		closing = closing[len(closing)-1:]
	}
	line = append(line, opening...)
	for i := range len(v.Items) + len(v.Members) {
		if i > 0 {
			line = append(line, separator...)
		}
		if v.Kind == Object {
			line = append(appendQuoted(line, v.Members[i].Key), ": "...)
		}
		if line, ok = appendFlat(line, child(v, i), most); !ok || len(line) > most {
			return line, false
		}
	}
	return append(line, closing...), true
}

// quote writes a string with no more escapes than Parse asks for.
func quote(s string) string { return string(appendQuoted(nil, s)) }

func appendQuoted(line []byte, s string) []byte {
	line = append(line, '"')
	before := '"'
	for i, r := range s {
		if r < utf8.RuneSelf && r >= ' ' && r != '"' && r != '\\' && r != 0x7F { // most are of these
			line, before = append(line, byte(r)), r
			continue
		}
		after, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if r == '"' || r == '\\' || r == '\n' || r == '\t' || invisible.Between(before, r, after) {
			line = append(line, escaped(r)...)
		} else {
			line = utf8.AppendRune(line, r)
		}
		before = r
	}
	return append(line, '"')
}

// escaped writes a character as an escape.
func escaped(r rune) string {
	for short, meant := range shortEscapes {
		if meant == r && r != '/' {
			return `\` + string(short)
		}
	}
	units := ""
	for _, unit := range utf16.Encode([]rune{r}) {
		units += fmt.Sprintf(`\u%04x`, unit)
	}
	return units
}
