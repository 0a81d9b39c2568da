package figure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// NewCode makes a block of code of tokens, which it splits at line ends. A line
// end after the last line is dropped.
func NewCode(language string, tokens []Token) Code {
	lines := splitLines(tokens)
	if n := len(lines); n > 0 && len(lines[n-1].Tokens) == 0 {
		lines = lines[:n-1]
	}
	code := Code{Language: language, Lines: lines}
	for _, line := range lines {
		code.Width = max(code.Width, line.columns())
	}
	return code
}

func splitLines(tokens []Token) []Line {
	ends := 0
	for _, token := range tokens {
		ends += strings.Count(token.Text, "\n")
	}
	lines := append(make([]Line, 0, ends+1), Line{})
	pieces := make([]Token, 0, len(tokens)+ends)
	for _, token := range tokens {
		rest, more := token.Text, true
		for more {
			var text string
			text, rest, more = strings.Cut(rest, "\n")
			if text != "" {
				last := &lines[len(lines)-1]
				pieces = append(pieces, Token{Class: token.Class, Text: text})
				last.Tokens = pieces[len(pieces)-len(last.Tokens)-1 : len(pieces) : len(pieces)]
			}
			if more {
				lines = append(lines, Line{})
			}
		}
	}
	return lines
}

func (l Line) columns() int {
	n := 0
	for _, token := range l.Tokens {
		n += Columns(token.Text)
	}
	return n
}

// Text is the line's code.
func (l Line) Text() string { return text(l.Tokens) }

// Text is the code with a line end after each line.
func (c Code) Text() string {
	var b strings.Builder
	for _, line := range c.Lines {
		b.WriteString(line.Text())
		b.WriteByte('\n')
	}
	return b.String()
}

// Names are the operators and functions of code, each once.
func (c Code) Names() []string { return c.NamesOf(Operator, Function) }

// NamesOf are the tokens of some classes, each once.
func (c Code) NamesOf(classes ...Class) []string {
	var names []string
	for _, line := range c.Lines {
		for _, token := range line.Tokens {
			if slices.Contains(classes, token.Class) && !slices.Contains(names, token.Text) {
				names = append(names, token.Text)
			}
		}
	}
	return names
}

// Text is the box's code, a line for each row.
func (b *Box) Text() string {
	var lines []string
	for _, row := range b.Rows {
		if before := text(row.Before); before != "" {
			lines = append(lines, before)
		}
		if row.Inside != nil {
			lines = append(lines, row.Inside.Text())
		}
		if after := text(row.After); after != "" {
			lines = append(lines, after)
		}
	}
	return strings.Join(lines, "\n")
}

func text(tokens []Token) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteString(token.Text)
	}
	return b.String()
}

// Columns is the width of a line in a font of equal widths: a wide East Asian
// character takes two columns (Unicode annex 11), a combining one none.
func Columns(line string) int {
	// Nearly all text is ASCII, and to look up each rune takes ten times as long.
	ascii := 0
	for ascii < len(line) && line[ascii] < utf8.RuneSelf {
		ascii++
	}
	n := ascii
	for _, r := range line[ascii:] {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
