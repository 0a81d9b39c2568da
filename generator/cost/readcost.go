package cost

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// readCost is how much an operation reads.
type readCost struct {
	documents, bytes, keys, pages example.Quantity
	joined                        []example.JoinedRead
}

// readMeasures are the names of its measures.
var readMeasures = []string{"documentsRead", "bytesRead", "keysRead", "pagesRead"}

func alike(q example.Quantity) readCost {
	return readCost{documents: q, bytes: q, keys: q, pages: q}
}

func unread(why example.Reason) readCost { return alike(example.Unmeasured(why)) }

// read asks the server how much an operation reads, before it runs and without
// being counted. Where explain shows no certain answer, or the server has none,
// it is not measured. The entries of an index that a join walks are those that lead to
// its documents: servers that run a join as a part of the query count them otherwise.
func (m Meter) read(o example.Operation, wants func(measure string) bool) readCost {
	if known, certain := o.Reads(); certain {
		return alike(known)
	}
	command := o.Explained()
	if command == nil {
		return unread(example.NoPlan)
	}
	p, ok := m.explain(command)
	if ok {
		p, ok = m.withinRange(o, p)
	}
	ok = ok && m.joinsWhole(o)
	if !ok {
		m.note(example.IndexScan{Collection: o.Object, Why: whyNoPlan})
		return unread(example.NoPlan)
	}
	if m.Scans != nil && wants("keysRead") {
		m.note(m.scan(o, p))
	}
	if slices.Contains(p.joins, joinByScan) {
		return unread(example.JoinPlan)
	}
	read := readCost{documents: example.Measured(p.Read())}
	read.bytes, read.joined = m.bytesRead(o, p)
	if len(p.joins) == 0 && p.keys >= 0 {
		read.keys = example.Measured(p.keys)
	}
	if !wants("pagesRead") && (!wants("keysRead") || len(p.joins) == 0) {
		return read
	}
	if read.pages = example.Unmeasured(example.NoPlan); len(p.joins) > 0 || p.keys < 0 {
		read.keys = read.pages
	}
	if w, ok := m.walk(o, p); ok {
		if len(p.joins) > 0 {
			read.keys = example.Measured(w.keys)
		}
		read.pages = w.distinct()
	}
	return read
}

// Plan asks how the documents of an operation would be found; false if that is
// not certain, or the operation looks for none.
func (m Meter) Plan(o example.Operation) (Plan, bool) {
	if _, certain := o.Reads(); certain {
		return Plan{}, false
	}
	command := o.Explained()
	if command == nil {
		return Plan{}, false
	}
	p, ok := m.explain(command)
	if !ok {
		return p, false
	}
	return m.withinRange(o, p)
}

// explain returns the plan of a command, which does not run.
func (m Meter) explain(command bson.D) (Plan, bool) {
	explain := bson.D{{Key: "explain", Value: command}, {Key: "verbosity", Value: "executionStats"}}
	reply, err := m.Run(explain)
	if err != nil {
		return Plan{}, false
	}
	return ReadPlan(reply)
}

// found is a number of documents and their BSON bytes.
type found struct{ documents, bytes int64 }

// bytesRead returns the bytes of the documents that a plan reads. They are asked
// for once more; if they are not as many as the plan reads, they are others.
func (m Meter) bytesRead(o example.Operation, p Plan) (example.Quantity, []example.JoinedRead) {
	outer, ok := m.outerRead(o, p)
	if !ok {
		return example.Unmeasured(example.NoPlan), nil
	}
	joined, ok := m.joinedRead(o)
	for _, read := range joined {
		outer.documents += read.Documents
		outer.bytes += read.Bytes
	}
	if !ok || outer.documents != p.documents+p.joined {
		return example.Unmeasured(example.NoPlan), nil
	}
	return example.Measured(outer.bytes), joined
}

// outerRead asks for the documents that a plan reads of the operation's own
// collection: all, or those within the bounds of its only index.
func (m Meter) outerRead(o example.Operation, p Plan) (found, bool) {
	q := o.Query()
	want := p.documents
	if len(p.joins) > 0 && p.joined == 0 {
		want = -1 // the plan has one number for both sides
	}
	switch {
	case want == 0:
		return found{}, true
	case slices.Equal(p.Stages, []string{"COLLSCAN"}), slices.Equal(p.Stages, []string{"SORT", "COLLSCAN"}):
		all, ok := m.sizes(o.Object, bson.A{}, nil)
		return all, ok && (want < 0 || all.documents == want)
	case p.isClustered():
	case len(p.Indexes) != 1 || slices.Contains(p.Stages, "COLLSCAN"):
		return found{}, false
	}
	bounds, ok := m.bounds(o.Object, p, q)
	if !ok {
		return found{}, false
	}
	match := bson.A{bson.D{{Key: "$match", Value: bounds}}}
	within, ok := m.sizes(o.Object, match, q.Collation)
	if !ok || want < 0 || within.documents == want {
		return within, ok
	}
	// The scan ended early. Its order is that of the sort if no stage sorts.
	order := q.Sort
	if p.isClustered() {
		order = bson.D{{Key: "_id", Value: int32(1)}}
		if p.isBackward {
			order[0].Value = int32(-1)
		}
	}
	if len(order) == 0 || slices.Contains(p.Stages, "SORT") || within.documents < want {
		return found{}, false
	}
	first := append(match, bson.D{{Key: "$sort", Value: order}}, bson.D{{Key: "$limit", Value: want}})
	return m.sizes(o.Object, first, q.Collation)
}

// bounds returns the conditions that a plan's only index answers: those on the fields
// that the plan narrows, and the one that a partial index has itself.
func (m Meter) bounds(collection string, p Plan, q example.Query) (bson.D, bool) {
	if p.isClustered() {
		return clusteredRange(q)
	}
	specs, err := m.indexes(collection)
	if err != nil {
		return nil, false
	}
	i := slices.IndexFunc(specs, func(spec indexSpec) bool { return spec.Name == p.Indexes[0] })
	if i < 0 {
		return nil, false
	}
	fields := specs[i].fields()
	if p.narrowed != nil {
		fields = p.narrowed
	}
	conditions, ok := q.On(fields)
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

// joinsWhole reports whether the operation's joins read their documents, not only an
// index that has all fields that they keep.
func (m Meter) joinsWhole(o example.Operation) bool {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	for _, item := range pipeline {
		kept := example.Kept(item)
		if kept == nil {
			continue
		}
		argument, _ := item.(bson.D)[0].Value.(bson.D)
		var from string
		for _, e := range argument {
			if e.Key == "from" {
				from, _ = e.Value.(string)
			}
		}
		specs, err := m.indexes(from)
		if err != nil || slices.ContainsFunc(specs, func(spec indexSpec) bool { return spec.has(kept) }) {
			return false
		}
	}
	return true
}

// joinedRead asks for the documents that the operation's joins find.
func (m Meter) joinedRead(o example.Operation) (reads []example.JoinedRead, ok bool) {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	for i, item := range pipeline {
		lookup, ok := example.Joins(item)
		if !ok {
			continue
		}
		if lookup == nil {
			return nil, false
		}
		as := bson.D{{Key: "read", Value: "$joined"}}
		stages := append(slices.Clone(pipeline[:i]), lookup,
			bson.D{{Key: "$project", Value: as}}, bson.D{{Key: "$unwind", Value: "$read"}},
			bson.D{{Key: "$replaceRoot", Value: bson.D{{Key: "newRoot", Value: "$read"}}}})
		joined, ok := m.sizes(o.Object, stages, o.Query().Collation)
		if !ok {
			return nil, false
		}
		reads = append(reads, example.JoinedRead{Collection: from(lookup), Documents: joined.documents, Bytes: joined.bytes})
	}
	return reads, true
}

// from returns the collection that a join reads.
func from(lookup bson.D) string {
	argument, _ := lookup[0].Value.(bson.D)
	for _, e := range argument {
		if e.Key == "from" {
			name, _ := e.Value.(string)
			return name
		}
	}
	return ""
}

// sizes counts the documents that a pipeline returns, and their bytes.
func (m Meter) sizes(collection string, pipeline bson.A, collation bson.D) (found, bool) {
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
	if err := m.decode(command, &reply); err != nil {
		return found{}, false
	}
	if len(reply.Cursor.FirstBatch) == 0 {
		return found{}, true
	}
	first := reply.Cursor.FirstBatch[0]
	return found{first.Documents, first.Bytes}, true
}
