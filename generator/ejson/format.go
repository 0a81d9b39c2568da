package ejson

import (
	"fmt"
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
	line := flat(v)
	if len(v.Items)+len(v.Members) == 0 || taken+utf8.RuneCountInString(line)+len(",") <= Columns {
		return line
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
	switch v.Kind {
	case Null, True, False:
		return v.Kind.String()
	case Number:
		return v.Text
	case String:
		return quote(v.Text)
	}
	var parts []string
	for i, label := range labels(v) {
		parts = append(parts, label+flat(child(v, i)))
	}
	joined := strings.Join(parts, ", ")
	switch {
	case v.Kind == Array:
		return "[" + joined + "]"
	case joined == "":
		return "{}"
	}
	return "{ " + joined + " }"
}

// quote writes a string with no more escapes than Parse asks for.
func quote(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return `"` + s + `"`
	}
	var out strings.Builder
	out.WriteByte('"')
	before := '"'
	for i, r := range s {
		after, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if r == '"' || r == '\\' || r == '\n' || r == '\t' || invisible.Between(before, r, after) {
			out.WriteString(escaped(r))
		} else {
			out.WriteRune(r)
		}
		before = r
	}
	out.WriteByte('"')
	return out.String()
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
