package guide

import "modelbook/generator/diag"

// NamedFigure is an entry of "figures" in the front matter of an original page: a
// number that is calculated from others, which the text links to as #figure/<name>.
type NamedFigure struct {
	Name       string
	Pos        diag.Pos
	Expression Expression
}

// Expression is text of the front matter that is calculated. YAML may quote it or
// break it into lines, so it knows where each of its characters was written.
type Expression struct {
	Text  string // in one line
	Lines []ExpressionLine
}

// ExpressionLine is a stretch of an expression that was written in one piece.
type ExpressionLine struct {
	Offset int      // of its first character in the expression, in code points
	Pos    diag.Pos // of that character
	Source string   // the whole line of the file
}

// At returns where a character of the expression was written, by its offset in code
// points, and the line of the file that it is in.
func (e *Expression) At(offset int) (pos diag.Pos, source string) {
	for _, line := range e.Lines {
		if line.Offset <= offset {
			pos, source = line.Pos, line.Source
			pos.Col += offset - line.Offset
		}
	}
	return pos, source
}

// Figure returns the named figure of that name, or nil.
func (m *Meta) Figure(name string) *NamedFigure {
	for i := range m.Figures {
		if m.Figures[i].Name == name {
			return &m.Figures[i]
		}
	}
	return nil
}
