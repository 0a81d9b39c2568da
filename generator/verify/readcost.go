package verify

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// readCost asks the server what an operation reads, before it runs and without
// being counted. Where explain shows no certain answer, or the server has none,
// it is not measured.
func (r *run) readCost(ctx context.Context, o example.Operation) (documents, bytes example.Quantity) {
	if known, certain := o.Reads(); certain {
		return known, known
	}
	command := o.Explained()
	if command == nil {
		why := example.Unmeasured(example.NoPlan)
		return why, why
	}
	p, ok := r.explain(ctx, command)
	if !ok {
		why := example.Unmeasured(example.NoPlan)
		return why, why
	}
	if slices.Contains(p.joins, joinByScan) {
		why := example.Unmeasured(example.JoinPlan)
		return why, why
	}
	return example.Measured(p.documents + p.joined), r.bytesRead(ctx, o, p)
}

// explain gives the plan of a command, which does not run.
func (r *run) explain(ctx context.Context, command bson.D) (plan, bool) {
	explain := bson.D{{Key: "explain", Value: command}, {Key: "verbosity", Value: "executionStats"}}
	reply, err := r.db.RunCommand(ctx, explain).Raw()
	if err != nil {
		return plan{}, false
	}
	return readPlan(reply)
}

// read is a number of documents and their BSON bytes.
type read struct{ documents, bytes int64 }

// bytesRead gives the bytes of the documents that a plan reads. They are asked
// for once more; if they are not as many as the plan reads, they are others.
func (r *run) bytesRead(ctx context.Context, o example.Operation, p plan) example.Quantity {
	outer, ok := r.outerRead(ctx, o, p)
	if !ok {
		return example.Unmeasured(example.NoPlan)
	}
	joined, ok := r.joinedRead(ctx, o)
	if !ok || outer.documents+joined.documents != p.documents+p.joined {
		return example.Unmeasured(example.NoPlan)
	}
	return example.Measured(outer.bytes + joined.bytes)
}

// outerRead asks for the documents that a plan reads of the operation's own
// collection: all, or those within the bounds of its only index.
func (r *run) outerRead(ctx context.Context, o example.Operation, p plan) (read, bool) {
	q := o.Query()
	want := p.documents
	if len(p.joins) > 0 && p.joined == 0 {
		want = -1 // the plan has one number for both sides
	}
	switch {
	case want == 0:
		return read{}, true
	case slices.Equal(p.stages, []string{"COLLSCAN"}), slices.Equal(p.stages, []string{"SORT", "COLLSCAN"}):
		found, ok := r.sizes(ctx, o.Object, bson.A{}, nil)
		return found, ok && (want < 0 || found.documents == want)
	case len(p.indexes) != 1 || slices.Contains(p.stages, "COLLSCAN"):
		return read{}, false
	}
	bounds, ok := r.bounds(ctx, o.Object, p.indexes[0], q)
	if !ok {
		return read{}, false
	}
	match := bson.A{bson.D{{Key: "$match", Value: bounds}}}
	found, ok := r.sizes(ctx, o.Object, match, q.Collation)
	if !ok || want < 0 || found.documents == want {
		return found, ok
	}
	// The scan ended early. Its order is that of the sort if no stage sorts.
	if len(q.Sort) == 0 || slices.Contains(p.stages, "SORT") || found.documents < want {
		return read{}, false
	}
	first := append(match, bson.D{{Key: "$sort", Value: q.Sort}}, bson.D{{Key: "$limit", Value: want}})
	return r.sizes(ctx, o.Object, first, q.Collation)
}

// bounds gives the conditions that an index answers: those on its fields, and
// the one that a partial index has itself.
func (r *run) bounds(ctx context.Context, collection, index string, q example.Query) (bson.D, bool) {
	specs, err := r.indexes(ctx, collection)
	if err != nil {
		return nil, false
	}
	i := slices.IndexFunc(specs, func(spec indexSpec) bool { return spec.Name == index })
	if i < 0 {
		return nil, false
	}
	conditions, ok := q.On(specs[i].fields())
	if !ok {
		return nil, false
	}
	all := bson.A{}
	for _, condition := range conditions {
		all = append(all, bson.D{condition})
	}
	if partial := specs[i].PartialFilterExpression; partial != nil {
		all = append(all, partial)
	}
	if len(all) == 0 {
		return bson.D{}, true
	}
	return bson.D{{Key: "$and", Value: all}}, true
}

// joinedRead asks for the documents that the operation's joins find.
func (r *run) joinedRead(ctx context.Context, o example.Operation) (read, bool) {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	var total read
	for i, item := range pipeline {
		lookup, ok := example.Joins(item)
		if !ok {
			continue
		}
		if lookup == nil {
			return read{}, false
		}
		as := bson.D{{Key: "read", Value: "$joined"}}
		stages := append(slices.Clone(pipeline[:i]), lookup,
			bson.D{{Key: "$project", Value: as}}, bson.D{{Key: "$unwind", Value: "$read"}},
			bson.D{{Key: "$replaceRoot", Value: bson.D{{Key: "newRoot", Value: "$read"}}}})
		found, ok := r.sizes(ctx, o.Object, stages, o.Query().Collation)
		if !ok {
			return read{}, false
		}
		total.documents += found.documents
		total.bytes += found.bytes
	}
	return total, true
}

// sizes counts the documents that a pipeline gives, and their bytes.
func (r *run) sizes(ctx context.Context, collection string, pipeline bson.A, collation bson.D) (read, bool) {
	sum := func(of any) bson.D { return bson.D{{Key: "$sum", Value: of}} }
	group := bson.D{
		{Key: "_id", Value: nil}, {Key: "documents", Value: sum(int64(1))},
		{Key: "bytes", Value: sum(bson.D{{Key: "$bsonSize", Value: "$$ROOT"}})},
	}
	command := bson.D{
		{Key: "aggregate", Value: collection},
		{Key: "pipeline", Value: append(slices.Clone(pipeline), bson.D{{Key: "$group", Value: group}})},
		{Key: "cursor", Value: bson.D{}},
	}
	if len(collation) > 0 {
		command = append(command, bson.E{Key: "collation", Value: collation})
	}
	var reply struct {
		Cursor struct {
			FirstBatch []struct{ Documents, Bytes int64 } `bson:"firstBatch"`
		}
	}
	if err := r.db.RunCommand(ctx, command).Decode(&reply); err != nil {
		return read{}, false
	}
	if len(reply.Cursor.FirstBatch) == 0 {
		return read{}, true
	}
	first := reply.Cursor.FirstBatch[0]
	return read{first.Documents, first.Bytes}, true
}
