package pipeline

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
)

// Stage describes a stage, in its own file: for the parser, for the list of supported
// names, and for callers that must know how a stage acts without running it.
//
// Source of the facts: the stage's page in MongoDB's manual; for its place, the
// constraints that each stage has in the server's source, version 8.2.
type Stage struct {
	Name  string
	State support.Status
	// Options are the fields of its argument, where that is a document with fields of
	// fixed names, and RefusedOptions those that memdb does not implement.
	Options, RefusedOptions []string

	Place            Place
	NotInFacet       bool // nor in a pipeline inside one
	NotInSubPipeline bool // of $lookup and $unionWith
	InUpdate         bool // may be in an update by a pipeline, and in whenMatched of $merge

	Random     bool        // returns something else each time
	Reach      Reach       // the data that it may read or write
	Namespaces []Namespace // where its argument names other collections
	// Pipelines are the options of its argument that hold pipelines; "*" is every
	// field.
	Pipelines []string

	Order     Order
	Documents Documents
	// Narrows: the stages before it need not return whole documents, only the fields
	// that its argument names.
	Narrows bool
	// Arrays is the option that names an array which the stage makes of
	// documents of another collection in any order.
	Arrays string

	// canPrecedeSlotBased: it may be before a $group that the server's slot-based
	// engine runs; see markSlotBased.
	canPrecedeSlotBased bool
	// canFollowChangeStream: it may be behind $changeStream.
	canFollowChangeStream bool
	// isUnstable: version 1 of the stable API does not have it.
	isUnstable bool
	// strict, if there is one, returns the server's error for an argument that version
	// 1 does not have.
	strict func(arg any) error
	// isLocalOnly: the pipeline can be read at no level other than "local".
	isLocalOnly bool
	// isMajorityOnly: it can be read at no level other than "majority".
	isMajorityOnly bool
	parse          func(p *stageParser, arg any) (parsedStage, error)
}

// Place is the place that a stage may have in a pipeline: the constraint StreamType
// and PositionRequirement of the server's source.
type Place string

// The values of Place. A stage that must be first makes its documents itself, but for
// $geoNear.
const (
	Anywhere Place = ""
	First    Place = "first"
	Last     Place = "last"
)

// Reach is the data that a stage may read or write besides its input documents.
// Source: the stage's page in the manual.
type Reach string

const (
	ReachDocuments  Reach = "documents"  // of collections of its own database
	ReachCollection Reach = "collection" // and metadata of its own collection
	ReachServer     Reach = "server"     // the server, its other databases, services beside it
)

// Namespace is a place in the argument of a stage where another collection is
// named, by a name or by {db, coll}. Source: the stage's page in the manual.
type Namespace struct {
	Option string // or the argument itself, if it does not have the option
	Write  bool
}

// Order is the order in which documents leave a stage. Source: the stage's page in the
// manual; where that promises none there is none.
type Order string

const (
	OrderKept   Order = "kept"   // as they came
	OrderSorted Order = "sorted" // by the argument
	OrderFixed  Order = "fixed"  // one of the stage's own
	OrderOpen   Order = "open"   // any
	OrderSingle Order = "single" // there is at most one document
)

// Documents says how the output of a stage follows from its input, and with that
// whether a field which told the input documents apart still tells the output apart.
// Source: the stage's page in the manual.
type Documents string

const (
	DocumentsPassed   Documents = "passed"   // the input, perhaps not all
	DocumentsChosen   Documents = "chosen"   // some of the input, by their order or by chance
	DocumentsReshaped Documents = "reshaped" // the input, with other fields
	DocumentsMade     Documents = "made"     // others, or more than the input
)

// Elsewhere reports whether the stage reads or writes more than its input: another
// collection, or a pipeline of its own.
func (s Stage) Elsewhere() bool { return len(s.Namespaces) > 0 || len(s.Pipelines) > 0 }

// Stages returns all stages that MongoDB's server 8.2 knows.
func Stages() []Stage {
	var list []Stage
	for _, s := range stages {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Stage) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Writes reports whether the stage writes to a collection.
func (s Stage) Writes() bool {
	return slices.ContainsFunc(s.Namespaces, func(n Namespace) bool { return n.Write })
}

// Foreign returns the option that names another collection, "" if there is none.
// $out names it by its argument, or with a database by coll.
func (s Stage) Foreign() string {
	if len(s.Namespaces) == 0 {
		return ""
	}
	return cmp.Or(s.Namespaces[0].Option, "coll")
}

// StageOf returns the stage of that name; its State is Unknown if there is none.
func StageOf(name string) Stage {
	if s := stages[name]; s != nil {
		return *s
	}
	return Stage{Name: name}
}

// checkOptions refuses an argument with options that memdb does not implement.
func (s *Stage) checkOptions(arg any) error {
	spec, _ := arg.(bson.D)
	for _, f := range spec {
		if slices.Contains(s.RefusedOptions, f.Key) {
			return errcode.NotImplemented(s.Name + "." + f.Key)
		}
	}
	return nil
}

// Support returns the rows of stages, of their options and variables, and of window
// functions for the list of supported names.
func Support() []support.Entry {
	var list []support.Entry
	for _, s := range Stages() {
		list = append(list, support.Entry{Kind: support.Stage, Name: s.Name, State: s.State})
		for _, name := range s.Options {
			list = append(list, support.Entry{Kind: support.StageOption, Name: s.Name + "." + name, State: support.Done})
		}
		for _, name := range s.RefusedOptions {
			list = append(list, support.Entry{Kind: support.StageOption, Name: s.Name + "." + name, State: support.Refused})
		}
	}
	list = append(list, support.Rows(support.Variable, support.Done, slices.Collect(maps.Keys(decisions))...)...)
	return append(list, supportedWindowFunctions()...)
}
