package render

import (
	"fmt"
	"slices"
	"strconv"

	"modelbook/generator/code"
	"modelbook/generator/code/shell"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// stepKind is a figure of an operation and its result.
var stepKind = Kind{
	[]guide.Pattern{{Fragment: "steps/<id>", Place: guide.Alone}},
	func(of Models, t guide.Target) (figure.Figure, error) {
		return drawn(StepOf(of.Results[0], t.Step))
	},
}

// Step is an operation and its result.
type Step struct {
	Number    int      // of the example's steps, from 1
	Remarks   []Remark // beside its label
	Notes     []Remark // below its code
	Unsent    bool     // the client died before it sent it, so there is no result
	Operation figure.Code
	Result    Result
	Changes   []DocumentChange // of documents; Result is then only Done, unless it has documents
}

// Remark is a key of the page's remarks, and the text for {name} in it.
type Remark struct{ Key, Name string }

func (r Remark) phrase() figure.Phrase {
	return figure.Words{Key: "remarks." + r.Key, With: []figure.Argument{{Name: "name", Phrase: figure.Text(r.Name)}}}
}

// Result is the result of a step: documents, a value, or an error.
type Result struct {
	Code      figure.Code // of the value; of an error, the broken rules
	Documents int         // -1 if the result is not a list of documents
	Bytes     int         // BSON bytes of the documents, 0 if there are none
	Remarks   []Remark    // after its size
	Done      bool        // it succeeded, and there is nothing to show
	ErrorCode int         // 0 if the step succeeded
	ErrorName string      // as the server names it
	ByDriver  bool        // the driver refused, nothing was sent
}

// Figure returns the operation in one pane and its outcome in the next. Readers find
// it by its operators and functions, and by its error.
func (s Step) Figure() figure.Figure {
	label := figure.Label{Word: figure.Words{Key: "step"}, OfSeveral: "step-number", Caption: true}
	for _, remark := range s.Remarks {
		label.Remarks = append(label.Remarks, figure.Remark{Class: remark.Key, Said: remark.phrase()})
	}
	names := s.Operation.Names()
	if s.Result.ErrorCode != 0 {
		names = append(names, strconv.Itoa(s.Result.ErrorCode))
	}
	if s.Result.ErrorName != "" {
		names = append(names, s.Result.ErrorName)
	}
	elements := []figure.Element{label, figure.Listing{Code: s.Operation, Closes: true}}
	for _, note := range s.Notes {
		elements = append(elements, figure.Note{Said: note.phrase()})
	}
	return figure.Figure{Numbered: true, Names: names, Panes: []figure.Pane{
		{Class: "step", Step: s.Number, Elements: elements},
		{Class: "result", Elements: s.outcome()},
	}}
}

// outcome returns the elements for the result, for the changes of documents, or for
// both.
func (s Step) outcome() []figure.Element {
	if s.Unsent && len(s.Changes) == 0 {
		return []figure.Element{figure.Failure{Word: resultWord, Said: figure.Words{Key: "unsent"}}}
	}
	var elements []figure.Element
	if len(s.Changes) == 0 || s.Result.Documents >= 0 {
		elements = s.Result.elements()
	}
	for _, change := range s.Changes {
		elements = append(elements, change.elements()...)
	}
	return elements
}

var resultWord = figure.Words{Key: "result"}

func (r Result) elements() []figure.Element { return r.elementsUnder(resultWord) }

// elementsUnder returns the elements of a result, of which the first has a word.
func (r Result) elementsUnder(word figure.Phrase) []figure.Element {
	var elements []figure.Element
	if r.ErrorName != "" || r.ErrorCode != 0 || r.ByDriver {
		elements = append(elements, r.failure())
	} else {
		elements = append(elements, figure.Label{Word: word, Said: r.returned()})
	}
	if len(r.Code.Lines) > 0 {
		elements = append(elements, figure.Listing{Code: r.Code, Closes: true})
	}
	return elements
}

func (r Result) failure() figure.Failure {
	failure := figure.Failure{Word: resultWord, Said: figure.Words{Key: "error"}, Code: r.ErrorCode, Name: r.ErrorName}
	if r.ByDriver {
		failure.Remarks = []figure.Remark{{Said: figure.Words{Key: "by-driver"}}}
	}
	return failure
}

// returned returns the size of the result, and whether its order is certain.
func (r Result) returned() figure.Phrase {
	var said figure.Enumeration
	switch {
	case r.Documents >= 0:
		said = append(said, figure.Plural{Key: "documents", Count: r.Documents})
	case r.Done:
		said = append(said, figure.Sequence{figure.Text("✓ "), figure.Words{Key: "done"}})
	}
	if r.Bytes > 0 {
		said = append(said, figure.Plural{Key: "bytes", Count: r.Bytes})
	}
	for _, remark := range r.Remarks {
		said = append(said, remark.phrase())
	}
	return said
}

// remark is a remark on a step, under a key of the page's remarks.
type remark struct {
	key string
	// of returns the name in the remark, and whether the step has the remark.
	of func(s *example.Step) (name string, made bool)
}

// stepRemarks are beside the label of a step, stepNotes below its code, and
// resultRemarks after the size of its result.
var (
	stepRemarks = []remark{
		{"client", func(s *example.Step) (string, bool) { return s.Client, s.Client != "" }},
	}
	stepNotes = []remark{
		{"counted", func(s *example.Step) (string, bool) { return "", countsUp(s) }},
	}
	resultRemarks = []remark{
		{"any-order", func(s *example.Step) (string, bool) { return "", s.Unordered }},
	}
)

// countsUp reports whether a step repeats a read with ids that count up. A program
// would have the ids from earlier reads.
func countsUp(s *example.Step) bool {
	of, _ := example.Describe(s.Operation.Name)
	return s.Repeats() && code.ReturnsDocuments(of)
}

// StepRemarks returns the remarks beside the label of a step and below its code.
func StepRemarks(s *example.Step) []figure.Phrase {
	var said []figure.Phrase
	for _, r := range remarks(slices.Concat(stepRemarks, stepNotes), s) {
		said = append(said, r.phrase())
	}
	return said
}

func remarks(all []remark, s *example.Step) []Remark {
	var made []Remark
	for _, r := range all {
		if name, ok := r.of(s); ok {
			made = append(made, Remark{Key: r.key, Name: name})
		}
	}
	return made
}

// Remarks returns the keys of all remarks on steps.
func Remarks() []string {
	var keys []string
	for _, r := range slices.Concat(stepRemarks, stepNotes, resultRemarks) {
		keys = append(keys, r.key)
	}
	return keys
}

// StepCode returns the shell's code of a step's operation, as it is sent at a size.
func StepCode(s *example.Step, size int) (figure.Code, error) {
	return code.Step(shell.Language, s, size)
}

// StepOf returns an operation and its result. If the example did not run, the result
// is the expected one.
func StepOf(r *example.Result, id string) (Step, error) {
	i := slices.IndexFunc(r.Example.Steps, func(s example.Step) bool { return s.ID == id })
	if i < 0 {
		return Step{}, fmt.Errorf("the example %s has no step %s", r.Example.Name, id)
	}
	step := r.Example.Steps[i]
	operation, err := StepCode(&step, r.Example.FirstSize())
	if err != nil {
		return Step{}, fmt.Errorf("%s: %w", step.Operation.Pos, err)
	}
	shown := Step{Number: i + 1, Remarks: remarks(stepRemarks, &step), Notes: remarks(stepNotes, &step), Unsent: step.Unsent, Operation: operation}
	shown.Result, err = ResultOf(step, stepResult(r, i))
	if err != nil {
		return shown, fmt.Errorf("%s: %w", step.Pos, err)
	}
	if steps := r.Steps(); i < len(steps) {
		if shown.Changes, err = Changes(steps[i].Changes); err != nil {
			return shown, fmt.Errorf("%s: %w", step.Pos, err)
		}
	}
	if len(shown.Changes) > 0 && shown.Result.Documents < 0 {
		shown.Result = Result{Documents: -1, Done: true} // the changes show more than the counts of the result
	}
	return shown, nil
}

// stepResult returns the result of a step or, if it did not run, the expected one.
func stepResult(r *example.Result, i int) example.StepResult {
	if steps := r.Steps(); i < len(steps) {
		return steps[i]
	}
	step := r.Example.Steps[i]
	back := example.StepResult{Error: step.ExpectError}
	if step.Expect != nil {
		back.Value = step.Expect.Value
	}
	return back
}

// ResultOf returns the result of a step as a page shows it.
func ResultOf(step example.Step, back example.StepResult) (Result, error) {
	shown := Result{Documents: -1, Remarks: remarks(resultRemarks, &step)}
	if back.Error != nil {
		shown.ErrorCode, shown.ErrorName = int(back.Error.Code), back.Error.CodeName
		shown.ByDriver = back.Error.By == "driver"
		var err error
		shown.Code, err = rulesCode(back)
		return shown, err
	}
	if back.Value.IsZero() {
		return shown, nil
	}
	d, _ := example.Describe(step.Operation.Name)
	if d.Returns == example.ReturnsNothing || d.Returns == example.ReturnsStream {
		shown.Done = true
		return shown, nil
	}
	node, err := ejson.Open(back.Value)
	if err != nil {
		return shown, err
	}
	shown.Code, err = valueCode(node)
	if d.Returns == example.ReturnsDocument || d.Returns == example.ReturnsDocuments {
		shown.Documents, shown.Bytes = documents(node)
	}
	return shown, err
}

// rulesCode returns the rules of a validator that made a step fail.
func rulesCode(back example.StepResult) (figure.Code, error) {
	if back.Rules.IsZero() {
		return figure.Code{}, nil
	}
	return Value(back.Rules)
}

// documents returns the number of documents of a result and their BSON bytes.
func documents(n ejson.Node) (count, bytes int) {
	switch n.Type {
	case "object":
		return 1, n.Size
	case "array":
		for _, field := range n.Fields {
			bytes += field.Value.Size
		}
		return len(n.Fields), bytes
	}
	return 0, 0
}

// Value returns the code of a BSON value for reading, with long arrays cut.
func Value(v any) (figure.Code, error) {
	node, err := ejson.Open(v)
	if err != nil {
		return figure.Code{}, err
	}
	return valueCode(node)
}

// Document returns the code of a whole document with each of its fields on lines of
// its own, so that two can be compared line by line.
func Document(document any) (figure.Code, error) {
	node, err := ejson.Open(document)
	if err != nil {
		return figure.Code{}, err
	}
	written, err := shell.Value(node)
	return code.Figure(shell.Language, shell.BrokenLines(written)), err
}

// valueCode returns the code of a value.
func valueCode(n ejson.Node) (figure.Code, error) {
	written, err := shell.Read(n)
	return code.Figure(shell.Language, shell.Lines(written)), err
}
