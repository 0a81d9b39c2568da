package example

import (
	"fmt"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Step is one operation and its expected result.
type Step struct {
	ID        string
	Answers   *Answers
	Operation Operation
	Client    string // who sends it, "" if the example has no clients
	Session   string // in which the operation runs, "" for none
	Begins    bool   // the step is the first of its session
	// Unsent says that the client died before it sent the step.
	Unsent bool
	// Expect is the expected value, or nil if ExpectError or nothing is set.
	Expect      *Expectation
	ExpectError *ExpectedError
	ExpectCost  *ExpectedCost
	Must        *Must // nil for none
	// Unordered says that the result's documents come in any order;
	// UnorderedPaths names arrays inside them that do.
	Unordered      bool
	UnorderedPaths []string
	repeat         func(size int) int // nil for once
	// Save is the name under which later steps find the result, or "".
	Save string
	// Alongside is the id of the step that this one is sent together with, or "".
	Alongside string
	Pos       diag.Pos // of the id
	// After is the offset behind the operation's value in the file.
	After int
}

// Answers names the question that a step answers, the same in every example that
// can be compared, and the result's fields that must then agree: their names, at
// any depth.
type Answers struct {
	ID     string
	Fields []string
	Pos    diag.Pos
}

// Times returns how often the step is sent at a size. Its result is that of the
// last time, its cost that of all.
func (s *Step) Times(size int) int {
	if s.repeat == nil {
		return 1
	}
	return s.repeat(size)
}

// Repeats reports whether the step is one that is sent several times.
func (s *Step) Repeats() bool { return s.repeat != nil }

// Wants reports whether a measure of the step is wanted: all are of one that
// answers a question.
func (s *Step) Wants(measure string) bool { return s.Answers != nil || s.Expects(measure) }

// Expects reports whether the step has an expected number of a measure.
func (s *Step) Expects(measure string) bool {
	if s.ExpectCost == nil {
		return false
	}
	_, expected := s.ExpectCost.Number(measure, 0)
	return expected
}

// stepKey is a key of a step.
type stepKey struct {
	name     string
	required bool
	ofSent   bool // a step that is not sent has no use for it
	// read takes the key's value, nil if there is none, into a step of which the
	// id, the operation and the keys before this one in the list were read. It is
	// nil for the id and the operation.
	read func(r *reader, v *ejson.Value, s *Step)
}

// stepKeys are all that a step can say.
var stepKeys = []stepKey{
	{name: "id", required: true},
	{name: "client", read: (*reader).client},
	{name: "session", read: (*reader).session},
	{name: "unsent", read: (*reader).unsent},
	{name: "answers", ofSent: true, read: (*reader).answers},
	{name: "alongside", ofSent: true, read: (*reader).alongside},
	{name: "repeat", ofSent: true, read: (*reader).repeat},
	{name: "note", read: func(r *reader, v *ejson.Value, _ *Step) { r.string(v, `"note"`) }},
	{name: "operation", required: true},
	{name: "save", ofSent: true, read: (*reader).save},
	{name: "unordered", ofSent: true, read: (*reader).unordered},
	{name: "expectResult", ofSent: true, read: func(r *reader, v *ejson.Value, s *Step) { s.Expect = r.expectation(v) }},
	{name: "expectError", ofSent: true, read: func(r *reader, v *ejson.Value, s *Step) { s.ExpectError = r.expectedError(v) }},
	{name: "must", ofSent: true, read: (*reader).must},
	{name: "expectCost", ofSent: true, read: func(r *reader, v *ejson.Value, s *Step) { s.ExpectCost = r.expectedCost(v, Measures) }},
}

// stepTable are their names and marks, for reader.object.
var stepTable = tableOf(stepKeys)

func tableOf(keys []stepKey) string {
	var names []string
	for _, key := range keys {
		if key.required {
			key.name += "!"
		}
		names = append(names, key.name)
	}
	return strings.Join(names, " ")
}

func (r *reader) steps(v *ejson.Value) {
	items := r.array(v, `"steps"`)
	if v != nil && v.Kind == ejson.Array && len(items) == 0 {
		r.errorf(v.Start, "an example that runs nothing shows nothing", `"steps" is empty`)
	}
	seen := map[string]int{} // lines
	for _, item := range items {
		r.noteCreated(item)
	}
	for _, item := range items {
		if !r.object(item, "the step", stepTable) {
			continue
		}
		before := len(r.list)
		step := r.readStep(item)
		if len(r.list) == before {
			r.transaction(item.Get("operation"), &step)
			r.sentTogether(item.Get("operation"), &step)
		}
		if line, twice := seen[step.ID]; twice {
			r.errorf(item.Get("id").Start, fmt.Sprintf("line %d has it already", line), "the id %q comes twice", step.ID)
		}
		seen[step.ID] = step.Pos.Line
		r.example.Steps = append(r.example.Steps, step)
	}
	r.answersApart(seen)
	r.transactionsAborted()
}

// answersApart refuses a question named like a step that is not its whole
// answer: a link to the cost of that name would mean two things.
func (r *reader) answersApart(steps map[string]int) {
	for _, step := range r.example.Steps {
		if a := step.Answers; a != nil && a.ID != step.ID && steps[a.ID] > 0 {
			hint := fmt.Sprintf("give one of them another id; the step is in line %d", steps[a.ID])
			r.list.Add(r.example.Message(a.Pos, fmt.Sprintf("the question %q is named like a step", a.ID), hint))
		}
	}
}

// noteCreated notes the name of a collection that a step makes or renames.
func (r *reader) noteCreated(step *ejson.Value) {
	arguments := at(step, "operation", "arguments")
	for _, name := range []*ejson.Value{at(arguments, "command", "create"), at(arguments, "collection"), at(arguments, "to")} {
		if name != nil && name.Kind == ejson.String {
			r.created[name.Text] = true
		}
	}
}

// at returns the value below v at a path of keys, or nil.
func at(v *ejson.Value, keys ...string) *ejson.Value {
	for _, key := range keys {
		if v != nil {
			v = v.Get(key)
		}
	}
	return v
}

func (r *reader) readStep(v *ejson.Value) Step {
	before := len(r.list)
	id, operation := v.Get("id"), v.Get("operation")
	r.isRepeated = v.Get("repeat") != nil
	s := Step{ID: r.id(id, `"id"`), Pos: r.text.Pos(id.Start), Operation: r.operation(operation), After: operation.End}
	for _, key := range stepKeys {
		value := v.Get(key.name)
		if key.read != nil {
			key.read(r, value, &s)
		}
		if s.Unsent && key.ofSent && value != nil {
			r.errorf(value.Start, "", "a step that is not sent has no %q", key.name)
		}
	}
	if s.Expect != nil && s.ExpectError != nil {
		r.errorf(v.Get("expectError").Start, "", `a step has "expectResult" or "expectError", not both`)
	}
	if len(r.list) == before {
		r.order(s, operation)
		r.example.noteIndexes(s.Operation)
	}
	return s
}

// unordered reads true, or an array of paths, in which "." is the result itself.
func (r *reader) unordered(v *ejson.Value, s *Step) {
	if v == nil {
		return
	}
	if v.Kind != ejson.Array {
		s.Unordered = r.boolean(v, `"unordered"`)
		return
	}
	for _, item := range v.Items {
		path := r.string(item, `a path in "unordered"`)
		if path == "." {
			s.Unordered = true
			continue
		}
		s.UnorderedPaths = append(s.UnorderedPaths, path)
	}
}

func (r *reader) answers(v *ejson.Value, s *Step) {
	if v == nil || !r.object(v, `"answers"`, answersKeys) {
		return
	}
	a := &Answers{ID: r.id(v.Get("id"), `"id"`), Pos: r.text.Pos(v.Start)}
	for _, item := range r.array(v.Get("fields"), `"fields"`) {
		a.Fields = append(a.Fields, r.string(item, `a name in "fields"`))
	}
	s.Answers = a
}

func stepIDs(steps []Step) []string {
	var ids []string
	for _, s := range steps {
		ids = append(ids, s.ID)
	}
	return ids
}
