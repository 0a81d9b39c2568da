package verify

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// written are the ObjectIds and times that an example writes itself. All others are made
// by the driver or the database, and each run makes others.
type written struct {
	ids   map[bson.ObjectID]bool
	times map[bson.DateTime]bool // nil if no step of the example stores the time
}

// withoutGenerated removes from documents an _id that the driver or the database made,
// and the fields with a time that the database took from its clock, since each run makes
// others. A change of nothing else is left out.
func (r *verification) withoutGenerated(ctx context.Context, all []example.Change) []example.Change {
	for i := range all {
		for _, document := range []*bson.Raw{&all[i].Before, &all[i].After} {
			*document = r.withoutGeneratedFields(ctx, *document)
		}
	}
	return slices.DeleteFunc(all, func(c example.Change) bool { return bytes.Equal(c.Before, c.After) })
}

func (r *verification) withoutGeneratedFields(ctx context.Context, document bson.Raw) bson.Raw {
	if document == nil {
		return nil
	}
	elements, _ := document.Elements()
	kept := bson.D{}
	for _, e := range elements {
		id, isID := e.Value().ObjectIDOK()
		isGenerated := e.Key() == "_id" && isID && !r.written(ctx).ids[id] || r.hasGeneratedTime(ctx, e.Value())
		if !isGenerated {
			kept = append(kept, bson.E{Key: e.Key(), Value: e.Value()})
		}
	}
	if len(kept) == len(elements) {
		return document
	}
	encoded, _ := bson.Marshal(kept) // it came from the database
	return encoded
}

// hasGenerated reports whether a value has an ObjectId or a time that the driver or the
// database made.
func (r *verification) hasGenerated(ctx context.Context, value bson.RawValue) bool {
	if value.IsZero() {
		return false
	}
	return r.hasGeneratedTime(ctx, value) ||
		slices.ContainsFunc(hexOfID.FindAllString(printed(value), -1), func(hex string) bool {
			id, _ := bson.ObjectIDFromHex(hex) // it has 24 digits
			return !r.written(ctx).ids[id]
		})
}

// hasGeneratedTime reports whether a value has a time that the example does not write. If
// no step of the example stores the time, it was computed from what is written.
func (r *verification) hasGeneratedTime(ctx context.Context, value bson.RawValue) bool {
	times := r.written(ctx).times
	if times == nil {
		return false
	}
	return slices.ContainsFunc(appendTimes(nil, value), func(at bson.DateTime) bool { return !times[at] })
}

// appendTimes appends the dates and timestamps of a value, those in what it holds
// included.
func appendTimes(all []bson.DateTime, value bson.RawValue) []bson.DateTime {
	switch value.Type {
	case bson.TypeDateTime:
		return append(all, bson.DateTime(value.DateTime()))
	case bson.TypeTimestamp:
		seconds, _ := value.Timestamp()
		return append(all, bson.DateTime(1000*int64(seconds)))
	case bson.TypeEmbeddedDocument, bson.TypeArray:
		elements, _ := bson.Raw(value.Value).Elements()
		for _, e := range elements {
			all = appendTimes(all, e.Value())
		}
	}
	return all
}

var hexOfID = regexp.MustCompile(`\b[0-9a-f]{24}\b`)

// written returns the ObjectIds that the example's data have for an _id, or its steps for
// anything, and the times that either has.
func (r *verification) written(ctx context.Context) written {
	if r.writes.ids != nil {
		return r.writes
	}
	w := written{ids: map[bson.ObjectID]bool{}}
	steps := r.example.Steps
	if r.example.Explore != nil {
		steps = r.example.Explore.Steps
	}
	if slices.ContainsFunc(steps, func(s example.Step) bool { return storesTime.MatchString(fmt.Sprint(s.Operation.Arguments)) }) {
		w.times = map[bson.DateTime]bool{}
	}
	data := r.example.Data(r.result.Size).Under(ctx)
	for _, c := range r.example.Collections {
		for document := range data.Documents(c.Name) {
			if id, ok := document.Raw.Lookup("_id").ObjectIDOK(); ok {
				w.ids[id] = true
			}
			w.addTimes(document.Raw)
		}
	}
	for i := range steps {
		for _, hex := range hexOfID.FindAllString(fmt.Sprint(steps[i].Operation.Arguments), -1) {
			id, _ := bson.ObjectIDFromHex(hex) // it has 24 digits
			w.ids[id] = true
		}
		arguments, _ := bson.Marshal(steps[i].Operation.Arguments) // they were read
		w.addTimes(arguments)
	}
	r.writes = w
	return w
}

func (w written) addTimes(document bson.Raw) {
	if w.times == nil {
		return
	}
	for _, at := range appendTimes(nil, bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: document}) {
		w.times[at] = true
	}
}

var storesTime = regexp.MustCompile(`\$currentDate|\$\$NOW|\$\$CLUSTER_TIME`)
