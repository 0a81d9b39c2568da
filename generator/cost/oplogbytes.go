package cost

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/memdb/oplog"
)

// oplogBytes returns the BSON bytes of what replication carries of the changes: of the
// entries in the server's oplog, the field "o" of a document that was inserted or
// deleted, and the fields "o" and "o2" of one that was updated. The other fields of an
// entry have the same size whatever the change is. Package oplog names the rules.
//
// A change that no statement of the operation explains is not measured.
func (c *comparison) oplogBytes(replies *Recorder) example.Quantity {
	statements := replies.statements()
	if c.operation.Effect() == example.EffectMerges {
		statements = mergeStatements(c.operation)
	}
	sum, isKnown := int64(0), keepsRecords(c.specs)
	c.changed(func(before, after image) {
		switch {
		case before.document == nil:
			sum += int64(len(after.document))
		case after.document == nil:
			sum += idBytes(before.document)
		default:
			entry, ok := entryBytes(statements, before.document, after.document)
			isKnown = isKnown && ok
			sum += entry + idBytes(before.document)
		}
	})
	if !isKnown {
		return example.Unmeasured(example.NotCalculated)
	}
	return example.Measured(sum)
}

// idBytes returns the size of a document that has only the _id of another.
func idBytes(of bson.Raw) int64 {
	return int64(len("\x00\x00\x00\x00") + len("\x07_id\x00") + len(of.Lookup("_id").Value) + len("\x00"))
}

// entryBytes returns the size of the field "o" for the statement that made one document
// of another. It is not ok if none did, or two of them have entries of different sizes.
func entryBytes(statements []oplog.Update, before, after bson.Raw) (size int64, ok bool) {
	for _, s := range statements {
		entry, err := s.Entry(before, after)
		switch {
		case err != nil || entry == nil:
		case ok && int64(len(entry)) != size:
			return 0, false
		default:
			size, ok = int64(len(entry)), true
		}
	}
	return size, ok
}

// statements returns the updates that the commands of a step have sent. Those whose
// variables or collation decide what they change are left out.
func (r *Recorder) statements() []oplog.Update {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []oplog.Update
	add := func(statement bson.Raw, filter, by string) {
		for _, field := range []string{"c", "let", "collation"} {
			if _, err := statement.LookupErr(field); err == nil {
				return
			}
		}
		q, _ := statement.Lookup(filter).DocumentOK()
		all = append(all, oplog.Update{Filter: q, Update: statement.Lookup(by), ArrayFilters: statement.Lookup("arrayFilters")})
	}
	for _, command := range r.writes {
		if _, hasLet := command.LookupErr("let"); hasLet == nil {
			continue
		}
		if command.Lookup("update").Type != bson.TypeString { // findAndModify
			add(command, "query", "update")
		}
		for _, item := range ejson.Elements(command.Lookup("updates")) {
			add(item.Document(), "q", "u")
		}
	}
	return all
}

// mergeStatements returns how $merge changes documents that are there: by setting each
// field, unless it says otherwise. Source: src/mongo/db/pipeline/merge_processor.cpp.
func mergeStatements(o example.Operation) []oplog.Update {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	last, _ := pipeline[len(pipeline)-1].(bson.D)
	argument, _ := last[0].Value.(bson.D)
	for _, e := range argument {
		switch e.Key {
		case "let":
			return nil
		case "whenMatched":
			switch by := e.Value.(type) {
			case bson.A:
				return []oplog.Update{{Update: ejson.MustRaw(by)}}
			case string:
				if by != "merge" {
					return []oplog.Update{{Update: ejson.MustRaw(bson.D{})}}
				}
			}
		}
	}
	return []oplog.Update{{}}
}
