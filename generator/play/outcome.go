package play

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/render"
)

// Outcome is the outcome of a reader's statements.
type Outcome struct {
	// Unedited says that the text was the step's own, as the guide prints it.
	Unedited   bool        `json:"unedited,omitempty"`
	Mistakes   []Mistake   `json:"mistakes,omitempty"` // then nothing ran
	Statements []Statement `json:"statements,omitempty"`
	// Order is one that was stepped through, in place of statements.
	Order *Order `json:"order,omitempty"`
	// Documents are those of the session as they are now, in place of statements.
	Documents []Documents `json:"documents,omitempty"`
}

// Mistake is a place that can't be read, counted from 1, columns in Unicode
// code points.
type Mistake struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Hint   string `json:"hint,omitempty"`
}

// Statement is the outcome of one statement.
type Statement struct {
	Line    int               `json:"line,omitempty"` // where it begins, 0 for the step's own
	Unsent  bool              `json:"unsent,omitempty"`
	Result  *Result           `json:"result,omitempty"`
	Error   *Failure          `json:"error,omitempty"`
	Cost    map[string]int64  `json:"cost"`          // by the name of the measure
	Why     map[string]string `json:"why,omitempty"` // why others were not measured
	Changes []Change          `json:"changes,omitempty"`
	Plan    *Plan             `json:"plan,omitempty"` // if explain is certain
}

// Result is the result of a statement.
type Result struct {
	Lines     []Line `json:"lines"`
	Documents int    `json:"documents"` // -1 if it is not documents
	Bytes     int    `json:"bytes"`
	Done      bool   `json:"done,omitempty"`
	// Value is the whole result of a statement in Extended JSON, from which the page
	// takes the values of a reader's variables.
	Value string `json:"value,omitempty"`
}

// Failure is an error of the database, in the server's words.
type Failure struct {
	Code    int32  `json:"code,omitempty"`
	Name    string `json:"name,omitempty"`
	Message string `json:"message"`
	Details []Line `json:"details,omitempty"`
	Refused bool   `json:"refused,omitempty"` // the embedded database lacks it
}

// Plan is the plan by which documents were found.
type Plan struct {
	Stages  []string `json:"stages"`
	Indexes []string `json:"indexes"`
}

// Line is a line of code: its tokens, each a class of the style sheet and a
// text.
type Line struct {
	Tokens  []Token `json:"t,omitempty"`
	Sign    string  `json:"s,omitempty"` // "+" or "-"
	LeftOut int     `json:"n,omitempty"` // lines left out that have the same sign
	More    int     `json:"m,omitempty"` // elements left out
}

// Token is a class and a text.
type Token [2]string

func tokens(list []figure.Token) []Token {
	var all []Token
	for _, t := range list {
		all = append(all, Token{t.Class.Letter(), t.Text})
	}
	return all
}

func lines(code figure.Code) []Line {
	all := []Line{}
	for _, line := range code.Lines {
		all = append(all, Line{Tokens: tokens(line.Tokens), More: line.More})
	}
	return all
}

// setCost splits a cost into the measures and the reasons why others were not
// measured.
func (s *Statement) setCost(cost example.Cost) {
	s.Cost = map[string]int64{}
	for _, name := range example.Measures {
		quantity := cost.Measure(name)
		if n, ok := quantity.Number(); ok {
			s.Cost[name] = n
			continue
		}
		if s.Why == nil {
			s.Why = map[string]string{}
		}
		s.Why[name] = string(quantity.Why())
	}
}

// result draws the result of an operation.
func result(o example.Operation, value bson.RawValue) (*Result, error) {
	drawn, err := render.ResultOf(example.Step{Operation: o}, example.StepResult{Value: value})
	if err != nil {
		return nil, err
	}
	return &Result{Lines: lines(drawn.Code), Documents: drawn.Documents, Bytes: drawn.Bytes, Done: drawn.Done}, nil
}
