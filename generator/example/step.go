package example

import (
	"fmt"
	"math"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

func (r *reader) steps(v *ejson.Value) {
	items := r.array(v, `"steps"`)
	if v != nil && v.Kind == ejson.Array && len(items) == 0 {
		r.errorf(v.Start, "an example that runs nothing shows nothing", `"steps" is empty`)
	}
	seen := map[string]int{} // lines
	for _, item := range items {
		r.creates(item)
	}
	for _, item := range items {
		if !r.object(item, "the step", stepKeys) {
			continue
		}
		step := r.readStep(item)
		if line, twice := seen[step.ID]; twice {
			r.errorf(item.Get("id").Start, fmt.Sprintf("line %d has it already", line), "the id %q comes twice", step.ID)
		}
		seen[step.ID] = step.Pos.Line
		r.example.Steps = append(r.example.Steps, step)
	}
	r.answersApart(seen)
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

// creates notes the collection that a step makes, by the command create or by
// giving one another name.
func (r *reader) creates(step *ejson.Value) {
	arguments := at(step, "operation", "arguments")
	for _, name := range []*ejson.Value{at(arguments, "command", "create"), at(arguments, "to")} {
		if name != nil && name.Kind == ejson.String {
			r.created[name.Text] = true
		}
	}
}

// at gives what stands below v, or nil.
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
	r.repeats = v.Get("repeat") != nil
	s := Step{
		ID: r.id(id, `"id"`), Pos: r.text.Pos(id.Start), repeat: r.repeat(v.Get("repeat")),
		Operation: r.operation(operation), After: operation.End,
		Answers: r.answers(v.Get("answers")), Expect: r.expectation(v.Get("expectResult")),
		ExpectError: r.expectedError(v.Get("expectError")), ExpectCost: r.expectedCost(v.Get("expectCost"), Measures),
	}
	r.client(v.Get("client"), &s)
	r.session(v.Get("session"), operation, &s)
	r.unsent(v, &s)
	s.Save = r.save(v.Get("save"), &s)
	r.note(v)
	r.alongside(v.Get("alongside"), &s)
	r.unordered(v.Get("unordered"), &s)
	if s.Expect != nil && s.ExpectError != nil {
		r.errorf(v.Get("expectError").Start, "", `a step has "expectResult" or "expectError", not both`)
	}
	if len(r.list) == before {
		r.order(s, operation)
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

func (r *reader) answers(v *ejson.Value) *Answers {
	if v == nil || !r.object(v, `"answers"`, answersKeys) {
		return nil
	}
	a := &Answers{ID: r.id(v.Get("id"), `"id"`), Pos: r.text.Pos(v.Start)}
	for _, item := range r.array(v.Get("fields"), `"fields"`) {
		a.Fields = append(a.Fields, r.string(item, `a name in "fields"`))
	}
	return a
}

func (r *reader) expectation(v *ejson.Value) *Expectation {
	if v == nil {
		return nil
	}
	r.matchers(v, false)
	return &Expectation{Value: raw(r.value(v)), Pos: r.text.Pos(v.Start), Start: v.Start, End: v.End}
}

func (r *reader) expectedError(v *ejson.Value) *ExpectedError {
	if v == nil || !r.object(v, `"expectError"`, errorKeys) {
		return nil
	}
	e := &ExpectedError{By: "server", Pos: r.text.Pos(v.Start), Start: v.Start, End: v.End}
	if len(v.Members) == 0 {
		e.By = ""
		return e
	}
	if by := v.Get("by"); by != nil {
		e.By = r.string(by, `"by"`)
	}
	if contains := v.Get("contains"); contains != nil {
		e.Contains = r.string(contains, `"contains"`)
	}
	code, name := v.Get("code"), v.Get("codeName")
	switch e.By {
	case "server":
		r.code(v, code, name, e)
	case "driver":
		if code != nil || name != nil || e.Contains == "" {
			r.errorf(v.Start, `say what the message contains`, `an error by the driver has no code`)
		}
	default:
		r.errorf(v.Get("by").Start, `write "server" or "driver"`, `"by" is %q`, e.By)
	}
	return e
}

func (r *reader) code(v, code, name *ejson.Value, e *ExpectedError) {
	if code == nil || name == nil {
		r.errorf(v.Start, `write { "code": 121, "codeName": "DocumentValidationFailure" }`, `an error by the server has a "code" and a "codeName"`)
		return
	}
	n, ok := r.integer(code, `"code"`, 1, math.MaxInt32)
	e.Code, e.CodeName = int32(n), r.string(name, `"codeName"`)
	switch known := codeNames[e.Code]; {
	case !ok:
	case e.Code == NotImplemented:
		r.errorf(code.Start, "it is how the embedded database refuses", "238 satisfies no expectation")
	case known != "" && known != e.CodeName:
		r.errorf(name.Start, "write "+known, "the code %d is not %s", e.Code, e.CodeName)
	case known == "" && e.Code > 10000 && e.CodeName != fmt.Sprintf("Location%d", e.Code):
		r.errorf(name.Start, fmt.Sprintf("write Location%d", e.Code), "the code %d has no name of its own", e.Code)
	}
}

// expectedCost reads "expectCost" of a step or of the model. Each measure has
// one number, or one for each size.
func (r *reader) expectedCost(v *ejson.Value, names []string) *ExpectedCost {
	if v == nil || !r.object(v, `"expectCost"`, strings.Join(names, " ")) {
		return nil
	}
	expected := &ExpectedCost{numbers: map[string][]int64{}, Pos: r.text.Pos(v.Start), Start: v.Start, End: v.End}
	for _, m := range v.Members {
		expected.numbers[m.Key] = r.numbers(m.Value, fmt.Sprintf("%q", m.Key))
	}
	return expected
}

// numbers reads an integer, or as many as there are sizes.
func (r *reader) numbers(v *ejson.Value, what string) []int64 {
	items := []*ejson.Value{v}
	if v.Kind == ejson.Array {
		items = v.Items
		if len(items) != len(r.example.Sizes) {
			r.errorf(v.Start, "write one number for each size, or a single one", "%s has %d numbers for %d sizes", what, len(items), len(r.example.Sizes))
		}
	}
	var numbers []int64
	for _, item := range items {
		n, _ := r.integer(item, what, 0, math.MaxInt64)
		numbers = append(numbers, n)
	}
	return numbers
}

// documents gives the expected documents, and false if that is no array.
func (e *Expectation) documents() ([]bson.RawValue, bool) {
	if e == nil || e.Value.Type != bson.TypeArray {
		return nil, false
	}
	values, err := e.Value.Array().Values()
	return values, err == nil
}
