package memdb

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

// currentOperations returns the commands that run, that of r among them.
func currentOperations(r *request, truncate bool) []bson.D {
	var rows []bson.D
	for _, running := range r.db.operations.list() {
		rows = append(rows, running.operation(truncate))
	}
	return rows
}

// operation returns a row of $currentOp, with the server's fields for which memdb
// has values.
func (r *request) operation(truncate bool) bson.D {
	from, took := peer.Of(r.ctx), r.db.clock().Sub(r.now)
	op := bson.D{{Key: "type", Value: "op"}, {Key: "host", Value: hostName}}
	if from.ConnectionID != 0 {
		op[1].Value = fmt.Sprintf("%s:%d", hostName, from.Port)
		op = append(op,
			bson.E{Key: "desc", Value: fmt.Sprintf("conn%d", from.ConnectionID)},
			bson.E{Key: "connectionId", Value: from.ConnectionID},
			bson.E{Key: "client", Value: from.Address},
		)
		op = append(op, from.Metadata.Fields()...)
	}
	op = append(op,
		bson.E{Key: "active", Value: true},
		bson.E{Key: "currentOpTime", Value: r.db.clock().UTC().Format("2006-01-02T15:04:05.000-07:00")},
		bson.E{Key: "isFromUserConnection", Value: true},
		bson.E{Key: "threaded", Value: true},
		bson.E{Key: "opid", Value: r.number},
	)
	if r.session != "" {
		nobody := sha256.Sum256(nil)
		op = append(op, bson.E{Key: "lsid", Value: bson.D{
			{Key: "id", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte(r.session)}},
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
func (r *request) kind() string {
	switch r.name {
	case "find":
		return "query"
	case "insert", "update":
		return r.name
	case "delete":
		return "remove"
	case "getMore":
		return "getmore"
	}
	return "command"
}

// namespace is the value of the field ns: the collection, if the command names one.
func (r *request) namespace() string {
	if r.name == "getMore" {
		collection, _ := value.Get(r.doc, "collection").(string)
		return r.database + "." + collection
	}
	switch name := r.doc[0].Value.(type) {
	case string:
		if r.name != "currentOp" {
			return r.database + "." + name
		}
	case int32, int64, float64:
		if r.name == "aggregate" || r.name == "currentOp" {
			return r.database + ".$cmd.aggregate"
		}
	}
	return r.database + ".$cmd"
}

// shown is the command, or the beginning of its text if it is long.
func (r *request) shown(truncate bool) bson.D {
	if !truncate || value.Size(r.doc) <= longestOperation {
		return r.doc
	}
	text := value.String(r.doc)
	if len(text) > longestOperation {
		text = strings.ToValidUTF8(text[:longestOperation-3], "") + "..."
	}
	cut := bson.D{{Key: "$truncated", Value: text}}
	if comment := value.Get(r.doc, "comment"); !value.IsMissing(comment) {
		cut = append(cut, bson.E{Key: "comment", Value: comment})
	}
	return cut
}
