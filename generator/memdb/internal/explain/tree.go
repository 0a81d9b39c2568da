package explain

import (
	"encoding/hex"
	"math"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// tree returns the plan from its last stage down to its source; with the counts of the
// run if there was one.
func (e *Explanation) tree(counts bool) bson.D {
	if e.clauses != nil {
		return e.orTree(counts)
	}
	tree := e.access(counts)
	if e.Collection != nil && (e.express == nil || e.byID) {
		if len(e.Sort) > 0 && !e.plan.Sorted && !e.byID {
			tree = e.onTop(counts, "SORT", e.sortReturned(), e.sortSpec(), tree)
		}
		if e.Skip > 0 {
			tree = e.onTop(counts, "SKIP", e.counts.returned, bson.D{{Key: "skipAmount", Value: int32(0)}}, tree)
		}
		if stage := e.projectionStage(); stage != "" {
			tree = e.onTop(counts, stage, e.counts.returned, bson.D{{Key: "transformBy", Value: e.Projection}}, tree)
		}
		if e.Limit > 0 && !e.byID && (len(e.Sort) == 0 || e.plan.Sorted || e.Skip > 0) && e.Top == nil {
			tree = e.onTop(counts, "LIMIT", e.counts.returned, bson.D{{Key: "limitAmount", Value: int32(e.Limit)}}, tree)
		}
	}
	if e.Top != nil {
		return e.top(tree, counts)
	}
	return tree
}

// top puts the command's own stage on the plan; the short way becomes that stage
// itself.
func (e *Explanation) top(tree bson.D, counts bool) bson.D {
	if e.express != nil {
		tree[0].Value = "EXPRESS_" + e.Top.Name
		return tree
	}
	top := bson.D{{Key: "stage", Value: e.Top.Name}}
	if counts {
		top = append(top, bson.E{Key: "nReturned", Value: int32(0)})
	}
	if counts && e.Top.Counts != nil {
		top = append(top, e.Top.Counts(e.counts.fetched)...)
	}
	return append(top, bson.E{Key: "inputStage", Value: tree})
}

func (e *Explanation) sortReturned() int {
	if e.Limit > 0 {
		return min(e.counts.fetched, int(e.Skip+e.Limit))
	}
	return e.counts.fetched
}

func (e *Explanation) sortSpec() bson.D {
	spec := bson.D{{Key: "sortPattern", Value: e.Sort}, {Key: "memLimit", Value: int32(100 << 20)}}
	if e.Limit > 0 {
		spec = append(spec, bson.E{Key: "limitAmount", Value: int32(e.Skip + e.Limit)})
	}
	return append(spec, bson.E{Key: "type", Value: "simple"})
}

func (e *Explanation) onTop(counts bool, name string, returned int, spec, input bson.D) bson.D {
	stage := bson.D{{Key: "stage", Value: name}}
	if counts {
		stage = append(stage, bson.E{Key: "nReturned", Value: int32(returned)})
	}
	stage = append(stage, spec...)
	return append(stage, bson.E{Key: "inputStage", Value: input})
}

// projectionStage names the stage of a projection by how simple it is.
func (e *Explanation) projectionStage() string {
	switch {
	case len(e.Projection) == 0:
		return ""
	case e.covered:
		return "PROJECTION_COVERED"
	}
	simple := !slices.ContainsFunc(e.Projection, func(f bson.E) bool {
		_, isBool := f.Value.(bool)
		return slices.Contains([]byte(f.Key), '.') || (!isBool && !value.IsNumber(f.Value))
	})
	if simple {
		return "PROJECTION_SIMPLE"
	}
	return "PROJECTION_DEFAULT"
}

// access is the part of the plan that reads the collection.
func (e *Explanation) access(counts bool) bson.D {
	switch {
	case e.Collection == nil:
		return e.counted(bson.D{{Key: "stage", Value: "EOF"}}, counts)
	case e.express != nil:
		return e.counted(e.expressStage(), counts)
	case e.clustered != nil:
		return e.counted(e.clusteredStage(), counts)
	case e.plan.Index == nil:
		stage := bson.D{{Key: "stage", Value: "COLLSCAN"}}
		stage = append(stage, shownFilter(plan.Conjuncts(e.Filter))...)
		return e.counted(append(stage, bson.E{Key: "direction", Value: e.plan.Direction()}), counts)
	case e.covered:
		return e.indexScan(counts)
	}
	fetch := append(bson.D{{Key: "stage", Value: "FETCH"}}, shownFilter(e.residual())...)
	return append(e.counted(fetch, counts), bson.E{Key: "inputStage", Value: e.indexScan(counts)})
}

func (e *Explanation) counted(stage bson.D, counts bool) bson.D {
	if !counts {
		return stage
	}
	return append(stage,
		bson.E{Key: "nReturned", Value: int32(e.counts.fetched)},
		bson.E{Key: "docsExamined", Value: int32(e.counts.docs)},
	)
}

// residual returns the conditions of the filter that the index does not answer.
func (e *Explanation) residual() (rest []plan.Condition, others bool) {
	conditions, others := plan.Conjuncts(e.Filter)
	for _, c := range conditions {
		if !slices.ContainsFunc(e.plan.Index.Key, func(k bson.E) bool { return k.Key == c.Path }) {
			rest = append(rest, c)
		}
	}
	return rest, others
}

func (e *Explanation) indexScan(counts bool) bson.D {
	x := e.plan.Index
	bounds := bson.D{}
	for i, intervals := range e.plan.Bounds {
		list := bson.A{}
		for _, in := range intervals {
			list = append(list, boundText(in, storage.Descending(x.Key[i].Value) != e.plan.Reverse, x.Collation != nil))
		}
		if e.plan.Reverse {
			slices.Reverse(list)
		}
		bounds = append(bounds, bson.E{Key: x.Key[i].Key, Value: list})
	}
	stage := bson.D{{Key: "stage", Value: "IXSCAN"}}
	if counts {
		stage = append(stage, bson.E{Key: "nReturned", Value: int32(max(e.counts.docs, e.counts.fetched))})
	}
	stage = append(stage,
		bson.E{Key: "keyPattern", Value: x.Key},
		bson.E{Key: "indexName", Value: x.Name},
	)
	stage = append(append(stage, x.Collation.Option()...),
		bson.E{Key: "isMultiKey", Value: x.Multikeyed()},
		bson.E{Key: "isUnique", Value: x.Unique},
		bson.E{Key: "isSparse", Value: x.Sparse},
		bson.E{Key: "isPartial", Value: x.Partial != nil},
		bson.E{Key: "indexVersion", Value: int32(2)},
		bson.E{Key: "direction", Value: e.plan.Direction()},
		bson.E{Key: "indexBounds", Value: bounds},
	)
	if counts {
		stage = append(stage, bson.E{Key: "keysExamined", Value: int32(e.counts.keys)})
	}
	return stage
}

// boundText writes an interval as explain shows it: "[1, 5)". In an index with a
// collation, strings are sort keys.
func boundText(in storage.Interval, backwards, collated bool) string {
	low, high, lowIn, highIn := in.Low, in.High, in.LowIn, in.HighIn
	if backwards {
		low, high, lowIn, highIn = high, low, highIn, lowIn
	}
	open, closing := "(", ")"
	if lowIn {
		open = "["
	}
	if highIn {
		closing = "]"
	}
	return open + endText(low, collated) + ", " + endText(high, collated) + closing
}

func endText(v any, collated bool) string {
	switch v := v.(type) {
	case string:
		if collated {
			return "CollationKey(0x" + hex.EncodeToString([]byte(v)) + ")"
		}
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return value.String(v) + ".0" // no digit follows, but a double it is
		}
	case bson.MinKey:
		return "MinKey"
	case bson.MaxKey:
		return "MaxKey"
	}
	return value.String(v)
}
