package example

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Stage is what must be known of a stage of a pipeline to check an example.
type Stage struct {
	Name string
	// Foreign is the field of its argument that names another collection, if
	// the argument itself does not; "" if nothing names one.
	Foreign string
	Reach   Reach
	Order   StageOrder
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
	OrderKept     StageOrder = iota + 1
	OrderLost                // the documents come in any order
	OrderMade                // it makes documents and gives them in one order
	OrderChooses             // it takes some documents by their place
	OrderOne                 // it gives one document or none
	OrderFollowed            // it depends on the argument, in orderstage.go
)

// stages may stand in a pipeline.
var stages = []Stage{
	{"$addFields", "", ReachNothing, OrderFollowed},
	{"$bucket", "", ReachNothing, OrderFollowed},
	{"$bucketAuto", "", ReachNothing, OrderFollowed},
	{"$collStats", "", ReachNothing, OrderLost},
	{"$count", "", ReachNothing, OrderOne},
	{"$densify", "", ReachNothing, OrderLost},
	{"$documents", "", ReachNothing, OrderMade},
	{"$facet", "", ReachRead, OrderFollowed},
	{"$fill", "", ReachNothing, OrderLost},
	{"$geoNear", "", ReachNothing, OrderLost},
	{"$graphLookup", "from", ReachRead, OrderFollowed},
	{"$group", "", ReachNothing, OrderFollowed},
	{"$indexStats", "", ReachNothing, OrderLost},
	{"$limit", "", ReachNothing, OrderChooses},
	{"$lookup", "from", ReachRead, OrderFollowed},
	{"$match", "", ReachNothing, OrderFollowed},
	{"$merge", "into", ReachWrite, OrderOne},
	{"$out", "coll", ReachWrite, OrderOne},
	{"$project", "", ReachNothing, OrderFollowed},
	{"$redact", "", ReachNothing, OrderKept},
	{"$replaceRoot", "", ReachNothing, OrderFollowed},
	{"$replaceWith", "", ReachNothing, OrderFollowed},
	{"$sample", "", ReachNothing, OrderChooses},
	{"$set", "", ReachNothing, OrderFollowed},
	{"$setWindowFields", "", ReachNothing, OrderLost},
	{"$skip", "", ReachNothing, OrderChooses},
	{"$sort", "", ReachNothing, OrderFollowed},
	{"$sortByCount", "", ReachNothing, OrderFollowed},
	{"$unionWith", "coll", ReachRead, OrderFollowed},
	{"$unset", "", ReachNothing, OrderFollowed},
	{"$unwind", "", ReachNothing, OrderFollowed},
}

// stageNames are in the order of stages.
var stageNames = func() []string {
	var names []string
	for _, s := range stages {
		names = append(names, s.Name)
	}
	return names
}()

// stageNamed gives the facts of a stage; false if it may not be sent.
func stageNamed(name string) (Stage, bool) {
	i := slices.IndexFunc(stages, func(s Stage) bool { return s.Name == name })
	if i < 0 {
		return Stage{}, false
	}
	return stages[i], true
}

// reachOf gives what a stage of a pipeline may touch.
func reachOf(item any) Reach {
	d, _ := item.(bson.D)
	if len(d) == 0 {
		return ReachNothing
	}
	stage, _ := stageNamed(d[0].Key)
	return stage.Reach
}
