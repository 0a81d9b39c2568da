package memdb

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// writeCode returns the code of a write's first error, or of the command's.
func writeCode(reply bson.D) (code any, ofCommand bool) {
	if errs, ok := value.Get(reply, "writeErrors").(bson.A); ok {
		return value.Get(errs[0].(bson.D), "code"), false
	}
	return value.Get(reply, "code"), true
}

func nested(levels int) bson.D {
	doc := bson.D{}
	for range levels - 1 {
		doc = bson.D{{Key: "a", Value: doc}}
	}
	return doc
}

// sized makes a document of a number of bytes.
func sized(bytes int) bson.D {
	doc := bson.D{{Key: "_id", Value: int32(1)}, {Key: "s", Value: ""}}
	doc[1].Value = strings.Repeat("x", bytes-value.Size(doc))
	return doc
}

func insertOf(docs ...any) bson.D {
	return bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: append(bson.A{}, docs...)}}
}

func TestLimitsOfADocument(t *testing.T) {
	for _, c := range []struct {
		name    string
		doc     bson.D
		code    any
		command bool
	}{
		{"180 levels", nested(180), nil, false},
		{"181 levels", nested(181), int32(15), false},
		{"16 MiB", sized(16_777_216), nil, false},
		{"a byte more", sized(16_777_217), int32(10334), false},
		{"as large as a command", sized(16_793_600), int32(10334), false},
		{"larger than a command", sized(16_793_601), int32(10334), true},
	} {
		code, ofCommand := writeCode(runDocument(t, New(Options{}), insertOf(c.doc)))
		if value.IsMissing(code) {
			code, ofCommand = nil, false
		}
		if code != c.code || ofCommand != c.command {
			t.Errorf("%s: code %v, of the command: %v", c.name, code, ofCommand)
		}
	}
}

// nestedIn puts a value into so many documents or arrays.
func nestedIn(v any, levels int, around func(v any) any) any {
	for range levels {
		v = around(v)
	}
	return v
}

// A command may nest once more than a document: F test_renameCollection_comment,
// test_listCollections_comment, test_create_validator_errors, test_create_validator_acceptance,
// test_replaceRoot_limits_cases, test_replaceWith_limits_cases.
func TestLimitsOfNesting(t *testing.T) {
	inDocument := func(v any) any { return bson.D{{Key: "n", Value: v}} }
	inArray := func(v any) any { return bson.A{v} }
	inAnd := func(v any) any { return bson.D{{Key: "$and", Value: bson.A{v}}} }
	exists := bson.D{{Key: "x", Value: bson.D{{Key: "$exists", Value: true}}}}
	one := int32(1)
	list := func(comment any) bson.D {
		return bson.D{{Key: "listCollections", Value: one}, {Key: "comment", Value: comment}}
	}
	create := func(ands int) bson.D {
		return bson.D{{Key: "create", Value: "q"}, {Key: "validator", Value: nestedIn(exists, ands, inAnd)}}
	}
	replaceRoot := func(levels int) bson.D {
		stage := bson.D{{Key: "$replaceWith", Value: nestedIn(one, levels, inDocument)}}
		return bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{stage}}, {Key: "cursor", Value: bson.D{}}}
	}
	for _, c := range []struct {
		name    string
		command bson.D
		code    any
	}{
		{"a comment of 200 documents", list(nestedIn(bson.D{}, 199, inDocument)), value.Missing{}},
		{"a comment of 201 documents", list(nestedIn(bson.D{}, 200, inDocument)), int32(15)},
		{"a comment of 200 arrays", list(nestedIn(bson.A{}, 199, inArray)), value.Missing{}},
		{"a comment of 201 arrays", list(nestedIn(bson.A{}, 200, inArray)), int32(15)},
		{"a validator of 100 levels", create(99), value.Missing{}},
		{"a validator of 101 levels", create(100), int32(15)},
		{"a literal as deep as a command may be", replaceRoot(198), value.Missing{}},
		{"a literal that is deeper", replaceRoot(199), int32(15)},
	} {
		db := New(Options{})
		runDocument(t, db, insertOf(bson.D{{Key: "_id", Value: one}}))
		if code := value.Get(runDocument(t, db, c.command), "code"); code != c.code {
			t.Errorf("%s: code %v, want %v", c.name, code, c.code)
		}
	}
}

// What a view reads from may have as long a name as a command can say: F
// test_collMod_view_on.
func TestLongestView(t *testing.T) {
	db := New(Options{})
	runDocument(t, db, bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: bson.A{}}})
	for _, length := range []int{16<<20 - 200, 16 << 20} {
		name := strings.Repeat("x", length)
		reply := runDocument(t, db, bson.D{{Key: "collMod", Value: "v"}, {Key: "viewOn", Value: name}, {Key: "pipeline", Value: bson.A{}}})
		if code := value.Get(reply, "code"); !value.IsMissing(code) {
			t.Errorf("a name of %d bytes: %v", length, code)
		}
	}
}

// What an update makes keeps to the limits of a document too, and what breaks
// them leaves the document as it was.
func TestLimitsOfAnUpdate(t *testing.T) {
	for _, c := range []struct {
		name   string
		update any
		code   int32
	}{
		{"too large", bson.D{{Key: "$set", Value: bson.D{{Key: "t", Value: strings.Repeat("y", 100)}}}}, 10334},
		{"too large by a pipeline", bson.A{bson.D{{Key: "$set", Value: bson.D{{Key: "t", Value: strings.Repeat("y", 100)}}}}}, 10334},
		{"too deep", bson.D{{Key: "$set", Value: bson.D{{Key: "s", Value: nested(180)}}}}, 15},
		{"too far in an array", bson.D{{Key: "$set", Value: bson.D{{Key: "s", Value: int32(1)}, {Key: "l.1500002", Value: int32(1)}}}}, 34},
	} {
		db := New(Options{})
		doc := append(sized(16_777_200-30), bson.E{Key: "l", Value: bson.A{}})
		mustRun(t, db, insertOf(doc))
		statement := bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: c.update}}
		reply := runDocument(t, db, bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{statement}}})
		if code, ofCommand := writeCode(reply); code != c.code || ofCommand {
			t.Errorf("%s: code %v, of the command: %v", c.name, code, ofCommand)
		}
		stored := resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}}))
		if !value.Equal(stored[0], doc) {
			t.Errorf("%s: the document has changed", c.name)
		}
	}
}

func TestLimitsOfABatch(t *testing.T) {
	docs := make(bson.A, 100_001)
	for i := range docs {
		docs[i] = bson.D{}
	}
	statements := make(bson.A, len(docs))
	for i := range statements {
		statements[i] = bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: bson.D{{Key: "a", Value: int32(1)}}}}
	}
	for _, c := range []struct {
		command bson.D
		code    any
	}{
		{insertOf(), int32(16)},
		{insertOf(docs[:100_000]...), value.Missing{}},
		{insertOf(docs...), int32(16)},
		{bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: statements}}, int32(16)},
	} {
		db := New(Options{})
		reply := runDocument(t, db, c.command)
		if code := value.Get(reply, "code"); code != c.code {
			t.Errorf("%s of too many: %v, want %v", c.command[0].Key, code, c.code)
		}
		if c.code != any(value.Missing{}) && db.engine.Store.Collection("test", "c") != nil {
			t.Errorf("%s of too many wrote something", c.command[0].Key)
		}
	}
}

// An accumulator keeps at most 100 MiB, and a document that a pipeline makes
// 16 MiB.
func TestLimitsOfMemory(t *testing.T) {
	db := New(Options{})
	for i := range 20 {
		mustRun(t, db, insertOf(bson.D{{Key: "_id", Value: int32(i)}, {Key: "s", Value: strings.Repeat("x", 6<<20)}}))
	}
	group := func(last bson.D) bson.D {
		return bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{
			bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: bson.Null{}}, {Key: "a", Value: bson.D{{Key: "$push", Value: "$s"}}}}}}, last,
		}}, {Key: "cursor", Value: bson.D{}}}
	}
	few := append(bson.A{bson.D{{Key: "$limit", Value: int32(3)}}}, value.Get(group(nil), "pipeline").(bson.A)[:1]...)
	for name, c := range map[string]struct {
		command bson.D
		code    int32
	}{
		"accumulator": {group(bson.D{{Key: "$project", Value: bson.D{{Key: "_id", Value: int32(1)}}}}), 146},
		"document":    {bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: few}, {Key: "cursor", Value: bson.D{}}}, 10334},
	} {
		if code := value.Get(runDocument(t, db, c.command), "code"); code != c.code {
			t.Errorf("%s: %v, want %d", name, code, c.code)
		}
	}
}
