package direct

import (
	"cmp"
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// batch is a command that carries several requests of a bulkWrite.
type batch struct {
	kind    string // of its requests, one of kinds
	command bson.D
	indexes []int // of the requests
}

// kinds are the kinds of requests that one command can carry, in the order in
// which an unordered bulkWrite sends them.
var kinds = []string{"insertOne", "deleteOne", "deleteMany", "updateOne", "updateMany"}

// batches puts the requests of a bulkWrite into commands: an ordered one's
// neighbors of one kind, or an unordered one's requests of one kind.
func batches(o example.Operation, ordered bool) []batch {
	var all []batch
	requests, _ := o.Argument("requests").(bson.A)
	for i, item := range requests {
		request, _ := item.(bson.D)
		if len(request) != 1 {
			continue
		}
		arguments, _ := request[0].Value.(bson.D)
		single := example.Operation{Name: request[0].Key, Object: o.Object, Arguments: arguments}
		kind := single.Name
		if kind == "replaceOne" {
			kind = "updateOne"
		}
		at := slices.IndexFunc(all, func(b batch) bool { return b.kind == kind })
		if last := len(all) - 1; ordered && at >= 0 {
			at = -1
			if all[last].kind == kind {
				at = last
			}
		}
		if at < 0 {
			all = append(all, batch{kind: kind, command: single.Command(), indexes: []int{i}})
			continue
		}
		all[at].join(single.Command(), i)
	}
	if !ordered {
		slices.SortStableFunc(all, func(a, b batch) int { return slices.Index(kinds, a.kind) - slices.Index(kinds, b.kind) })
	}
	for i := range all {
		all[i].setOptions(o, ordered)
	}
	return all
}

// join adds the statements of another command of the kind.
func (b *batch) join(command bson.D, index int) {
	for i, e := range b.command {
		if list, ok := e.Value.(bson.A); ok {
			more, _ := command[i].Value.(bson.A)
			b.command[i].Value = append(list, more...)
		}
	}
	b.indexes = append(b.indexes, index)
}

func (b *batch) setOptions(o example.Operation, ordered bool) {
	for i, e := range b.command {
		if e.Key == "ordered" {
			b.command[i].Value = ordered
		}
	}
	if let := o.Argument("let"); let != nil && b.kind != "insertOne" {
		b.command = append(b.command, bson.E{Key: "let", Value: let})
	}
}

// bulkWrite sends the commands of a bulkWrite.
func (s sender) bulkWrite(ctx context.Context, o example.Operation) (any, error) {
	ordered := o.Argument("ordered") != false
	var written example.Written
	var failed error
	for _, b := range batches(o, ordered) {
		addIDs(b.command)
		reply, err := s.Command(ctx, s.database, b.command)
		written.Add(b.command[0].Key, reply, b.indexes...)
		failed = cmp.Or(failed, err)
		if failed != nil && ordered {
			break
		}
	}
	if failed != nil {
		return nil, failed
	}
	return written.BulkWriteResult(), nil
}
