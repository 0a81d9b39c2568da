package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

const (
	flagChecksum   = 1 << 0
	flagMoreToCome = 1 << 1
	flagsRequired  = 0xffff // bits of which an unknown one must be refused
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// request is a command as OP_MSG or OP_QUERY carried it.
type request struct {
	command   bson.Raw
	wantReply bool
	checksum  bool
}

// parseMsg reads the body of an OP_MSG. whole is the entire message, header
// included, for the checksum. An *errcode.Error is a reply to the client; any other
// error only closes the connection.
func parseMsg(whole []byte) (request, error) {
	body := whole[headerSize:]
	if len(body) < 4 {
		return request{}, fmt.Errorf("%w: no flags", errMalformed)
	}
	flags := binary.LittleEndian.Uint32(body)
	req := request{wantReply: flags&flagMoreToCome == 0, checksum: flags&flagChecksum != 0}
	if unknown := flags & flagsRequired &^ (flagChecksum | flagMoreToCome); unknown != 0 {
		return req, errcode.New(223, "Message contains illegal flags value: Ob%b", unknown)
	}
	sections := body[4:]
	if req.checksum {
		if len(sections) < 4 {
			return req, fmt.Errorf("%w: no checksum", errMalformed)
		}
		end := len(whole) - 4
		if crc32.Checksum(whole[:end], castagnoli) != binary.LittleEndian.Uint32(whole[end:]) {
			return req, errcode.New(288, "OP_MSG checksum does not match contents")
		}
		sections = sections[:len(sections)-4]
	}
	command, err := joinSections(sections)
	req.command = command
	return req, err
}

type sequence struct {
	name string
	docs [][]byte
}

// joinSections makes one command of a body and its document sequences.
func joinSections(b []byte) (bson.Raw, error) {
	var body []byte
	var sequences []sequence
	for len(b) > 0 {
		kind := b[0]
		b = b[1:]
		switch {
		case kind == 0 && body == nil:
			doc, err := documentAt(b)
			if err != nil {
				return nil, err
			}
			body, b = doc, b[len(doc):]
		case kind == 1:
			seq, rest, err := parseSequence(b)
			if err != nil {
				return nil, err
			}
			sequences, b = append(sequences, seq), rest
		default:
			return nil, fmt.Errorf("%w: section of kind %d", errMalformed, kind)
		}
	}
	if body == nil {
		return nil, fmt.Errorf("%w: no body", errMalformed)
	}
	return splice(body, sequences), nil
}

func parseSequence(b []byte) (sequence, []byte, error) {
	if len(b) < 4 {
		return sequence{}, nil, fmt.Errorf("%w: sequence without size", errMalformed)
	}
	size := int(int32(binary.LittleEndian.Uint32(b)))
	if size < 5 || size > len(b) {
		return sequence{}, nil, fmt.Errorf("%w: sequence of %d bytes in %d", errMalformed, size, len(b))
	}
	rest := b[size:]
	name, docs, found := bytes.Cut(b[4:size], []byte{0})
	if !found {
		return sequence{}, nil, fmt.Errorf("%w: sequence without name", errMalformed)
	}
	seq := sequence{name: string(name)}
	for len(docs) > 0 {
		doc, err := documentAt(docs)
		if err != nil {
			return sequence{}, nil, err
		}
		seq.docs, docs = append(seq.docs, doc), docs[len(doc):]
	}
	return seq, rest, nil
}

// splice appends each sequence to the body as an array field. A name that is
// there twice stays so: the command's parser returns the error.
func splice(body []byte, sequences []sequence) bson.Raw {
	if len(sequences) == 0 {
		return body
	}
	out := append(make([]byte, 0, len(body)*2), body[:len(body)-1]...)
	for _, seq := range sequences {
		out = append(out, byte(bson.TypeArray))
		out = append(append(out, seq.name...), 0)
		start := len(out)
		out = append(out, 0, 0, 0, 0)
		for i, doc := range seq.docs {
			out = append(out, byte(bson.TypeEmbeddedDocument))
			out = append(strconv.AppendInt(out, int64(i), 10), 0)
			out = append(out, doc...)
		}
		out = append(out, 0)
		binary.LittleEndian.PutUint32(out[start:], uint32(len(out)-start))
	}
	out = append(out, 0)
	binary.LittleEndian.PutUint32(out, uint32(len(out)))
	return out
}

// msgReply wraps a reply document in an OP_MSG, with a checksum if the request
// had one.
func msgReply(id, responseTo int32, doc bson.Raw, checksum bool) []byte {
	out := appendHeader(make([]byte, 0, len(doc)+32), id, responseTo, opMsg)
	flags := uint32(0)
	if checksum {
		flags = flagChecksum
	}
	out = binary.LittleEndian.AppendUint32(out, flags)
	out = append(out, 0)
	out = append(out, doc...)
	if !checksum {
		return finish(out)
	}
	out = append(out, 0, 0, 0, 0)
	finish(out)
	end := len(out) - 4
	binary.LittleEndian.PutUint32(out[end:], crc32.Checksum(out[:end], castagnoli))
	return out
}
