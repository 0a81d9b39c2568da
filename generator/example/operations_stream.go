package example

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// streams are the operations on change streams. How many commands it takes to
// learn of a change depends on the clock.
var streams = []Descriptor{
	{
		Name: "watch", On: OnCollection, Returns: ReturnsStream, reads: ReadsUncounted, effect: always(EffectNothing), order: nothingToOrder, byClock: true,
		Command: made(watchCommand, asNothing),
		Arguments: []Argument{
			{"pipeline", TypePipeline, optional, "/pipeline", Places{Omittable, Omittable, Omittable}},
			{"fullDocument", TypeString, optional, "/pipeline/0/$changeStream/fullDocument", Places{Option, Option, Option}},
			{"fullDocumentBeforeChange", TypeString, optional, "/pipeline/0/$changeStream/fullDocumentBeforeChange", Places{Option, Option, Option}},
		},
	},
	{
		Name: "next", Method: "tryNext", On: OnStream, Returns: ReturnsDocument, reads: ReadsUncounted, effect: always(EffectNothing), order: nothingToOrder, byClock: true,
		Command: severalOrNone,
	},
}

// watchCommand is an aggregate whose first stage is $changeStream.
func watchCommand(o Operation, _ func(Operation) bson.D) bson.D {
	stage := bson.D{}
	for _, name := range []string{"fullDocument", "fullDocumentBeforeChange"} {
		if value := o.Argument(name); value != nil {
			stage = append(stage, bson.E{Key: name, Value: value})
		}
	}
	pipeline, _ := o.Argument("pipeline").(bson.A)
	return bson.D{
		{Key: "aggregate", Value: o.Object}, {Key: "cursor", Value: bson.D{}},
		{Key: "pipeline", Value: append(bson.A{bson.D{{Key: "$changeStream", Value: stage}}}, pipeline...)},
	}
}

// byClockOrChance are the fields of a change event that differ from run to run.
var byClockOrChance = []string{"_id", "clusterTime", "wallTime", "collectionUUID", "lsid", "txnNumber"}

// ChangeEvent returns a change event without the fields that differ from run to run.
func ChangeEvent(event bson.Raw) (bson.D, error) {
	elements, err := event.Elements()
	kept := bson.D{}
	for _, e := range elements {
		if !slices.Contains(byClockOrChance, e.Key()) {
			kept = append(kept, bson.E{Key: e.Key(), Value: e.Value()})
		}
	}
	return kept, err
}
