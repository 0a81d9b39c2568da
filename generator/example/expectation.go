package example

import (
	"fmt"
	"math"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Expectation is an expected result as it is written, matchers included.
type Expectation struct {
	Value bson.RawValue
	Pos   diag.Pos
	// Start is the offset of the value's first byte in the file, End that of
	// the byte after it.
	Start, End int
}

// ExpectedError says how a step should fail.
type ExpectedError struct {
	Code     int32
	CodeName string
	Contains string
	By       string // "server" or "driver", or "" where the error is still to be filled in
	Pos      diag.Pos
	// Start and End are as in Expectation.
	Start, End int
}

// ExpectedCost is the expected cost of a step, or footprint of a model.
type ExpectedCost struct {
	numbers map[string][]int64 // by measure: one for each size, or one for all
	Pos     diag.Pos
	// Start and End are as in Expectation.
	Start, End int
}

// Number returns the expected number of a measure in the nth of the example's
// runs, counted from 0; false if none is expected.
func (e *ExpectedCost) Number(measure string, run int) (int64, bool) {
	numbers := e.numbers[measure]
	switch {
	case len(numbers) == 0:
		return 0, false
	case len(numbers) == 1:
		return numbers[0], true
	}
	return numbers[run], true
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

// documents returns the expected documents, and false if that is no array.
func (e *Expectation) documents() ([]bson.RawValue, bool) {
	if e == nil || e.Value.Type != bson.TypeArray {
		return nil, false
	}
	values, err := e.Value.Array().Values()
	return values, err == nil
}
