package value

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// Encode agrees with the driver's encoder, Decode followed by Encode returns the same
// bytes, and Size counts them.
func TestCodecRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		doc := randomDocument(r, 3)
		theirs, err := bson.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := Encode(doc)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(ours, theirs) {
			t.Fatalf("%s\nours   %x\ndriver %x", String(doc), ours, theirs)
		}
		decoded, err := Decode(ours)
		if err != nil {
			t.Fatalf("%s: %v", String(doc), err)
		}
		again, err := Encode(decoded)
		if err != nil || !bytes.Equal(again, ours) {
			t.Fatalf("%s became %s (%v)", String(doc), String(decoded), err)
		}
		if Size(doc) != len(ours) {
			t.Fatalf("Size(%s) = %d, it has %d bytes", String(doc), Size(doc), len(ours))
		}
	}
}

func TestDecodeRejects(t *testing.T) {
	for name, raw := range map[string]string{
		"nothing":                "",
		"length too small":       "\x04\x00\x00\x00",
		"length too large":       "\x06\x00\x00\x00\x00",
		"no terminator":          "\x05\x00\x00\x00\x01",
		"bytes after the end":    "\x05\x00\x00\x00\x00\x00",
		"unknown type":           "\x08\x00\x00\x00\x20a\x00\x00",
		"value past the end":     "\x09\x00\x00\x00\x10a\x00\x01\x00",
		"name without NUL":       "\x08\x00\x00\x00\x0aaa\x00",
		"string of length 0":     "\x0d\x00\x00\x00\x02a\x00\x00\x00\x00\x00\x00\x00",
		"string without NUL":     "\x0e\x00\x00\x00\x02a\x00\x02\x00\x00\x00xx\x00",
		"bool of 2":              "\x09\x00\x00\x00\x08a\x00\x02\x00",
		"array from 1":           "\x10\x00\x00\x00\x04a\x00\x08\x00\x00\x00\x0a1\x00\x00\x00",
		"negative binary length": "\x0d\x00\x00\x00\x05a\x00\xff\xff\xff\xff\x00\x00",
		"inner document longer":  "\x0d\x00\x00\x00\x03a\x00\x09\x00\x00\x00\x00\x00",
	} {
		if doc, err := Decode(bson.Raw(raw)); !errcode.Is(err, 22) {
			t.Errorf("%s: got %v, %v", name, doc, err)
		}
	}
}

// The server stores text that is not UTF-8 as it is; Go's strings would be wrong.
func TestDecodeRefusesTextThatIsNotUTF8(t *testing.T) {
	raw := bson.Raw("\x0e\x00\x00\x00\x02a\x00\x02\x00\x00\x00\xff\x00\x00")
	if doc, err := Decode(raw); !errcode.Refused(err) {
		t.Errorf("got %v, %v", doc, err)
	}
}

// Measured by documentdb/functional-tests: a comment of 200 levels is taken in a
// command, one of 201 is not.
func TestDecodeDepth(t *testing.T) {
	nested := func(depth int) bson.Raw {
		doc := bson.D{}
		for range depth - 1 {
			doc = bson.D{{Key: "a", Value: doc}}
		}
		raw, err := Encode(doc)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	if _, err := Decode(nested(1 + maxDepth)); err != nil {
		t.Errorf("%d within the outermost: %v", maxDepth, err)
	}
	if _, err := Decode(nested(2 + maxDepth)); !errcode.Is(err, errcode.Overflow) {
		t.Errorf("%d within the outermost: %v", maxDepth+1, err)
	}
}

func TestEncodeRejects(t *testing.T) {
	for name, doc := range map[string]bson.D{
		"NUL in a name":    {{Key: "a\x00b", Value: int32(1)}},
		"NUL in a pattern": {{Key: "a", Value: bson.Regex{Pattern: "\x00"}}},
		"missing":          {{Key: "a", Value: Missing{}}},
		"a Go int":         {{Key: "a", Value: 1}},
		"nil":              {{Key: "a", Value: nil}},
	} {
		if raw, err := Encode(doc); err == nil {
			t.Errorf("%s: encoded as %x", name, raw)
		}
	}
}

// FuzzDecode: any bytes either are refused with an error of ours, or are a
// document that encodes to the same bytes.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x05\x00\x00\x00\x00"))
	f.Add([]byte("\x0c\x00\x00\x00\x10a\x00\x01\x00\x00\x00\x00"))
	f.Add([]byte("\x10\x00\x00\x00\x04a\x00\x08\x00\x00\x00\x0a0\x00\x00\x00"))
	f.Add([]byte("\x1a\x00\x00\x00\x0fa\x00\x12\x00\x00\x00\x02\x00\x00\x00x\x00\x05\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		doc, err := Decode(raw)
		if err != nil {
			var ours *errcode.Error
			if !errors.As(err, &ours) {
				t.Fatal(err)
			}
			return
		}
		again, err := Encode(doc)
		if err != nil || !bytes.Equal(again, raw) {
			t.Fatalf("%x became %x (%v)", raw, again, err)
		}
	})
}
