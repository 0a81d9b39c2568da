package example

import (
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Others are the examples that an example may name.
type Others struct {
	Names []string
	// Text returns the file of one of them, nil if its bytes are wrong.
	Text func(name string) *diag.Text
}

// named returns the examples that an example names.
func (e *Example) named() []*Example {
	var named []*Example
	if e.From != nil {
		named = append(named, e.From)
	}
	if e.Move != nil {
		named = append(named, e.Move.To)
	}
	return named
}

// modelKeys are what an example has from another that it names.
var modelKeys = []string{"sizes", "schema", "references", "initialData"}

// requireModel reports the keys that an example needs which names no other to have
// them from.
func (r *reader) requireModel(v *ejson.Value) {
	for _, key := range []string{"schema", "initialData"} {
		if v.Kind == ejson.Object && v.Get(key) == nil {
			r.errorf(v.Start, `or "from", with the name of the example that has it`, "the example has no %q", key)
		}
	}
}

// Standalone returns the text of the example with the data that it has from another
// one, and without the model that it moves to: it can be read alone.
func (e *Example) Standalone() []byte {
	if e.From == nil {
		return e.Text.Bytes
	}
	root, _ := ejson.Parse(e.Text)
	from, _ := ejson.Parse(e.From.Text)
	alone := &ejson.Value{Kind: ejson.Object}
	for _, m := range root.Members {
		switch m.Key {
		case "from":
			for _, taken := range from.Members {
				if slices.Contains(modelKeys, taken.Key) {
					alone.Members = append(alone.Members, taken)
				}
			}
		case "arrives":
		default:
			alone.Members = append(alone.Members, m)
		}
	}
	return ejson.Format(alone)
}
