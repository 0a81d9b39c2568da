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

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// Update is a statement of an update command, or a findAndModify.
type Update struct {
	Filter       bson.D
	Update       any // a bson.D, a bson.A of stages, or nil for the fields that $merge sets
	ArrayFilters bson.A
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
	if u.Update == nil {
		return value.Encode(update.SetFieldsEntry(old, changed))
	}
	// The values of dates are those of the clock, which after has.
	parsed, err := update.Parse(u.Update, update.Options{
		ArrayFilters: u.ArrayFilters, Scope: expr.NewScope(nil, nil), Timestamp: func() bson.Timestamp { return bson.Timestamp{T: 1} },
	})
	if err != nil {
		return nil, err
	}
	log := &update.Log{}
	if by, hasOperators := u.Update.(bson.D); hasOperators && !parsed.Replaces() {
		if log, err = u.replay(parsed, by, old, after); err != nil {
			return nil, err
		}
	}
	return value.Encode(parsed.Entry(log, old, changed))
}

// replay runs operators once more, since the documents do not say which of them
// changed what: a pushed element is logged by itself, a pulled one by the array.
func (u Update) replay(parsed *update.Update, operators, before bson.D, after bson.Raw) (*update.Log, error) {
	matcher, err := match.Parse(u.Filter, match.Options{Query: true})
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
