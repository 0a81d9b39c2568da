package pipeline

import (
	"encoding/hex"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// ResumeToken is a position in the log of changes: of an event, or before all events
// of a time. Clients see it as text that sorts like the positions.
type ResumeToken struct {
	Time  bson.Timestamp
	Event bool
	// Index distinguishes the events of one time, which are those of a transaction.
	Index int32
	// Invalidate: the position is behind an event that has ended the stream.
	Invalidate bool
}

// The text is that of numbers of fixed width, behind the byte with which the
// server's tokens begin.
const tokenFormat = "82%08X%08X%02X%08X%02X"

const tokenLength = 2 + 8 + 8 + 2 + 8 + 2

// Document returns the token as clients see it.
func (t ResumeToken) Document() bson.D {
	event, invalidate := 0, 0
	if t.Event {
		event = 0x80
	}
	if t.Invalidate {
		invalidate = 1
	}
	return bson.D{{Key: "_data", Value: fmt.Sprintf(tokenFormat, t.Time.T, t.Time.I, event, t.Index, invalidate)}}
}

// parseResumeToken reads a token that a client sends back; a token of a real server is
// refused. Source: src/mongo/db/pipeline/resume_token.cpp.
func parseResumeToken(doc bson.D) (t ResumeToken, err error) {
	text, ok := value.Get(doc, "_data").(string)
	if !ok {
		return t, errcode.New(40647, "Bad resume token: _data of missing or of wrong type. Expected string, got %s", value.String(doc))
	}
	if bits := value.Get(doc, "_typeBits"); !value.IsMissing(bits) {
		if b, ok := bits.(bson.Binary); !ok || b.Subtype != bson.TypeBinaryGeneric {
			return t, errcode.New(40648, "Bad resume token: _typeBits of wrong type %s", value.String(doc))
		}
		return t, errcode.NotImplemented("a resume token with _typeBits")
	}
	if _, err := hex.DecodeString(text); err != nil {
		return t, errcode.New(errcode.FailedToParse, "resume token string was not a valid hex string")
	}
	if text == "" {
		return t, errcode.New(40649, "invalid empty resume token")
	}
	var event, invalidate uint32
	if len(text) == tokenLength {
		_, err = fmt.Sscanf(strings.ToUpper(text), tokenFormat, &t.Time.T, &t.Time.I, &event, &t.Index, &invalidate)
	}
	t.Event, t.Invalidate = event == 0x80, invalidate == 1
	if err != nil || value.Get(t.Document(), "_data") != any(strings.ToUpper(text)) {
		return t, errcode.NotImplemented("a resume token of another database")
	}
	return t, nil
}
