// Package oplog says how large the entries are that the server writes into its oplog
// for replication.
//
// An entry of an insert holds the document, one of a delete its _id, and one of an
// update its _id and what this package returns. The rules are those of MongoDB 8.2,
// in its source under src/mongo/db/update:
//
//   - modifier_node.cpp: an operator that changes a field logs the path and the value
//     that it has then; one that changes nothing logs nothing; one that makes a path
//     logs it from the first field that was not there.
//   - unset_node.cpp, rename_node.cpp: a removed field is logged by its name, a renamed
//     one by its old name and as a new field; a removed element of an array is null.
//   - push_node.cpp, addtoset_node.cpp: elements that are only appended are logged by
//     themselves. A $push at a position, with a sort, or whose slice drops something,
//     logs the whole array, and so does one into an empty array.
//   - pop_node.cpp, array_culling_node.cpp: $pop, $pull and $pullAll log the whole array.
//   - update_array_node.cpp: where "$[]" or a filter of arrays chooses several elements,
//     the one that changed is logged whole, or the array if several changed.
//   - pipeline_executor.cpp, document_diff_calculator.cpp: a pipeline logs the
//     difference of the documents, or the whole document if that is not longer.
//   - object_replace_executor.cpp: a replacement logs the whole document.
//   - ../pipeline/merge_processor.cpp: $merge sets the fields of a document that is there
//     by $set, unless it says otherwise.
//   - document_diff_serialization.cpp: how a difference is written.
package oplog

import (
	"bytes"
	"errors"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// Update is a statement of an update command, or a findAndModify.
type Update struct {
	Filter       bson.Raw      // nil finds every document
	Update       bson.RawValue // a document, or an array of stages; zero for the fields that $merge sets
	ArrayFilters bson.RawValue // an array, or zero
}

// ErrOther says that the statement makes another document than the one it is said to
// have made.
var ErrOther = errors.New("the update makes another document")

// Entry returns the field "o" of the entry of an update that made one document of
// another. It is nil if the update changes nothing and is not logged.
func (u Update) Entry(before, after bson.Raw) (bson.Raw, error) {
	if bytes.Equal(before, after) {
		return nil, nil
	}
	old, err := value.Decode(before)
	if err != nil {
		return nil, err
	}
	changed, err := value.Decode(after)
	if err != nil {
		return nil, err
	}
	if u.Update.IsZero() {
		return value.Encode(update.SetFieldsEntry(old, changed))
	}
	by, err := decoded(u.Update)
	if err != nil {
		return nil, err
	}
	filters, err := decoded(u.ArrayFilters)
	if err != nil {
		return nil, err
	}
	// The values of dates are those of the clock, which after has.
	arrayFilters, _ := filters.(bson.A)
	parsed, err := update.Parse(by, update.Options{
		ArrayFilters: arrayFilters, Scope: expr.NewScope(nil, nil), Timestamp: func() bson.Timestamp { return bson.Timestamp{T: 1} },
	})
	if err != nil {
		return nil, err
	}
	log := &update.Log{}
	if operators, isDocument := by.(bson.D); isDocument && !parsed.Replaces() {
		if log, err = u.replay(parsed, operators, old, after); err != nil {
			return nil, err
		}
	}
	return value.Encode(parsed.Entry(log, old, changed))
}

// replay runs operators once more, since the documents do not say which of them
// changed what: a pushed element is logged by itself, a pulled one by the array.
func (u Update) replay(parsed *update.Update, operators, before bson.D, after bson.Raw) (*update.Log, error) {
	filter := bson.D{}
	if u.Filter != nil {
		var err error
		if filter, err = value.Decode(u.Filter); err != nil {
			return nil, err
		}
	}
	matcher, err := match.Parse(filter, match.Options{Query: true})
	if err != nil {
		return nil, err
	}
	found, err := matcher.Match(before, &expr.Env{})
	if err != nil {
		return nil, err
	}
	log := &update.Log{}
	made, err := parsed.Apply(update.Target{Doc: before, Positional: found.Index, Env: &expr.Env{}, Log: log})
	if err != nil {
		return nil, err
	}
	raw, err := value.Encode(made)
	if err != nil {
		return nil, err
	}
	byClock := slices.ContainsFunc(operators, func(e bson.E) bool { return e.Key == "$currentDate" })
	if !bytes.Equal(raw, after) && (!byClock || len(raw) != len(after)) {
		return nil, ErrOther
	}
	return log, nil
}

// decoded returns the value that the database makes of one; nil of a zero one.
func decoded(v bson.RawValue) (any, error) {
	if v.IsZero() {
		return nil, nil
	}
	start, document := bsoncore.AppendDocumentStart(nil)
	document = bsoncore.AppendValueElement(document, "v", bsoncore.Value{Type: bsoncore.Type(v.Type), Data: v.Value})
	document, err := bsoncore.AppendDocumentEnd(document, start)
	if err != nil {
		return nil, err
	}
	d, err := value.Decode(bson.Raw(document))
	return value.Get(d, "v"), err
}
