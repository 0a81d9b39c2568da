package cost

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

// TestKeyString holds keys to bytes that were written by hand after the format: type,
// value, end; then the bytes that the types of numbers take.
func TestKeyString(t *testing.T) {
	for _, c := range []struct {
		value string
		want  string
		types int
	}{
		{`null`, "14 04", 0},
		{`0`, "29 04", 0},
		{`1`, "2b02 04", 0},
		{`127`, "2bfe 04", 0},
		{`128`, "2c0100 04", 0},
		{`1440`, "2c0b40 04", 0},
		{`-1`, "27fd 04", 0},
		{`{"$numberLong":"1"}`, "2b02 04", 1},
		{`1.0`, "2b02 04", 1},
		{`1.5`, "2b03 80000000000000 04", 1},
		{`-1.5`, "27fc 7fffffffffffff 04", 1},
		{`0.5`, "2a ff80000000000000 04", 1},
		{`{"$numberDecimal":"1.5"}`, "2b03 80000000000000 04", 2},
		{`{"$numberDecimal":"0.1"}`, "2a fee6666666666666 04", 2},
		{`"abc"`, "3c 61626300 04", 0},
		{`"a\u0000b"`, "3c 6100ff6200 04", 0},
		{`{"$oid":"65a000000000000000000001"}`, "64 65a000000000000000000001 04", 0},
		{`{"$date":"1970-01-01T00:00:00Z"}`, "78 8000000000000000 04", 0},
		{`true`, "6f 04", 0},
		{`{"a":1}`, "46 1e 6100 2b02 00 04", 0},
		{`[1,"b"]`, "50 2b02 3c6200 00 04", 0},
		{`{"$binary":{"base64":"AQI=","subType":"04"}}`, "5a 02 04 0102 04", 0},
	} {
		var key keyString
		v := extended(t, `{"v":`+c.value+`}`).Lookup("v")
		ok := key.append(v, false)
		key.end()
		if got, want := fmt.Sprintf("%x", key.bytes), strings.ReplaceAll(c.want, " ", ""); !ok || got != want || key.types.size() != c.types {
			t.Errorf("%s: %s and %d bytes of types, want %s and %d", c.value, got, key.types.size(), want, c.types)
		}
		down := keyString{}
		down.append(v, true)
		if len(down.bytes) != len(key.bytes)-1 || down.bytes[0] != ^key.bytes[0] {
			t.Errorf("%s in descending order: %x", c.value, down.bytes)
		}
	}
	for _, value := range []string{`{"$numberDecimal":"0.1234567890123456789"}`, `{"$dbPointer":{"$ref":"a","$id":{"$oid":"65a000000000000000000001"}}}`} {
		var key keyString
		if key.append(extended(t, `{"v":`+value+`}`).Lookup("v"), false) {
			t.Errorf("%s has a key", value)
		}
	}
}

// TestKeyStringOrder: the bytes of keys compare as a database sorts the values.
func TestKeyStringOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	value := func() any {
		n := random.Int64N(1<<uint(random.IntN(62)+1)) * (1 - 2*random.Int64N(2))
		switch random.IntN(12) {
		case 0:
			return int32(n)
		case 1:
			return n
		case 2:
			return float64(n) / 8
		case 3:
			return 1 / (1 + float64(n))
		case 4:
			d, _ := bson.ParseDecimal128(fmt.Sprintf("%d.%02d", n%1_000_000, random.IntN(100)))
			return d
		case 5:
			return strings.Repeat("a", random.IntN(3)) + string(rune('\x00'+random.Int32N(3))) + "b"
		case 6:
			return bson.ObjectID{byte(n), byte(n >> 8)}
		case 7:
			return bson.DateTime(n)
		case 8:
			return bson.D{{Key: "a", Value: int32(n)}, {Key: "b", Value: "c"}}
		case 9:
			return random.IntN(2) == 0
		case 10:
			return bson.Binary{Subtype: byte(random.IntN(2)), Data: []byte{byte(n), byte(n)}[:random.IntN(3)]}
		}
		return nil
	}
	db := memdb.New(memdb.Options{})
	documents := bson.A{}
	for i := range 3000 {
		documents = append(documents, bson.D{{Key: "_id", Value: int32(i)}, {Key: "v", Value: value()}})
	}
	run := func(command bson.D) bson.Raw {
		return db.Run(t.Context(), marshal(t, append(command, bson.E{Key: "$db", Value: "d"})))
	}
	run(bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: documents}})
	sorted := run(bson.D{{Key: "find", Value: "c"}, {Key: "sort", Value: bson.D{{Key: "v", Value: int32(1)}}}, {Key: "batchSize", Value: int32(5000)}})
	rows, err := sorted.Lookup("cursor", "firstBatch").Array().Values()
	if err != nil || len(rows) != len(documents) {
		t.Fatalf("%d rows, %v: %.300s", len(rows), err, sorted)
	}
	var keys [][]byte
	for _, row := range rows {
		var key keyString
		if !key.append(row.Document().Lookup("v"), false) {
			t.Fatalf("%s has no key", row)
		}
		keys = append(keys, key.bytes)
	}
	for i := 1; i < len(keys); i++ {
		if bytes.Compare(keys[i-1], keys[i]) > 0 {
			t.Errorf("%s comes before %s, but %x after %x", rows[i-1], rows[i], keys[i-1], keys[i])
		}
	}
}

// TestIDSize: the id of a record takes 2 bytes up to 10 bits, and one for 8 more.
func TestIDSize(t *testing.T) {
	for id, want := range map[int64]int{1: 2, 1023: 2, 1024: 3, 1<<18 - 1: 3, 1 << 18: 4, 1 << 26: 5, 1<<63 - 1: 9} {
		if got := recordIDSize(id); got != want {
			t.Errorf("%d: %d bytes, want %d", id, got, want)
		}
	}
	for key, want := range map[int]int{14: 15, 127: 128, 128: 130, 16384: 16387} {
		if got := clusteredIDSize(make([]byte, key)); got != want {
			t.Errorf("an _id of %d bytes: %d, want %d", key, got, want)
		}
	}
}
