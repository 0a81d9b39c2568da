package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// parseQuery reads an OP_QUERY, which drivers still use for their first hello:
// flags, the collection "<db>.$cmd", skip, number to return, the command.
func parseQuery(body []byte) (request, error) {
	req := request{wantReply: true}
	if len(body) < 4 {
		return req, fmt.Errorf("%w: no flags", errMalformed)
	}
	name, rest, found := bytes.Cut(body[4:], []byte{0})
	if !found || len(rest) < 8 {
		return req, fmt.Errorf("%w: no collection", errMalformed)
	}
	doc, err := documentAt(rest[8:])
	if err != nil {
		return req, err
	}
	db, isCommand := strings.CutSuffix(string(name), ".$cmd")
	command := firstName(doc)
	switch command {
	case "hello", "isMaster", "ismaster":
	default:
		isCommand = false
	}
	if !isCommand {
		return req, errcode.New(352,
			"Unsupported OP_QUERY command: %s. The client driver may require an upgrade.", command)
	}
	req.command = withDatabase(doc, db)
	return req, nil
}

func firstName(doc []byte) string {
	if len(doc) < 6 {
		return ""
	}
	name, _, _ := bytes.Cut(doc[5:], []byte{0})
	return string(name)
}

// withDatabase adds $db, which OP_QUERY carries in the collection's name.
func withDatabase(doc []byte, db string) bson.Raw {
	out := append([]byte{}, doc[:len(doc)-1]...)
	out = append(out, byte(bson.TypeString))
	out = append(out, "$db\x00"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(db)+1))
	out = append(append(out, db...), 0, 0)
	binary.LittleEndian.PutUint32(out, uint32(len(out)))
	return out
}

// queryReply wraps a reply document in an OP_REPLY.
func queryReply(id, responseTo int32, doc bson.Raw) []byte {
	const awaitCapable = 8
	out := appendHeader(make([]byte, 0, len(doc)+36), id, responseTo, opReply)
	out = binary.LittleEndian.AppendUint32(out, awaitCapable)
	out = binary.LittleEndian.AppendUint64(out, 0) // no cursor
	out = binary.LittleEndian.AppendUint32(out, 0) // starting from
	out = binary.LittleEndian.AppendUint32(out, 1) // one document
	return finish(append(out, doc...))
}
