package example

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Stage has the facts about a stage of a pipeline that are needed to check an
// example. They are those that the embedded database has of its stages.
type Stage struct {
	Name string
	// Foreign is the field of its argument that names another collection, if
	// the argument itself does not; "" if nothing names one.
	Foreign   string
	Reach     Reach
	Order     StageOrder
	Documents StageDocuments
}

// Reach is how far a stage may reach besides its input documents, itself or in a
// pipeline inside it.
type Reach uint8

// The reaches of stages.
const (
	ReachNothing Reach = iota + 1
	ReachRead          // it may read another collection
	ReachWrite         // it writes a collection
)

// StageOrder is the order of a stage's output, compared with its input.
type StageOrder uint8

// The orders of stages.
const (
	OrderKept   StageOrder = iota + 1
	OrderSorted            // by the argument
	OrderFixed             // they come in one order of the stage's own
	OrderOpen              // they come in any order
	OrderSingle            // there is at most one document
)

// StageDocuments is the kind of documents that a stage returns.
type StageDocuments uint8

// The kinds of documents that stages return.
const (
	DocumentsPassed   StageDocuments = iota + 1 // the input documents, perhaps not all
	DocumentsChosen                             // some of the input documents, by their place or by chance
	DocumentsReshaped                           // the input documents, with other fields
	DocumentsMade                               // others
)

// stageNames are in the order of stages.
var stageNames = func() []string {
	var names []string
	for _, s := range stages {
		names = append(names, s.Name)
	}
	return names
}()

// stageNamed returns the facts of a stage; false if it may not be sent.
func stageNamed(name string) (Stage, bool) {
	i := slices.IndexFunc(stages, func(s Stage) bool { return s.Name == name })
	if i < 0 {
		return Stage{}, false
	}
	return stages[i], true
}

// reachOf returns the reach of a stage of a pipeline.
func reachOf(item any) Reach {
	d, _ := item.(bson.D)
	if len(d) == 0 {
		return ReachNothing
	}
	stage, _ := stageNamed(d[0].Key)
	return stage.Reach
}
