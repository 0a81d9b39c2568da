package guide

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Target is the target of a link into an example, or to something that a page has
// beside its text: its workload and what follows from it. Its kind decides which of
// the other fields are set.
type Target struct {
	Kind       string // "data", "steps", "cost", …; "" if the link is wrong, which was reported
	Example    string // its name, without folder and ending; "" of a page
	Collection string
	Index      int // of a document, from 0
	Step       string
	Question   string // that steps answer
	Changes    string // another one, that writes
	Subject    string // a step or a question
	Measure    string
	// ModelMeasure is a measure of a model that is the same for all questions.
	ModelMeasure string
	Size         int    // at which the example runs, 0 for the first
	Other        string // another example
	Rate         string // of a workload, or an amount
	End          string // of a range: "low", "high"; of a rate: "peak"
	Outcome      string // of a weighing
	Name         string // of a named figure
	Model        string // of a sketch
	Orders       string // which orders are counted, as a key of "expect"
}

// Column returns the name by which a list of models knows one: that of its example, or of
// a model of a sketch.
func (t Target) Column() string { return cmp.Or(t.Example, t.Model) }

// Pattern is one way to point into an example, or to what the page itself has: the
// link's fragment as an author writes it, and where such a link is allowed. The
// fragment's first part is the kind of target; each further one is a placeholder that
// names a field of Target, as in "size/<collection>/<index>".
type Pattern struct {
	Fragment string
	Place    Place
	IsOfPage bool // the link has no file
}

// Place is a set of places where a link is allowed.
type Place uint8

const (
	Alone  Place = 1 << iota // in a paragraph of its own: a figure
	InList                   // as an item of a list of its kind: a model in a comparison
	InText                   // in a sentence: a number
	InCard                   // at the beginning of each item of a list: a model with a text
)

// placeholders set the field of a Target that a placeholder names. The error
// says why a part is not valid.
var placeholders = map[string]func(t *Target, part string) error{
	"<collection>":      func(t *Target, part string) error { t.Collection = part; return nil },
	"<id>":              func(t *Target, part string) error { t.Step = part; return nil },
	"<answers>":         func(t *Target, part string) error { t.Question = part; return nil },
	"<changes>":         func(t *Target, part string) error { t.Changes = part; return nil },
	"<step or answers>": func(t *Target, part string) error { t.Subject = part; return nil },
	"<measure>":         func(t *Target, part string) error { t.Measure = part; return nil },
	"<example>":         func(t *Target, part string) error { t.Other = part; return nil },
	"<model measure>":   func(t *Target, part string) error { t.ModelMeasure = part; return nil },
	"<name>":            func(t *Target, part string) error { t.Name = part; return nil },
	"<rate>":            func(t *Target, part string) error { t.Rate = part; return nil },
	"<end>":             func(t *Target, part string) error { t.End = part; return nil },
	"<outcome>":         func(t *Target, part string) error { t.Outcome = part; return nil },
	"<model>":           func(t *Target, part string) error { t.Model = part; return nil },
	"<orders>":          func(t *Target, part string) error { t.Orders = part; return nil },
	"<index>":           func(t *Target, part string) error { return number(part, "the index of a document", &t.Index) },
	"<size>":            func(t *Target, part string) error { return number(part, "a size of an example", &t.Size) },
}

func number(part, what string, into *int) error {
	n, err := strconv.ParseUint(part, 10, 31)
	if err != nil {
		return fmt.Errorf("%q is not %s", part, what)
	}
	*into = int(n)
	return nil
}

// Kind is the first part of the fragment.
func (f Pattern) Kind() string {
	kind, _, _ := strings.Cut(f.Fragment, "/")
	return kind
}

// Fits reports whether a fragment has the kind of the pattern and as many parts.
func (f Pattern) Fits(parts []string) bool {
	return parts[0] == f.Kind() && len(parts) == 1+strings.Count(f.Fragment, "/")
}

// Target reads a fragment that Fits.
func (f Pattern) Target(example string, parts []string) (Target, error) {
	t := Target{Kind: f.Kind(), Example: example}
	for i, placeholder := range strings.Split(f.Fragment, "/")[1:] {
		set, known := placeholders[placeholder]
		if !known {
			panic("guide: no field of a target is named by " + placeholder)
		}
		if err := set(&t, parts[i+1]); err != nil {
			return Target{}, err
		}
	}
	return t, nil
}
