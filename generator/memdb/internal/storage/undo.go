package storage

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Undo holds the steps that roll back the writes of a command. The collections of one
// database share one; the caller that runs a command ends it with RollBack or Commit.
type Undo struct{ steps []func() }

// Note adds the step that takes back a change which was just made.
func (u *Undo) Note(step func()) { u.steps = append(u.steps, step) }

// RollBack undoes all changes since the last Commit, the newest first.
func (u *Undo) RollBack() {
	steps := u.steps
	u.steps = nil
	for _, step := range slices.Backward(steps) {
		step()
	}
}

// Commit leaves the changes as they are.
func (u *Undo) Commit() {
	clear(u.steps)
	u.steps = u.steps[:0]
}

// wrote keeps the data that undoing and publishing a change of one record need.
func (c *Collection) wrote(changes []change, id RecordID, before bson.Raw) {
	c.note(changes, id, before)
	c.release(changes)
	if c.fork != nil {
		c.fork.forkedChange = append(c.fork.forkedChange, forkedChange{id, changes, c.records.get(id)})
		c.fork.touched[id] = true
	}
}

// note adds the step that undoes a change of one record; before is its former
// document, nil if it was not there.
func (c *Collection) note(changes []change, id RecordID, before bson.Raw) {
	c.undo.Note(func() {
		for _, ch := range changes {
			if !sameKeys(ch.out, ch.in) {
				ch.index.drop(ch.in, id)
				ch.index.add(ch.out, nil, id, nil)
			}
		}
		c.records.restore(id, before)
	})
}
