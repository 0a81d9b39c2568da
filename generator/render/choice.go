package render

import (
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// Choice is what a block of figures shows of its collections beside its steps. All
// written documents are shown. Of the generated ones there is room for a few: for those
// that the steps touch, and that these refer to.
type Choice struct {
	steps []touchingStep // of the block, in its order
	found map[stored]example.Document
	shown map[stored]bool // of the generated ones
}

// stored is a document of a collection before the first step, by its key.
type stored struct{ collection, key string }

// touchingStep is a step with the documents that it touches and that are stored in
// collections that its block shows.
type touchingStep struct {
	id      string
	number  int // see figure.Pane
	touched []stored
}

// Choose chooses documents for a block of links into an example.
func Choose(r *example.Result, block []guide.Target) *Choice {
	c := &Choice{found: map[stored]example.Document{}, shown: map[stored]bool{}}
	room := map[string]int{} // by collections of the block
	for _, t := range block {
		if t.Kind == "data" {
			room[t.Collection] = ShownGenerated
		}
	}
	for _, t := range block {
		i := slices.IndexFunc(r.Example.Steps, func(s example.Step) bool { return s.ID == t.Step })
		if t.Kind != "steps" || i < 0 {
			continue
		}
		step := touchingStep{id: t.Step, number: i + 1}
		for _, d := range r.Example.Handled(&r.Example.Steps[i], stepResult(r, i)) {
			if room[d.Collection] > 0 {
				step.touched = append(step.touched, stored{d.Collection, d.Key})
			}
		}
		c.steps = append(c.steps, step)
	}
	c.find(r.Example, c.all())
	c.forgetOthers()
	add := func(d stored) {
		if document, isStored := c.found[d]; isStored && document.Generated && !c.shown[d] && room[d.collection] > 0 {
			c.shown[d] = true
			room[d.collection]--
		}
	}
	for _, step := range c.steps {
		for collection := range room {
			if d, ok := c.best(step, collection); ok {
				add(d)
			}
		}
	}
	references := c.references(r.Example, room)
	c.find(r.Example, references)
	for _, d := range slices.Concat(references, c.all()) {
		add(d)
	}
	return c
}

// all returns what the steps touch.
func (c *Choice) all() []stored {
	var all []stored
	for _, step := range c.steps {
		all = append(all, step.touched...)
	}
	return all
}

// find finds documents before the first step.
func (c *Choice) find(e *example.Example, wanted []stored) {
	missing := map[string]map[string]bool{}
	for _, d := range wanted {
		if _, known := c.found[d]; known {
			continue
		}
		if missing[d.collection] == nil {
			missing[d.collection] = map[string]bool{}
		}
		missing[d.collection][d.key] = true
	}
	for collection, keys := range missing {
		for document := range e.Data(e.FirstSize()).Documents(collection) {
			if key := document.Key(); keys[key] {
				c.found[stored{collection, key}] = document
				delete(keys, key)
			}
			if len(keys) == 0 {
				break
			}
		}
	}
}

// forgetOthers forgets what steps touch that is not stored before the first one.
func (c *Choice) forgetOthers() {
	for i := range c.steps {
		c.steps[i].touched = slices.DeleteFunc(c.steps[i].touched, func(d stored) bool {
			_, isStored := c.found[d]
			return !isStored
		})
	}
}

// best returns the document of a collection that stands for what a step touches: the
// one that most steps touch. There is none if one is shown already.
func (c *Choice) best(step touchingStep, collection string) (d stored, ok bool) {
	most := 0
	for _, t := range step.touched {
		if t.collection != collection {
			continue
		}
		if c.shows(t) {
			return stored{}, false
		}
		if n := c.touching(t); n > most {
			d, most = t, n
		}
	}
	return d, most > 0
}

// touching returns how many steps touch a document.
func (c *Choice) touching(d stored) int { return len(c.touchedBy(d.collection, d.key)) }

// touchedBy returns the numbers of the steps of the block that touch a document.
func (c *Choice) touchedBy(collection, key string) []int {
	if c == nil {
		return nil
	}
	var numbers []int
	for _, step := range c.steps {
		if slices.Contains(step.touched, stored{collection, key}) {
			numbers = append(numbers, step.number)
		}
	}
	return numbers
}

// shows reports whether a document that was found is shown for a step.
func (c *Choice) shows(d stored) bool {
	document, isStored := c.found[d]
	return isStored && (!document.Generated || c.shown[d])
}

// references returns what the touched documents that are shown refer to, in
// collections of the block.
func (c *Choice) references(e *example.Example, room map[string]int) []stored {
	var all []stored
	for _, from := range c.all() {
		if !c.shows(from) {
			continue
		}
		for _, to := range e.Refers(from.collection, c.found[from]) {
			if room[to.Collection] > 0 {
				all = append(all, stored{to.Collection, to.Key})
			}
		}
	}
	return all
}

// generated returns the keys of the generated documents of a collection that were
// chosen.
func (c *Choice) generated(collection string) map[string]bool {
	keys := map[string]bool{}
	if c != nil {
		for d := range c.shown {
			if d.collection == collection {
				keys[d.key] = true
			}
		}
	}
	return keys
}

// Apart is a step that touches documents of the block's collections of which none is
// shown, with the first of them.
type Apart struct{ Step, Collection, ID string }

// Apart returns the steps of the block that have nothing beside them.
func (c *Choice) Apart() []Apart {
	var all []Apart
	for _, step := range c.steps {
		if len(step.touched) == 0 || slices.ContainsFunc(step.touched, c.shows) {
			continue
		}
		first := step.touched[0]
		all = append(all, Apart{step.id, first.collection, c.id(first)})
	}
	return all
}

// id returns the _id of a document that was found, as its row has it.
func (c *Choice) id(d stored) string {
	node, err := ejson.OpenFirst(c.found[d].Raw, openedOfDocument)
	if err != nil {
		return ""
	}
	id, _ := idText(node) // a row that can't be printed is reported where it is drawn
	return id
}
