package example

import (
	"fmt"
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

// from takes schema, references, data and the first size of another example.
func (r *reader) from(v *ejson.Value) {
	name := v.Get("from")
	for _, m := range v.Members {
		if slices.Contains(modelKeys, m.Key) {
			r.errorf(m.Start, "leave it out, or \"from\"", "an example with \"from\" has no %q of its own", m.Key)
		}
	}
	r.example.fromPos = r.text.Pos(name.Start)
	from := r.other(name, `"from"`)
	if from == nil {
		return
	}
	e := r.example
	e.From, e.References = from, from.References
	e.Collections, e.unstored = slices.Clone(from.Collections), from.unstored
	if len(from.Sizes) > 0 {
		e.Sizes = from.Sizes[:1:1]
	}
}

// other reads the name of another example, and that example; nil if it can't be had.
func (r *reader) other(v *ejson.Value, what string) *Example {
	name := r.string(v, what)
	switch {
	case name == "":
		return nil
	case name == r.example.Name:
		r.errorf(v.Start, "", "%s names the example itself", what)
		return nil
	case !slices.Contains(r.others.Names, name):
		r.errorf(v.Start, diag.Suggest(name, "examples", r.others.Names), "there is no example %q", name)
		return nil
	}
	text := r.others.Text(name)
	if text == nil {
		r.errorf(v.Start, "its own messages say why", "the example %q can't be read", name)
		return nil
	}
	if root, _ := ejson.Parse(text); root != nil && root.Get("from") != nil && root.Get("from").Kind == ejson.String {
		r.errorf(v.Start, fmt.Sprintf("name that: %q", root.Get("from").Text), "%q has its data from another example", name)
		return nil
	}
	e, list := Parse(text)
	if e == nil {
		m := r.text.Message(v.Start, fmt.Sprintf("the example %q can't be read: %s", name, list[0].Text), "")
		m.Follows = list[0].Pos
		r.list.Add(m)
	}
	return e
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
