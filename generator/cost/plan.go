package cost

import (
	"errors"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// Plan is how documents are read, according to a reply of explain.
type Plan struct {
	// Stages are the stages that read or sort, from the top down, under their
	// names in MongoDB 7.0: a server with another name for its short way to one
	// document takes the same way.
	Stages []string
	// Indexes are the scanned indexes, in the order of the stages.
	Indexes []string
	// narrowed are the fields of the last of them of which not all values are read;
	// nil if the reply does not say.
	narrowed   []string
	bounds     []fieldBounds // of the last of them; nil if the reply does not say
	isBackward bool          // the scan goes from the end
	documents  int64         // read of the collection itself
	keys       int64         // examined of its indexes; negative if that is not known
	joined     int64         // documents read by joins
	joins      []string      // how each join finds its documents
	isCombined bool          // documents counts what joins read too
}

// fieldBounds are the ranges of a field's values that a scan of an index reads, as
// explain writes them.
type fieldBounds struct {
	field  string
	ranges []string
}

// Read is how many documents are read in all.
func (p Plan) Read() int64 { return p.documents + p.joined }

// Explanation returns the parts of a reply of explain that are the same on every
// server: the result of the operation explain.
func Explanation(reply bson.Raw) (bson.D, error) {
	p, ok := ReadPlan(reply)
	if !ok {
		return nil, ErrPlan
	}
	return bson.D{
		{Key: "stages", Value: append([]string{}, p.Stages...)}, {Key: "indexes", Value: append([]string{}, p.Indexes...)},
		{Key: "documents", Value: int32(p.Read())},
	}, nil
}

// ErrPlan says that a plan has parts which differ between servers.
var ErrPlan = errors.New("the plan has parts that are not the same on every server")

// How a join finds documents.
const (
	joinByIndex = "by an index"
	joinByScan  = "by reading all"
)

// ReadPlan reads the reply of explain with executionStats. It is not ok if the
// reply says less than a plan has, or comes from several servers.
func ReadPlan(reply bson.Raw) (p Plan, ok bool) {
	query, above := reply, []bson.RawValue(nil)
	if stages, err := reply.LookupErr("stages"); err == nil {
		// A pipeline that no single query runs has its documents from a cursor.
		above = ejson.Elements(stages)
		if len(above) == 0 {
			return p, false
		}
		cursor, isDocument := above[0].Document().Lookup("$cursor").DocumentOK()
		if !isDocument {
			return p, false
		}
		query, above = cursor, above[1:]
	}
	tree, err := query.LookupErr("queryPlanner", "winningPlan")
	if err != nil {
		return p, false
	}
	if inner, err := query.LookupErr("queryPlanner", "winningPlan", "queryPlan"); err == nil {
		tree = inner
	}
	total, isNumber := query.Lookup("executionStats", "totalDocsExamined").AsInt64OK()
	if !isNumber || !p.walk(tree) || !p.joinedAbove(above) {
		return p, false
	}
	p.documents, p.keys = total, -1
	if keys, isNumber := query.Lookup("executionStats", "totalKeysExamined").AsInt64OK(); isNumber && !p.isCombined {
		p.keys = keys
	}
	return p, true
}

// otherWords are the stages whose names are not in MongoDB 7.0, each with the
// stages of 7.0 that do the same.
var otherWords = map[string][]string{
	"IDHACK":         {"FETCH", "IXSCAN"},
	"EXPRESS_IXSCAN": {"FETCH", "IXSCAN"},
	"EXPRESS_UPDATE": {"FETCH", "IXSCAN"},
	"EXPRESS_DELETE": {"FETCH", "IXSCAN"},
	"COUNT_SCAN":     {"IXSCAN"},
	"DISTINCT_SCAN":  {"IXSCAN"},
}

// passed are stages that neither read nor sort.
var passed = strings.Fields("PROJECTION_SIMPLE PROJECTION_DEFAULT PROJECTION_COVERED LIMIT SKIP COUNT GROUP UPDATE DELETE SUBPLAN EOF CACHED_PLAN UPSERT BATCHED_DELETE UNWIND")

// walk notes the stages of a plan from one down.
func (p *Plan) walk(tree bson.RawValue) bool {
	stage, isDocument := tree.DocumentOK()
	if !isDocument {
		return false
	}
	name, _ := stage.Lookup("stage").StringValueOK()
	if !p.note(name, stage) {
		return false
	}
	inputs := ejson.Elements(stage.Lookup("inputStages"))
	if input := stage.Lookup("inputStage"); !input.IsZero() {
		inputs = append(inputs, input)
	}
	return !slices.ContainsFunc(inputs, func(input bson.RawValue) bool { return !p.walk(input) })
}

func (p *Plan) note(name string, stage bson.Raw) bool {
	switch words := otherWords[name]; {
	case strings.HasPrefix(name, "EQ_LOOKUP"):
		strategy, _ := stage.Lookup("strategy").StringValueOK()
		p.joins = append(p.joins, map[bool]string{true: joinByIndex, false: joinByScan}[strategy == "IndexedLoopJoin"])
		p.isCombined = true
		return true
	case words != nil:
		p.Stages = append(p.Stages, words...)
		p.index(name, stage)
		return true
	case slices.Contains(passed, name):
		return true
	case name == "COLLSCAN" || name == clusteredScan || name == "EXPRESS_"+clusteredScan:
		p.Stages = append(p.Stages, strings.TrimPrefix(name, "EXPRESS_"))
		p.direction(stage)
		return true
	case name == "FETCH" || name == "SORT" || name == "OR" || name == "SORT_MERGE":
		p.Stages = append(p.Stages, name)
		return true
	case name == "IXSCAN":
		p.Stages = append(p.Stages, name)
		p.index(name, stage)
		return true
	}
	return false
}

func (p *Plan) index(name string, stage bson.Raw) {
	index, ok := stage.Lookup("indexName").StringValueOK()
	if !ok && name == "IDHACK" {
		index = "_id_"
	}
	p.Indexes = append(p.Indexes, index)
	bounds, isDocument := stage.Lookup("indexBounds").DocumentOK()
	if !isDocument {
		return
	}
	p.direction(stage)
	p.narrowed, p.bounds = []string{}, []fieldBounds{}
	fields, _ := bounds.Elements()
	for _, field := range fields {
		ranges := ejson.Elements(field.Value())
		within := fieldBounds{field: field.Key()}
		for _, r := range ranges {
			text, _ := r.StringValueOK()
			within.ranges = append(within.ranges, text)
		}
		p.bounds = append(p.bounds, within)
		if len(ranges) == 1 {
			if all, _ := ranges[0].StringValueOK(); all == "[MinKey, MaxKey]" || all == "[MaxKey, MinKey]" {
				continue
			}
		}
		p.narrowed = append(p.narrowed, field.Key())
	}
}

func (p *Plan) direction(stage bson.Raw) {
	direction, _ := stage.Lookup("direction").StringValueOK()
	p.isBackward = direction == "backward"
}

// joinedAbove adds the joins of the stages above a cursor.
func (p *Plan) joinedAbove(stages []bson.RawValue) bool {
	for _, stage := range stages {
		d, _ := stage.DocumentOK()
		first, err := d.IndexErr(0)
		if err != nil {
			return false
		}
		if first.Key() != "$lookup" {
			continue
		}
		read, isNumber := d.Lookup("totalDocsExamined").AsInt64OK()
		scans, counted := d.Lookup("collectionScans").AsInt64OK()
		if !isNumber || !counted {
			return false
		}
		p.joined += read
		p.joins = append(p.joins, map[bool]string{true: joinByIndex, false: joinByScan}[scans == 0])
	}
	return true
}
