package example

import "go.mongodb.org/mongo-driver/v2/bson"

// Effect is the kind of change that an operation may make to documents and
// indexes, which decides how its writes are counted.
type Effect uint8

// The effects of operations.
const (
	EffectNothing   Effect = iota + 1
	EffectAdds             // documents come
	EffectRemoves          // documents go
	EffectChanges          // documents change, or come by an upsert
	EffectMixed            // documents come, go and change
	EffectMerges           // $merge writes a collection
	EffectReplaces         // $out makes a collection
	EffectIndexes          // entries of an index come or go
	EffectCreates          // an empty collection comes
	EffectUncounted        // its writes can't be counted
)

// Reads says how it is known which documents an operation reads.
type Reads uint8

// How it is known.
const (
	ReadsPlan      Reads = iota + 1 // explain shows it
	ReadsNothing                    // it looks for none
	ReadsUncounted                  // they can't be counted
)

// Reads returns how many documents the operation reads, and how many bytes; false
// if that is for explain to say.
func (o Operation) Reads() (Quantity, bool) {
	reads := o.descriptor().reads
	switch {
	case reads == ReadsNothing || o.Effect() == EffectAdds || o.Effect() == EffectCreates:
		return Measured(0), true
	case reads == ReadsPlan:
		return Quantity{}, false
	}
	return Unmeasured(NotCounted), true
}

// Effect returns the kind of change that the operation may make.
func (o Operation) Effect() Effect { return o.descriptor().effect(o) }

// Writes reports whether the operation may change which documents are stored.
func (o Operation) Writes() bool {
	effect := o.Effect()
	return effect != EffectNothing && effect != EffectIndexes
}

// ChangesDocuments reports whether all that the operation may do is to change which
// documents its object has.
func (o Operation) ChangesDocuments() bool {
	switch o.Effect() {
	case EffectAdds, EffectRemoves, EffectChanges, EffectMixed:
		return true
	}
	return false
}

// always is for operations whose arguments don't change their effect.
func always(effect Effect) func(Operation) Effect { return func(Operation) Effect { return effect } }

// effectOfPipeline is that of its last stage.
func effectOfPipeline(o Operation) Effect {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	if len(pipeline) == 0 || reachOf(pipeline[len(pipeline)-1]) != ReachWrite {
		return EffectNothing
	}
	if name, _ := stageOf(pipeline[len(pipeline)-1]); name == "$out" {
		return EffectReplaces
	}
	return EffectMerges
}

// effectOfCommand knows the command create, which neither reads nor writes a
// document or an entry of an index.
func effectOfCommand(o Operation) Effect {
	command, _ := o.Argument("command").(bson.D)
	if len(command) > 0 && command[0].Key == "create" {
		return EffectCreates
	}
	return EffectUncounted
}

// effectOfRequests is that of all requests of bulkWrite if they only insert, or
// only delete.
func effectOfRequests(o Operation) Effect {
	requests, _ := o.Argument("requests").(bson.A)
	effects := map[Effect]bool{}
	for _, item := range requests {
		request, _ := item.(bson.D)
		switch request[0].Key {
		case "insertOne":
			effects[EffectAdds] = true
		case "deleteOne", "deleteMany":
			effects[EffectRemoves] = true
		default:
			return EffectMixed
		}
	}
	for effect := range effects {
		if len(effects) == 1 {
			return effect
		}
	}
	return EffectMixed
}

// Target returns the collection that the operation writes, and a filter for the
// documents that it may change there.
func (o Operation) Target() (collection string, filter bson.D) {
	pipeline, ok := o.Argument("pipeline").(bson.A)
	if !ok || len(pipeline) == 0 {
		return o.Object, append(bson.D{}, o.Query().Filter...)
	}
	last, _ := pipeline[len(pipeline)-1].(bson.D)
	return foreign(last), bson.D{}
}

// foreign returns the collection that a stage names.
func foreign(stage bson.D) string {
	if len(stage) != 1 {
		return ""
	}
	facts, _ := stageNamed(stage[0].Key)
	value := stage[0].Value
	for _, key := range []string{facts.Foreign, "coll"} {
		if d, ok := value.(bson.D); ok && lookup(d, key) != nil {
			value = lookup(d, key)
		}
	}
	name, _ := value.(string)
	return name
}

// Counted reports whether replies say how many documents the operation wrote. The
// reply of findAndModify counts matched documents, changed or not.
func (o Operation) Counted() bool {
	return o.Effect() != EffectMerges && (o.Effect() != EffectChanges || o.descriptor().Command.Name != "findAndModify")
}
