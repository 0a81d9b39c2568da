package explain

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Join is a $lookup by equality of two fields right above the query.
type Join struct {
	Namespace                       string              // of the foreign collection
	Foreign                         *storage.Collection // nil if there is none
	LocalField, ForeignField, Field string              // Field takes the found documents
	index                           *storage.Index      // that finds it, or nil
	docs                            int                 // foreign documents examined
}

// The largest foreign collection of which the server makes a hash table
// (internalQueryCollectionMaxNoOfDocumentsToChooseHashJoin).
const maxHashed = 10_000

// OfJoin decides on the plan of a query with a $lookup on top, which the server
// runs as part of the query (src/mongo/db/query/planner_analysis.cpp): by an index
// on the foreign field, else by a hash table of the foreign collection, else by a
// scan of it for each document. The sorts are stages above, which read nothing more.
func OfJoin(q Query, j Join, sorts bson.A) (*Explanation, error) {
	e := &Explanation{Query: q, join: &j, above: sorts}
	if e.Collection == nil || e.Query.Query.Collation != nil || len(e.Sort) > 0 {
		return nil, errcode.NotImplemented("explain of this $lookup")
	}
	if err := j.decide(); err != nil {
		return nil, err
	}
	return e, e.decide()
}

func (j *Join) decide() error {
	if j.Foreign == nil {
		return nil
	}
	for _, x := range j.Foreign.Indexes {
		switch {
		case x.Key[0].Key != j.ForeignField && !x.Wildcard, x.Hidden:
			continue
		case j.index != nil || x.Wildcard || x.Hashed || x.Sparse || x.Partial != nil || x.Collation != nil:
			return errcode.NotImplemented("explain of $lookup with these indexes")
		}
		j.index = x
	}
	return nil
}

// strategy is the server's name for the method of the join.
func (j *Join) strategy() string {
	switch {
	case j.Foreign == nil:
		return "NonExistentForeignCollection"
	case j.index != nil:
		return "IndexedLoopJoin"
	case j.Foreign.Count() <= maxHashed:
		return "HashJoin"
	}
	return "NestedLoopJoin"
}

// examine counts the foreign documents that one local document leads to.
func (j *Join) examine(doc bson.D) error {
	switch j.strategy() {
	case "NestedLoopJoin":
		j.docs += j.Foreign.Count()
	case "IndexedLoopJoin":
		keys, err := j.keys(doc)
		if err != nil {
			return err
		}
		for _, key := range keys {
			j.index.Scan(storage.Bounds{{storage.Point(key)}}, func(storage.Entry) bool {
				j.docs++
				return true
			})
		}
	}
	return nil
}

// keys are the values searched in the index for one local document: its value, or each
// element of a list once. Others than scalars may lead to documents that do not match,
// and two elements to one document of an index over lists.
func (j *Join) keys(doc bson.D) ([]any, error) {
	var v any = doc
	for part := range strings.SplitSeq(j.LocalField, ".") {
		inner, _ := v.(bson.D)
		v = value.Get(inner, part)
	}
	list, isList := v.(bson.A)
	if !isList {
		list = bson.A{v}
	}
	keys := slices.Clone(list)
	for _, v := range keys {
		switch v.(type) {
		case value.Missing, bson.Null, bson.Undefined, bson.A, bson.D, bson.Regex:
			return nil, errcode.NotImplemented("explain of $lookup from a value of type " + value.TypeName(v))
		}
	}
	slices.SortFunc(keys, value.Compare)
	keys = slices.CompactFunc(keys, value.Equal)
	if isList && (len(keys) == 0 || j.index.Multikeyed()) {
		return nil, errcode.NotImplemented("explain of $lookup from this list")
	}
	return keys, nil
}

// tree puts the join on top of the plan of the query.
func (j *Join) tree(input bson.D) bson.D {
	tree := bson.D{
		{Key: "stage", Value: "EQ_LOOKUP"},
		{Key: "foreignCollection", Value: j.Namespace},
		{Key: "localField", Value: j.LocalField},
		{Key: "foreignField", Value: j.ForeignField},
		{Key: "asField", Value: j.Field},
		{Key: "strategy", Value: j.strategy()},
	}
	if j.index != nil {
		tree = append(tree, bson.E{Key: "indexName", Value: j.index.Name}, bson.E{Key: "indexKeyPattern", Value: j.index.Key})
	}
	return append(tree, bson.E{Key: "inputStage", Value: input})
}

// joinBody is the body of an explanation in the server's second form, without the
// stages of its execution, which are the other engine's own, and without the keys
// that it counts.
func (e *Explanation) joinBody(verbosity string) (bson.D, error) {
	plan := bson.D{{Key: "queryPlan", Value: e.join.tree(e.tree(false))}}
	body := bson.D{{Key: "queryPlanner", Value: bson.D{
		{Key: "namespace", Value: e.Namespace},
		{Key: "indexFilterSet", Value: false},
		{Key: "winningPlan", Value: plan},
		{Key: "rejectedPlans", Value: bson.A{}},
	}}}
	if verbosity == QueryPlanner {
		return body, nil
	}
	if err := e.execute(); err != nil {
		return nil, err
	}
	if e.join.strategy() == "HashJoin" { // made before the first document is read
		e.join.docs = e.join.Foreign.Count()
	}
	return append(body, bson.E{Key: "executionStats", Value: bson.D{
		{Key: "executionSuccess", Value: true},
		{Key: "nReturned", Value: int32(e.counts.returned)},
		{Key: "executionTimeMillis", Value: int32(0)},
		{Key: "totalDocsExamined", Value: int32(e.counts.docs + e.join.docs)},
	}}), nil
}

// JoinOf reads a $lookup that is an equality and nothing else; ok is false for
// another. Paths with numbers, which may be places in arrays, are another.
func JoinOf(stage any) (j Join, from string, ok bool) {
	doc, _ := stage.(bson.D)
	spec, _ := value.Get(doc, "$lookup").(bson.D)
	fields := []*string{&from, &j.LocalField, &j.ForeignField, &j.Field}
	for i, name := range []string{"from", "localField", "foreignField", "as"} {
		text, isText := value.Get(spec, name).(string)
		if !isText || i > 0 && slices.ContainsFunc(strings.Split(text, "."), isNumber) {
			return j, "", false
		}
		*fields[i] = text
	}
	return j, from, len(doc) == 1 && len(spec) == len(fields)
}

// SortsAbove returns the end of a pipeline that is a $sort, or a $sort and a $limit;
// nothing where that is the whole pipeline.
func SortsAbove(stages bson.A) bson.A {
	for _, names := range [][]string{{"$sort", "$limit"}, {"$sort"}} {
		end := stages[max(0, len(stages)-len(names)):]
		if len(stages) > len(names) && slices.EqualFunc(end, names, func(v any, name string) bool { return hasStage(bson.A{v}, name) }) {
			return end
		}
	}
	return nil
}

// IsSortedBy reports whether the first key of a sort above the join is what it found, or
// in it; also without a sort. By other fields the server may sort before it joins
// (src/mongo/db/pipeline/document_source_lookup.cpp).
func (j *Join) IsSortedBy(sorts bson.A) bool {
	if len(sorts) == 0 {
		return true
	}
	keys, _ := sorts[0].(bson.D)[0].Value.(bson.D)
	return len(keys) > 0 && (keys[0].Key == j.Field || strings.HasPrefix(keys[0].Key, j.Field+"."))
}

func isNumber(part string) bool { return strings.Trim(part, "0123456789") == "" }
