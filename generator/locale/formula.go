package locale

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Formulas of so many characters stay on one line: about half of a narrow phone's, and
// of a column of a table.
const (
	wholeInText = 20
	wholeInCell = 8
)

// operators have a rank: a formula that is too long for a line breaks before one of
// the lowest. No line ends in one.
var operators = map[string]int{
	"=": 0, "<": 0, ">": 0, "≤": 0, "≥": 0, "≈": 0, "≠": 0,
	"+": 1, "−": 1,
	"×": 2, "÷": 2,
}

// inBrackets is added to the rank of an operator for each bracket around it.
const inBrackets = 10

// begins and ends have the bytes that an operator may begin and end with.
var begins, ends = func() (begins, ends [256]bool) {
	for sign := range operators {
		begins[sign[0]], ends[sign[len(sign)-1]] = true, true
	}
	return begins, ends
}()

// KeepsFormula reports whether the space between two pieces of a text is one of a
// formula at which no line breaks: one behind an operator, and one before it unless
// the formula is long, more so in a cell of a table, and this is where it breaks.
func KeepsFormula(before, after []byte, cell bool) bool {
	if len(after) == 0 {
		return false
	}
	if len(before) > 0 && ends[before[len(before)-1]] && isOperator(lastToken(before)) {
		return true
	}
	if !begins[after[0]] {
		return false
	}
	sign := firstToken(after)
	if !isOperator(sign) || len(sign) == len(after) {
		return false
	}
	f := formula{{width: width(lastToken(before))}}
	f.growLeft(before)
	at := len(f)
	f.growRight(after)
	if cell {
		return f.keeps(at, wholeInCell)
	}
	return f.keeps(at, wholeInText)
}

// formula is a list of operands, each but the first with the operator before it.
type formula []operand

type operand struct {
	rank  int // of the operator before it
	width int // in characters, with the operator and its spaces
}

// growLeft inserts the operands and operators to the left of the last operand of
// a text before the formula. Ranks are relative to the brackets around this
// operand.
func (f *formula) growLeft(text []byte) {
	depth := 0
	for {
		last := lastToken(text)
		depth += bytes.Count(last, []byte(")")) - bytes.Count(last, []byte("("))
		text = bytes.TrimRight(text[:len(text)-len(last)], " ")
		sign := lastToken(text)
		if !isOperator(sign) {
			return
		}
		text = bytes.TrimRight(text[:len(text)-len(sign)], " ")
		(*f)[0].rank, (*f)[0].width = operators[string(sign)]+depth*inBrackets, (*f)[0].width+3
		*f = slices.Insert(*f, 0, operand{width: width(lastToken(text))})
	}
}

// growRight appends the operators and operands at the beginning of a text to
// the formula.
func (f *formula) growRight(text []byte) {
	depth := 0
	for {
		sign := firstToken(text)
		if !isOperator(sign) || len(sign) == len(text) {
			return
		}
		text = bytes.TrimLeft(text[len(sign):], " ")
		next := firstToken(text)
		*f = append(*f, operand{rank: operators[string(sign)] + depth*inBrackets, width: width(next) + 3})
		if len(next) == len(text) || bytes.ContainsRune([]byte(",;:.?!"), rune(next[len(next)-1])) {
			return
		}
		depth += bytes.Count(next, []byte("(")) - bytes.Count(next, []byte(")"))
		text = bytes.TrimLeft(text[len(next):], " ")
	}
}

// keeps reports whether a formula does not break before its operand at: it is no
// longer than whole, or it breaks at operators of a lower rank into pieces of which this one is.
func (f formula) keeps(at, whole int) bool {
	for {
		all, lowest := f[0].width, f[at].rank
		for _, o := range f[1:] {
			all, lowest = all+o.width, min(lowest, o.rank)
		}
		switch {
		case all <= whole:
			return true
		case f[at].rank == lowest:
			return false
		}
		from, to := at-1, at+1
		for from > 0 && f[from].rank != lowest {
			from--
		}
		for to < len(f) && f[to].rank != lowest {
			to++
		}
		f, at = f[from:to], at-from
	}
}

func isOperator(token []byte) bool {
	_, ok := operators[string(token)]
	return ok
}

// firstToken returns the text up to the first space, lastToken the text after
// the last one.
func firstToken(text []byte) []byte {
	if end := bytes.IndexByte(text, ' '); end >= 0 {
		return text[:end]
	}
	return text
}

func lastToken(text []byte) []byte { return text[bytes.LastIndexByte(text, ' ')+1:] }

func width(token []byte) int { return utf8.RuneCount(token) }
