package example

import "go.mongodb.org/mongo-driver/v2/bson"

// streams are the operations on change streams. How many commands it takes to
// learn of a change depends on the clock.
var streams = []Descriptor{
	{
		Name: "watch", On: OnCollection, Returns: ReturnsStream, reads: ReadsUncounted, effect: always(EffectNothing), order: nothingToOrder, byClock: true,
		Command: Command{Made: watchCommand},
		Arguments: []Argument{
			{"pipeline", TypePipeline, optional, "/pipeline", Places{Omittable, Omittable, Omittable}},
			{"fullDocument", TypeString, optional, "/pipeline/0/$changeStream/fullDocument", Places{Option, Option, Option}},
			{"fullDocumentBeforeChange", TypeString, optional, "/pipeline/0/$changeStream/fullDocumentBeforeChange", Places{Option, Option, Option}},
		},
	},
	{
		Name: "next", On: OnStream, Returns: ReturnsDocument, reads: ReadsUncounted, effect: always(EffectNothing), order: nothingToOrder, byClock: true,
		Command: Command{Made: severalOrNone},
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
