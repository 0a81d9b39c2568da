package render

import (
	"fmt"
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// StepKind is an operation and what came back.
var StepKind = Kind[figure.Step]{
	[]guide.Pattern{{Fragment: "steps/<id>", Place: guide.Alone}},
	func(results []*example.Result, t guide.Target) (figure.Step, error) { return Step(results[0], t.Step) },
}

// remark is what readers are told of a step, under a key of the page's remarks.
type remark struct {
	key string
	// of gives what the remark names, and false if it is not to be made.
	of func(s *example.Step) (name string, made bool)
}

// stepRemarks stand beside the label of a step, resultRemarks behind the size
// of its result.
var (
	stepRemarks = []remark{
		{"client", func(s *example.Step) (string, bool) { return s.Client, s.Client != "" }},
	}
	resultRemarks = []remark{
		{"any-order", func(s *example.Step) (string, bool) { return "", s.Unordered }},
	}
)

func remarks(all []remark, s *example.Step) []figure.Remark {
	var made []figure.Remark
	for _, r := range all {
		if name, ok := r.of(s); ok {
			made = append(made, figure.Remark{Key: r.key, Name: name})
		}
	}
	return made
}

// Remarks gives the keys of what readers are told of steps.
func Remarks() []string {
	var keys []string
	for _, r := range slices.Concat(stepRemarks, resultRemarks) {
		keys = append(keys, r.key)
	}
	return keys
}

// Step gives an operation and what came back. Of an example that did not run
// it shows what the file expects.
func Step(r *example.Result, id string) (figure.Step, error) {
	i := slices.IndexFunc(r.Example.Steps, func(s example.Step) bool { return s.ID == id })
	if i < 0 {
		return figure.Step{}, fmt.Errorf("the example %s has no step %s", r.Example.Name, id)
	}
	step := r.Example.Steps[i]
	code, err := StepCode(&step, r.Example.FirstSize())
	if err != nil {
		return figure.Step{}, fmt.Errorf("%s: %w", step.Operation.Pos, err)
	}
	shown := figure.Step{ID: id, Remarks: remarks(stepRemarks, &step), Unsent: step.Unsent, Operations: []figure.Code{code}}
	shown.Result, err = Result(step, stepResult(r, i))
	if err != nil {
		return shown, fmt.Errorf("%s: %w", step.Pos, err)
	}
	if steps := r.Steps(); i < len(steps) {
		if shown.Changes, err = Changes(steps[i].Changes); err != nil {
			return shown, fmt.Errorf("%s: %w", step.Pos, err)
		}
	}
	if len(shown.Changes) > 0 && shown.Result.Documents < 0 {
		shown.Result = figure.Result{Documents: -1, Done: true} // what was acknowledged shows
	}
	return shown, nil
}

// stepResult gives what came back from a step, or what it is expected to bring.
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

// Result gives what came back from a step.
func Result(step example.Step, back example.StepResult) (figure.Result, error) {
	shown := figure.Result{Documents: -1, Remarks: remarks(resultRemarks, &step)}
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

// rulesCode writes which rules of a validator made a step fail.
func rulesCode(back example.StepResult) (figure.Code, error) {
	if back.Rules.IsZero() {
		return figure.Code{}, nil
	}
	return Value(back.Rules)
}

// documents gives how many documents a result has and their BSON bytes.
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

// Value writes a BSON value that is only read: long arrays are cut.
func Value(v any) (figure.Code, error) {
	node, err := ejson.Open(v)
	if err != nil {
		return figure.Code{}, err
	}
	return valueCode(node)
}

// Document writes a whole document with each of its fields on lines of its own,
// so that two can be compared line by line.
func Document(document any) (figure.Code, error) {
	node, err := ejson.Open(document)
	if err != nil {
		return figure.Code{}, err
	}
	p, err := toPiece(node, false)
	if err != nil {
		return figure.Code{}, err
	}
	var l layout
	if p.container() {
		l.broken(p, 0, 0)
	} else {
		l.piece(p, 0, 0)
	}
	return figure.Code{Language: language, Lines: l.lines, Width: widest(l.lines)}, nil
}

// valueCode writes a value by itself.
func valueCode(n ejson.Node) (figure.Code, error) {
	p, err := toPiece(n, true)
	if err != nil {
		return figure.Code{}, err
	}
	var l layout
	l.piece(p, 0, 0)
	return figure.Code{Language: language, Lines: l.lines, Width: widest(l.lines)}, nil
}
