package play

import (
	"context"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/render"
	"modelbook/generator/run"
)

// Documents are the documents of a collection that are shown: those that change, and
// the first of the others.
type Documents struct {
	Collection string  `json:"collection"`
	Total      int     `json:"total"`
	Shown      []Shown `json:"shown"`
}

// Shown is a document. Kind says that it has just changed, is new or is gone.
type Shown struct {
	Box  *Box              `json:"box"`
	Kind render.ChangeKind `json:"kind,omitempty"`
}

const (
	// shownOthers is how many documents that don't change are shown of a collection.
	shownOthers = 2
	// shownChanges is how many documents are shown of those that a reader's
	// statements change in a collection.
	shownChanges = 6
)

// documentDrawer draws documents, each state of one once.
type documentDrawer struct {
	example *example.Example
	drawn   map[string]*Box
}

func newDocumentDrawer(e *example.Example) documentDrawer {
	return documentDrawer{e, map[string]*Box{}}
}

// draw draws those documents of a collection that are shown. The keys of the maps are
// the collection with the id of a document.
func (d documentDrawer) draw(collection string, documents []bson.Raw, changing map[string]bool, kinds map[string]render.ChangeKind) (Documents, error) {
	shown, others := Documents{Collection: collection, Total: len(documents), Shown: []Shown{}}, 0
	for _, document := range documents {
		id := collection + run.IDOf(document)
		if !changing[id] {
			others++
		}
		if !changing[id] && others > shownOthers {
			continue
		}
		text := collection + string(document)
		if d.drawn[text] == nil {
			made, err := render.DocumentBox(d.example, collection, document)
			if err != nil {
				return shown, err
			}
			d.drawn[text] = box(made)
		}
		shown.Shown = append(shown.Shown, Shown{d.drawn[text], kinds[id]})
	}
	return shown, nil
}

// Documents draws the documents as they are now, and says which of them have changed
// since they were drawn before, or since the session was prepared.
func (s *Session) Documents(ctx context.Context) ([]Documents, error) {
	before := s.seen
	s.seen = s.snapshot(ctx)
	drawer := newDocumentDrawer(s.example)
	var all []Documents
	for _, name := range collectionsOf(before, s.seen) {
		documents, kinds, changing := s.seen[name], map[string]render.ChangeKind{}, map[string]bool{}
		changes := run.Changes(name, before[name], documents)
		for _, c := range changes[:min(len(changes), shownChanges)] {
			state := c.After
			if state == nil {
				state = c.Before
				documents = append([]bson.Raw{state}, documents...)
			}
			id := name + run.IDOf(state)
			changing[id], kinds[id] = true, render.KindOf(c)
		}
		shown, err := drawer.draw(name, documents, changing, kinds)
		if err != nil {
			return nil, err
		}
		shown.Total = len(s.seen[name])
		all = append(all, shown)
	}
	return all, nil
}

// collectionsOf returns the collections of two snapshots, sorted.
func collectionsOf(before, after snapshot) []string {
	names := maps.Clone(before)
	maps.Copy(names, after)
	return slices.Sorted(maps.Keys(names))
}
