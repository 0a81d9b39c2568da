package play_test

import (
	"testing"

	"modelbook/generator/render"
)

// TestDocuments: what a reader's statements change is marked among the documents as they
// are then, and no longer the next time; a result has its whole value.
func TestDocuments(t *testing.T) {
	s := open(t, 5, 0)
	kinds := func() map[render.ChangeKind]int {
		all, err := s.Documents(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		count := map[render.ChangeKind]int{}
		for _, collection := range all {
			if collection.Shown == nil || len(collection.Shown) == 0 && collection.Total > 0 {
				t.Errorf("%s: %d of %d documents are shown", collection.Collection, len(collection.Shown), collection.Total)
			}
			for _, shown := range collection.Shown {
				count[shown.Kind]++
			}
		}
		return count
	}
	if got := kinds(); got[render.DocumentNew]+got[render.DocumentChanged]+got[render.DocumentGone] > 0 {
		t.Errorf("before anything ran: %v", got)
	}
	outcome := s.Run(t.Context(), `db.notes.insertOne({ _id: 1, a: "b" })
db.notes.insertOne({ _id: 2 })
db.huts.insertMany([{ _id: 21 }, { _id: 22 }])
db.huts.updateMany({ _id: { $lt: 20 } }, { $set: { name: "c" } })`)
	for _, statement := range outcome.Statements {
		if statement.Error != nil {
			t.Fatal(statement.Error.Message)
		}
	}
	if got := kinds(); got[render.DocumentNew] != 2 || got[render.DocumentChanged] != 6 {
		t.Errorf("after four new documents and six changed ones, of which six in a collection are shown: %v", got)
	}
	outcome = s.Run(t.Context(), `db.notes.deleteOne({ _id: 1 })
db.notes.find()`)
	if got := kinds(); got[render.DocumentGone] != 1 || got[render.DocumentNew] > 0 {
		t.Errorf("after a document is gone: %v", got)
	}
	s.Run(t.Context(), `db.notes.deleteMany({})`)
	kinds()
	if got := kinds(); got[render.DocumentGone] > 0 {
		t.Errorf("long after a document is gone: %v", got)
	}
	if got := outcome.Statements[1].Result.Value; got != `[{ "_id": 2 }]` {
		t.Errorf("the value of a result is %s", got)
	}
}
