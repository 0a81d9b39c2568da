package parse

import (
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

const (
	mostFigures    = 50  // of a page
	mostExpression = 500 // characters
)

// figureName is a name that expressions can use: a hyphen would be a minus.
var figureName = regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)

// figures reads a mapping of names to expressions.
func (s *settings) figures(n ast.Node) []guide.NamedFigure {
	var figures []guide.NamedFigure
	seen := map[string]diag.Pos{}
	for _, entry := range s.entries(n, `saved: bytesRead("one", "list") - bytesRead("two", "list")`) {
		name := s.key(entry, seen)
		if name == "" {
			continue
		}
		if !figureName.MatchString(name) {
			s.fail(entry.Key, fmt.Sprintf("%q is not the name of a figure: letters and digits that begin with a small letter", name), "other expressions name it, so it has no hyphen: bytesSaved")
			continue
		}
		expression := s.expression(entry.Value)
		if utf8.RuneCountInString(expression.Text) > mostExpression {
			s.fail(entry.Value, fmt.Sprintf("the expression is longer than %d characters", mostExpression), "give a part of it a name of its own under figures")
			continue
		}
		figures = append(figures, guide.NamedFigure{Name: name, Pos: seen[name], Expression: expression})
	}
	if len(figures) > mostFigures {
		s.failAt(figures[mostFigures].Pos, fmt.Sprintf("a page has at most %d figures", mostFigures), "")
		return figures[:mostFigures]
	}
	return figures
}

// expression reads a text and where its characters were written. It follows the
// text and the lines of the file side by side, since a scalar may be quoted, or
// folded from several lines.
func (s *settings) expression(n ast.Node) guide.Expression {
	e := guide.Expression{Text: s.string(n)}
	at := s.pos(n)
	line := []rune(s.text.Line(at.Line))
	col := at.Col - 1 // from 0
	quote := rune(0)
	switch n.(type) {
	case *ast.LiteralNode: // its text begins below
		col = len(line)
	case *ast.StringNode:
		if col < len(line) && (line[col] == '"' || line[col] == '\'') {
			quote = line[col]
			col++
		}
	}
	last := diag.Pos{}
	for offset, r := range []rune(e.Text) {
		// A fold between lines is one space, at the end of the first of them.
		for r != ' ' && (col >= len(line) || line[col] == ' ' || quote == '"' && line[col] == '\\' && col+1 == len(line)) {
			if col >= len(line) || line[col] == '\\' {
				if at.Line >= s.text.Lines() {
					return e
				}
				at.Line, col = at.Line+1, 0
				line = []rune(s.text.Line(at.Line))
				continue
			}
			col++
		}
		at.Col = col + 1
		if at.Line != last.Line || at.Col != last.Col+1 {
			e.Lines = append(e.Lines, guide.ExpressionLine{Offset: offset, Pos: at, Source: string(line)})
		}
		last = at
		switch {
		case col >= len(line):
		case quote == '\'' && line[col] == '\'':
			col += 2
		case quote == '"' && line[col] == '\\' && col+1 < len(line):
			col += lengthOfEscape(line[col+1])
		default:
			col++
		}
	}
	return e
}

// lengthOfEscape returns how many characters an escape in double quotation marks
// takes, by the one after its backslash.
func lengthOfEscape(kind rune) int {
	switch kind {
	case 'x':
		return len(`\x20`)
	case 'u':
		return len(`\u0020`)
	case 'U':
		return len(`\U00000020`)
	}
	return len(`\"`)
}
