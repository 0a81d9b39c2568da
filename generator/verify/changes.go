package verify

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// mostWatched is the largest collection that is compared before and after a step.
var mostWatched = run.Most{Documents: 2000, Bytes: 1 << 20}

// watchChanges reads the documents that a step may change. The returned function
// compares them with those after the step. There are no changes for a step of a
// transaction, whose writes others do not see yet. At further sizes there are those of
// trees, which are drawn at any size; of all collections they would take a build's time.
func (r *verification) watchChanges(ctx context.Context, s *example.Step) func() []example.Change {
	nothing := func() []example.Change { return nil }
	if r.options.CheckOnly || s.ExpectError != nil || !s.Operation.Writes() || s.Session != "" || varies(s) {
		return nothing
	}
	collection, _ := s.Operation.Target()
	if c := r.example.Collection(collection); !r.isFirst && (c == nil || !c.IsTree()) {
		return nothing
	}
	before, ok := r.runner.Documents(ctx, collection, mostWatched)
	if !ok {
		return nothing
	}
	return func() []example.Change {
		after, ok := r.runner.Documents(ctx, collection, mostWatched)
		if !ok {
			return nil
		}
		return r.withoutGeneratedIDs(ctx, run.Changes(collection, before, after))
	}
}

// withoutGeneratedIDs removes from documents an _id that the driver or the database
// made, since each run makes another.
func (r *verification) withoutGeneratedIDs(ctx context.Context, all []example.Change) []example.Change {
	for i := range all {
		for _, document := range []*bson.Raw{&all[i].Before, &all[i].After} {
			id, ok := document.Lookup("_id").ObjectIDOK()
			if ok && !r.isWrittenID(ctx, id) {
				*document = withoutID(*document)
			}
		}
	}
	return all
}

// isWrittenID reports whether an ObjectId is one of readWrittenIDs.
func (r *verification) isWrittenID(ctx context.Context, id bson.ObjectID) bool {
	if r.writtenIDs == nil {
		r.writtenIDs = r.readWrittenIDs(ctx)
	}
	return r.writtenIDs[id]
}

// hasGeneratedID reports whether a value has an ObjectId that the driver or the database
// made.
func (r *verification) hasGeneratedID(ctx context.Context, value bson.RawValue) bool {
	if value.IsZero() {
		return false
	}
	return slices.ContainsFunc(hexOfID.FindAllString(printed(value), -1), func(hex string) bool {
		id, _ := bson.ObjectIDFromHex(hex) // it has 24 digits
		return !r.isWrittenID(ctx, id)
	})
}

var hexOfID = regexp.MustCompile(`\b[0-9a-f]{24}\b`)

// readWrittenIDs returns the ObjectIds that the example's data have for an _id, or its
// steps for anything.
func (r *verification) readWrittenIDs(ctx context.Context) map[bson.ObjectID]bool {
	written, data := map[bson.ObjectID]bool{}, r.example.Data(r.result.Size).Under(ctx)
	for _, c := range r.example.Collections {
		for document := range data.Documents(c.Name) {
			if id, ok := document.Raw.Lookup("_id").ObjectIDOK(); ok {
				written[id] = true
			}
		}
	}
	steps := r.example.Steps
	if r.example.Explore != nil {
		steps = r.example.Explore.Steps
	}
	for i := range steps {
		for _, hex := range hexOfID.FindAllString(fmt.Sprint(steps[i].Operation.Arguments), -1) {
			id, _ := bson.ObjectIDFromHex(hex) // it has 24 digits
			written[id] = true
		}
	}
	return written
}

func withoutID(document bson.Raw) bson.Raw {
	elements, _ := document.Elements()
	kept := bson.D{}
	for _, e := range elements {
		if e.Key() != "_id" {
			kept = append(kept, bson.E{Key: e.Key(), Value: e.Value()})
		}
	}
	encoded, _ := bson.Marshal(kept) // it came from the database
	return encoded
}

// varies reports whether a step may store different values in each run: the time, a
// random number, an _id that the database makes.
func varies(s *example.Step) bool {
	return s.Operation.ByClock() || nondeterministic.MatchString(fmt.Sprint(s.Operation.Arguments)) ||
		s.Expect != nil && strings.Contains(ejson.Print(s.Expect.Value), `"$$`)
}

// An insertedId is saved where the driver makes it.
var nondeterministic = regexp.MustCompile(`\$currentDate|\$\$NOW|\$\$CLUSTER_TIME|\$rand|\$sampleRate|\$sample|\$\$saved\W+[\w.-]+\.insertedId\b`)
