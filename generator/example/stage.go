package example

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Stage is what must be known of a stage of a pipeline to check an example. The
// facts are those that the embedded database has of its stages.
type Stage struct {
	Name string
	// Foreign is the field of its argument that names another collection, if
	// the argument itself does not; "" if nothing names one.
	Foreign   string
	Reach     Reach
	Order     StageOrder
	Documents StageDocuments
}

// Reach is what a stage may touch besides the documents that it gets, itself
// or in a pipeline inside it.
type Reach uint8

// What a stage may touch.
const (
	ReachNothing Reach = iota + 1
	ReachRead          // it may read another collection
	ReachWrite         // it writes a collection
)

// StageOrder is what becomes of the order of the documents that a stage gets.
type StageOrder uint8

// What becomes of the order.
const (
	OrderKept   StageOrder = iota + 1
	OrderSorted            // by the argument
	OrderFixed             // they come in one order of the stage's own
	OrderOpen              // they come in any order
	OrderSingle            // there is at most one document
)

// StageDocuments is what the documents are that leave a stage.
type StageDocuments uint8

// What leaves a stage.
const (
	DocumentsPassed   StageDocuments = iota + 1 // what came in, perhaps not all
	DocumentsChosen                             // some of what came in, by their place or by chance
	DocumentsReshaped                           // what came in, with other fields
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

// reachOf returns what a stage of a pipeline may touch.
func reachOf(item any) Reach {
	d, _ := item.(bson.D)
	if len(d) == 0 {
		return ReachNothing
	}
	stage, _ := stageNamed(d[0].Key)
	return stage.Reach
}
