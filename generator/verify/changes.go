package verify

import (
	"context"
	"fmt"
	"regexp"
	"strings"

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
		return r.withoutGenerated(ctx, run.Changes(collection, before, after))
	}
}

// varies reports whether a step may store different values in each run: the time, a
// random number, an _id that the database makes.
func varies(s *example.Step) bool {
	return s.Operation.ByClock() || nondeterministic.MatchString(fmt.Sprint(s.Operation.Arguments)) ||
		s.Expect != nil && strings.Contains(ejson.Print(s.Expect.Value), `"$$`)
}

// An insertedId is saved where the driver makes it.
var nondeterministic = regexp.MustCompile(storesTime.String() + `|\$rand|\$sampleRate|\$sample|\$\$saved\W+[\w.-]+\.insertedId\b`)
