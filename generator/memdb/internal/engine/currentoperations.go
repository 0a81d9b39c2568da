package engine

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/peer"
	"modelbook/generator/memdb/internal/value"
)

// longestOperation is the size of a command, in bytes, beyond which the server
// would shorten it.
const longestOperation = 1000

// CurrentOperations returns the commands that run, that of r among them.
func CurrentOperations(op *Operation, truncate bool) []bson.D {
	var rows []bson.D
	for _, running := range op.DB.Operations.List() {
		rows = append(rows, running.operation(truncate))
	}
	return rows
}

// operation returns a row of $currentOp, with the server's fields for which memdb
// has values.
func (r *Operation) operation(truncate bool) bson.D {
	from, took := peer.Of(r.Context), r.DB.Clock().Sub(r.Now)
	op := bson.D{{Key: "type", Value: "op"}, {Key: "host", Value: HostName}}
	if from.ConnectionID != 0 {
		op[1].Value = fmt.Sprintf("%s:%d", HostName, from.Port)
		op = append(op,
			bson.E{Key: "desc", Value: fmt.Sprintf("conn%d", from.ConnectionID)},
			bson.E{Key: "connectionId", Value: from.ConnectionID},
			bson.E{Key: "client", Value: from.Address},
		)
		op = append(op, from.Metadata.Fields()...)
	}
	op = append(op,
		bson.E{Key: "active", Value: true},
		bson.E{Key: "currentOpTime", Value: r.DB.Clock().UTC().Format("2006-01-02T15:04:05.000-07:00")},
		bson.E{Key: "isFromUserConnection", Value: true},
		bson.E{Key: "threaded", Value: true},
		bson.E{Key: "opid", Value: r.OpID},
	)
	if r.Session != "" {
		nobody := sha256.Sum256(nil)
		op = append(op, bson.E{Key: "lsid", Value: bson.D{
			{Key: "id", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte(r.Session)}},
			{Key: "uid", Value: bson.Binary{Data: nobody[:]}},
		}})
	}
	return append(op,
		bson.E{Key: "secs_running", Value: int64(took.Seconds())},
		bson.E{Key: "microsecs_running", Value: took.Microseconds()},
		bson.E{Key: "op", Value: r.kind()},
		bson.E{Key: "ns", Value: r.namespace()},
		bson.E{Key: "redacted", Value: false},
		bson.E{Key: "command", Value: r.shown(truncate)},
		bson.E{Key: "numYields", Value: int32(0)},
		bson.E{Key: "locks", Value: bson.D{}},
		bson.E{Key: "waitingForLock", Value: r.isWaitingForLock.Load()},
		bson.E{Key: "lockStats", Value: bson.D{}},
		bson.E{Key: "waitingForFlowControl", Value: false},
		bson.E{Key: "flowControlStats", Value: bson.D{}},
	)
}

// kind is the value of the field op. Source: the commands' getReadWriteType and
// LogicalOp in the server's source.
func (op *Operation) kind() string {
	switch op.Name {
	case "find":
		return "query"
	case "insert", "update":
		return op.Name
	case "delete":
		return "remove"
	case "getMore":
		return "getmore"
	}
	return "command"
}

// namespace is the value of the field ns: the collection, if the command names one.
func (op *Operation) namespace() string {
	if op.Name == "getMore" {
		collection, _ := value.Get(op.Command, "collection").(string)
		return op.Database + "." + collection
	}
	switch name := op.Command[0].Value.(type) {
	case string:
		if op.Name != "currentOp" {
			return op.Database + "." + name
		}
	case int32, int64, float64:
		if op.Name == "aggregate" || op.Name == "currentOp" {
			return op.Database + ".$cmd.aggregate"
		}
	}
	return op.Database + ".$cmd"
}

// shown is the command, or the beginning of its text if it is long.
func (op *Operation) shown(truncate bool) bson.D {
	if !truncate || value.Size(op.Command) <= longestOperation {
		return op.Command
	}
	text := value.String(op.Command)
	if len(text) > longestOperation {
		text = strings.ToValidUTF8(text[:longestOperation-3], "") + "..."
	}
	cut := bson.D{{Key: "$truncated", Value: text}}
	if comment := value.Get(op.Command, "comment"); !value.IsMissing(comment) {
		cut = append(cut, bson.E{Key: "comment", Value: comment})
	}
	return cut
}
