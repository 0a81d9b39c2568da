package memdb

import (
	"slices"

	"modelbook/generator/memdb/errcode"
)

// A collation meets a string that it can't compare only when the string's turn
// comes, and ends the command by a panic with the refusal. What a command has
// written by then is taken back: a refused command changes nothing.

// watch makes a collection that a command is about to change remember how to
// take the change back, if a collation has a say in the command.
func (w *writer) watch(c *collection) {
	if (w.collated || c.collated()) && !slices.Contains(w.watched, c) {
		w.watched = append(w.watched, c)
		c.Remember(&w.undo)
	}
}

// collated says whether the collection or one of its indexes has a collation.
func (c *collection) collated() bool {
	for _, x := range c.Indexes {
		if x.Collation != nil {
			return true
		}
	}
	return c.options.collation != nil
}

// settle ends a command: a refusal becomes its error, after what it wrote was
// taken back.
func (w *writer) settle(err *error) {
	p := recover()
	for _, c := range w.watched {
		c.Remember(nil)
	}
	if p == nil {
		return
	}
	refusal, ok := p.(*errcode.Error)
	if !ok {
		panic(p)
	}
	for _, undo := range slices.Backward(w.undo) {
		undo()
	}
	*err = refusal
}
