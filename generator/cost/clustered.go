package cost

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// clusteredScan is the stage that reads a clustered collection between two values of
// _id.
const clusteredScan = "CLUSTERED_IXSCAN"

func (p Plan) isClustered() bool { return slices.Contains(p.Stages, clusteredScan) }

// clusteredRange returns the conditions on _id that such a plan answers.
func clusteredRange(q example.Query) (bson.D, bool) {
	conditions, ok := q.On([]string{"_id"})
	all := bson.A{}
	for _, condition := range conditions {
		all = append(all, bson.D{condition})
	}
	return bson.D{{Key: "$and", Value: all}}, ok && len(all) > 0
}

// withinRange takes the document behind the range of a clustered scan out of a plan's
// number of documents. The server reads it to see that the range has ended, which some
// versions and execution engines count and others don't; of an index it is counted by
// none. It is not ok if the plan reads more than that.
func (m Meter) withinRange(o example.Operation, p Plan) (Plan, bool) {
	if !p.isClustered() {
		return p, true
	}
	q := o.Query()
	within, ok := clusteredRange(q)
	if !ok || len(p.joins) > 0 {
		return p, false
	}
	all, ok := m.sizes(o.Object, bson.A{bson.D{{Key: "$match", Value: within}}}, q.Collation)
	if p.documents == all.documents+1 {
		p.documents--
	}
	return p, ok && p.documents <= all.documents
}

// walkClustered reads the documents of a range of _id, or the first ones in the
// direction of the scan if it ended early.
func (m Meter) walkClustered(w *walked, o example.Operation, l *layout, p Plan) bool {
	q := o.Query()
	within, ok := clusteredRange(q)
	if !ok {
		return false
	}
	var found []int
	ok = m.eachFound(o.Object, within, q.Collation, func(id string, _ bson.Raw) {
		if at, isKnown := l.byID[id]; isKnown {
			found = append(found, at)
		}
	})
	if !ok || int64(len(found)) < p.documents {
		return false
	}
	slices.Sort(found)
	if p.isBackward {
		slices.Reverse(found)
	}
	for _, at := range found[:p.documents] {
		w.record(o.Object, l.records[at])
	}
	return true
}
