package cost

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/memdb"
)

// database is a memdb on which tests measure operations as a runner does.
type database struct {
	*testing.T
	db *memdb.DB
}

// It shuffles whatever has no order, as what a find without a sort returns.
func newDatabase(t *testing.T) database {
	return database{t, memdb.New(memdb.Options{Shuffle: true, Seed: 7})}
}

func (d database) run(command bson.D) (bson.Raw, error) {
	reply := d.db.Run(d.Context(), marshal(d.T, append(command, bson.E{Key: "$db", Value: "d"})))
	if ok, _ := reply.Lookup("ok").AsFloat64OK(); ok != 1 {
		return reply, fmt.Errorf("%s", reply)
	}
	return reply, nil
}

// must runs a command in extended JSON.
func (d database) must(command string) bson.Raw {
	d.Helper()
	reply, err := d.run(d.document(command))
	if err != nil {
		d.Fatalf("%s: %v", command, err)
	}
	return reply
}

func (d database) document(text string) (document bson.D) {
	d.Helper()
	if err := bson.Unmarshal(extended(d.T, text), &document); err != nil {
		d.Fatal(err)
	}
	return document
}

func (d database) insert(collection string, documents ...bson.D) {
	d.Helper()
	for len(documents) > 0 {
		batch := bson.A{}
		for _, document := range documents[:min(5000, len(documents))] {
			batch = append(batch, document)
		}
		documents = documents[len(batch):]
		if reply, err := d.run(bson.D{{Key: "insert", Value: collection}, {Key: "documents", Value: batch}}); err != nil || !reply.Lookup("writeErrors").IsZero() {
			d.Fatalf("%.300s %v", reply, err)
		}
	}
}

func all(string) bool { return true }

// read measures an operation that is not sent.
func (d database) read(name, collection, arguments string) example.Cost {
	d.Helper()
	o := example.Operation{Name: name, Object: collection, Arguments: d.document(arguments)}
	return Meter{Run: d.run}.Count(o, all, false)(NewRecorder("d", "d"))
}

// TestPagesRead holds the pages of plans of each kind to counts by hand.
func TestPagesRead(t *testing.T) {
	d := newDatabase(t)
	d.must(`{ "create": "c" }`)
	d.must(`{ "createIndexes": "c", "indexes": [{ "key": { "n": 1 }, "name": "n" }, { "key": { "tags": 1, "n": -1 }, "name": "tags" }, { "key": { "text": 1 }, "name": "text" }, { "key": { "half": 1 }, "name": "half", "partialFilterExpression": { "n": { "$lt": 50 } } }] }`)
	var documents []bson.D
	for i := range int32(100) {
		document := bson.D{{Key: "_id", Value: i}, {Key: "n", Value: i}, {Key: "k", Value: i % 40}, {Key: "half", Value: i % 2},
			{Key: "tags", Value: bson.A{fmt.Sprintf("t%d", i%10), "all"}}, {Key: "text", Value: fmt.Sprintf("%03d", i) + strings.Repeat("x", 997)}, {Key: "pad", Value: ""}}
		document[len(document)-1].Value = strings.Repeat("y", 2000-len(marshal(t, document)))
		documents = append(documents, document)
	}
	d.insert("c", documents...)
	d.insert("big", bson.D{{Key: "_id", Value: int32(1)}, {Key: "pad", Value: strings.Repeat("x", 100_000)}}, bson.D{{Key: "_id", Value: int32(2)}})
	d.insert("other", bson.D{{Key: "_id", Value: int32(1)}, {Key: "of", Value: int32(3)}}, bson.D{{Key: "_id", Value: int32(2)}, {Key: "of", Value: int32(99)}})

	d.must(`{ "create": "clustered", "clusteredIndex": { "key": { "_id": 1 }, "unique": true } }`)
	d.insert("clustered", bson.D{{Key: "_id", Value: int32(3)}, {Key: "pad", Value: strings.Repeat("x", 40_000)}}, bson.D{{Key: "_id", Value: int32(2)}}, bson.D{{Key: "_id", Value: int32(1)}})

	d.must(`{ "create": "shoes" }`)
	d.must(`{ "createIndexes": "shoes", "indexes": [{ "key": { "shelf": 1, "added": -1, "stock": 1 }, "name": "shelf" }] }`)
	var shoes []bson.D
	for i := range int32(100) {
		shoes = append(shoes, bson.D{{Key: "_id", Value: i}, {Key: "shelf", Value: i % 2}, {Key: "added", Value: i}, {Key: "stock", Value: i % 3}, {Key: "pad", Value: strings.Repeat("x", 1900)}})
	}
	d.insert("shoes", shoes...)

	d.must(`{ "create": "readings", "clusteredIndex": { "key": { "_id": 1 }, "unique": true } }`)
	var readings []bson.D
	for i := range int32(400) {
		id := bson.D{{Key: "station", Value: fmt.Sprintf("S%d", i%4)}, {Key: "at", Value: i / 4}}
		readings = append(readings, bson.D{{Key: "_id", Value: id}, {Key: "n", Value: i}, {Key: "pad", Value: strings.Repeat("x", 1000)}})
	}
	d.insert("readings", readings...)

	// Of the readings, each of 1,056 bytes, 31 are in a page; a station has 100 of them.
	// 16 documents of 2,000 bytes are in a page, so 7 pages hold them; pages of an index
	// are half as large, and 16 entries of that on text are in one, so it has 7, too.
	for _, c := range []struct {
		name, operation, collection, arguments string
		keys, pages                            string
	}{
		{"a scan", "find", "c", `{ "filter": {} }`, "0", "7"},
		{"a scan that ends early", "find", "c", `{ "filter": {}, "limit": 16 }`, "0", "1"},
		{"a scan backward that ends early", "find", "c", `{ "filter": {}, "sort": { "$natural": -1 }, "limit": 5 }`, "0", "2"},
		{"one by _id", "find", "c", `{ "filter": { "_id": 7 } }`, "1", "2"},
		{"none by _id", "find", "c", `{ "filter": { "_id": 700 } }`, "0", "0"},
		{"a range", "find", "c", `{ "filter": { "n": { "$gte": 10, "$lt": 40 } } }`, "30", "4"},
		{"a range of strings", "find", "c", `{ "filter": { "text": { "$gte": "010", "$lt": "040" } } }`, "30", "6"},
		{"from the end", "find", "c", `{ "filter": { "n": { "$gte": 0 } }, "sort": { "n": -1 }, "limit": 4 }`, "4", "2"},
		{"the first by a long key", "find", "c", `{ "filter": { "text": { "$gte": "0" } }, "sort": { "text": 1 }, "limit": 40 }`, "40", "6"},
		// Of shelf 1, numbers 99, 97, 95, … are looked at; 93, 87, 81 and 75 are out of stock.
		{"a range behind the order", "find", "shoes", `{ "filter": { "shelf": 1, "stock": { "$gt": 0 } }, "sort": { "added": -1 }, "limit": 5 }`, "8", "3"},
		{"several values", "find", "c", `{ "filter": { "n": { "$in": [1, 50, 99] } } }`, "5", "4"},
		{"a covered query", "aggregate", "c", `{ "pipeline": [{ "$match": { "text": { "$gte": "010", "$lt": "060" } } }, { "$group": { "_id": null, "n": { "$sum": 1 } } }] }`, "50", "4"},
		{"elements of arrays", "find", "c", `{ "filter": { "tags": "t3" } }`, "10", "7"},
		{"a partial index", "find", "c", `{ "filter": { "half": 1, "n": { "$lt": 50 } } }`, "?", "?"},
		{"a document larger than a page", "find", "big", `{ "filter": { "_id": 1 } }`, "1", "5"},
		{"one behind it", "find", "big", `{ "filter": { "_id": 2 } }`, "1", "2"},
		{"the first of a clustered collection", "find", "clustered", `{ "filter": {}, "limit": 2 }`, "0", "1"},
		{"all of a clustered collection", "find", "clustered", `{ "filter": {} }`, "0", "3"},
		{"a range of _id of a clustered collection", "find", "readings", `{ "filter": { "_id": { "$gte": { "station": "S2", "at": 20 }, "$lt": { "station": "S2", "at": 40 } } }, "sort": { "_id": 1 } }`, "0", "1"},
		{"a range over two pages", "find", "readings", `{ "filter": { "_id": { "$gte": { "station": "S1", "at": 23 }, "$lt": { "station": "S1", "at": 25 } } } }`, "0", "2"},
		{"a range to the end", "find", "readings", `{ "filter": { "_id": { "$gte": { "station": "S3" }, "$lt": { "station": "S4" } } } }`, "0", "4"},
		{"the first of a range", "find", "readings", `{ "filter": { "_id": { "$gte": { "station": "S1" }, "$lt": { "station": "S2" } } }, "sort": { "_id": 1 }, "limit": 20 }`, "0", "1"},
		{"a range with another condition", "find", "readings", `{ "filter": { "$and": [{ "_id": { "$gte": { "station": "S1" } } }, { "_id": { "$lt": { "station": "S2" } } }], "n": { "$gte": 0 } } }`, "0", "4"},
		{"a group of a range", "aggregate", "readings", `{ "pipeline": [{ "$match": { "_id": { "$gte": { "station": "S1" }, "$lt": { "station": "S2" } } } }, { "$group": { "_id": null, "n": { "$sum": "$n" } } }] }`, "0", "4"},
		{"one of a clustered collection", "findOne", "readings", `{ "filter": { "_id": { "station": "S1", "at": 3 } }, "projection": { "_id": 0, "n": 1 } }`, "0", "1"},
		{"none of a clustered collection", "findOne", "readings", `{ "filter": { "_id": { "station": "S1", "at": 300 } } }`, "0", "0"},
		{"one with another condition", "updateOne", "readings", `{ "filter": { "_id": { "station": "S1", "at": 3 }, "n": 13 }, "update": { "$set": { "n": 14 } } }`, "0", "1"},
		{"a range that is deleted", "deleteMany", "readings", `{ "filter": { "_id": { "$gte": { "station": "S1" }, "$lt": { "station": "S2" } } } }`, "0", "4"},
		{"from the end of a clustered collection", "find", "readings", `{ "filter": {}, "sort": { "_id": -1 }, "limit": 1 }`, "0", "1"},
		{"from the end of a range", "find", "clustered", `{ "filter": { "_id": { "$gte": 1, "$lte": 3 } }, "sort": { "_id": -1 }, "limit": 1 }`, "0", "2"},
		{"from the beginning of a range", "find", "clustered", `{ "filter": { "_id": { "$gte": 1, "$lte": 3 } }, "sort": { "_id": 1 }, "limit": 1 }`, "0", "1"},
		{"a join", "aggregate", "other", `{ "pipeline": [{ "$lookup": { "from": "c", "localField": "of", "foreignField": "n", "as": "c" } }] }`, "2", "4"},
		{"a join behind an index", "aggregate", "other", `{ "pipeline": [{ "$match": { "_id": { "$gte": 2 } } }, { "$lookup": { "from": "c", "localField": "of", "foreignField": "_id", "as": "c" } }] }`, "2", "4"},
		{"a join that keeps a field", "aggregate", "other", `{ "pipeline": [{ "$lookup": { "from": "c", "localField": "of", "foreignField": "n", "as": "c", "pipeline": [{ "$project": { "k": 1 } }] } }] }`, "2", "4"},
		{"a join that keeps what its index has", "aggregate", "other", `{ "pipeline": [{ "$lookup": { "from": "c", "localField": "of", "foreignField": "n", "as": "c", "pipeline": [{ "$project": { "_id": 0, "n": 1 } }] } }] }`, "?", "?"},
		{"a join that computes", "aggregate", "other", `{ "pipeline": [{ "$lookup": { "from": "c", "localField": "of", "foreignField": "n", "as": "c", "pipeline": [{ "$project": { "k": { "$add": ["$k", 1] } } }] } }] }`, "?", "?"},
		{"a join without an index", "aggregate", "other", `{ "pipeline": [{ "$lookup": { "from": "c", "localField": "of", "foreignField": "k", "as": "c" } }] }`, "?", "?"},
		{"two indexes", "find", "c", `{ "filter": { "n": 1, "text": "x" } }`, "?", "?"},
		{"a collection that is not there", "find", "none", `{ "filter": {} }`, "0", "0"},
		{"an insert", "insertOne", "c", `{ "document": { "_id": 1000 } }`, "0", "0"},
	} {
		got := d.read(c.operation, c.collection, c.arguments)
		if keys, pages := text(got.KeysRead), text(got.PagesRead); keys != c.keys || pages != c.pages {
			t.Errorf("%s: %s keys, %s pages, want %s, %s (%s documents)", c.name, keys, pages, c.keys, c.pages, text(got.DocumentsRead))
		}
	}
}

func text(q example.Quantity) string {
	if n, ok := q.Number(); ok {
		return fmt.Sprint(n)
	}
	return "?"
}

// TestPagesOfBuckets: the curve of one of 600 stations, whose readings arrive in turns,
// is spread over as many pages as it has readings, where each is a document, and over
// as many as it has buckets, where a bucket has 24.
func TestPagesOfBuckets(t *testing.T) {
	d := newDatabase(t)
	const stations, hours, each = 600, 2, 24
	begin := bson.DateTime(1_767_225_600_000)
	id := 0
	next := func() bson.ObjectID {
		id++
		return bson.ObjectID{0x65, 0xa0, 9: byte(id >> 16), 10: byte(id >> 8), 11: byte(id)}
	}
	var plain, buckets []bson.D
	for hour := range hours {
		open := make([]bson.A, stations)
		for minute := range each {
			at := begin + bson.DateTime((hour*each+minute)*60_000)
			for station := range int32(stations) {
				value := float64(minute) + 0.5
				plain = append(plain, bson.D{{Key: "_id", Value: next()}, {Key: "station", Value: station}, {Key: "at", Value: at}, {Key: "celsius", Value: value}})
				open[station] = append(open[station], bson.D{{Key: "at", Value: at}, {Key: "celsius", Value: value}})
			}
		}
		for station, readings := range open {
			buckets = append(buckets, bson.D{{Key: "_id", Value: next()}, {Key: "station", Value: int32(station)}, {Key: "at", Value: begin + bson.DateTime(hour*each*60_000)}, {Key: "readings", Value: readings}})
		}
	}
	for name, documents := range map[string][]bson.D{"plain": plain, "buckets": buckets} {
		d.must(`{ "createIndexes": "` + name + `", "indexes": [{ "key": { "station": 1, "at": 1 }, "name": "curve" }] }`)
		d.insert(name, documents...)
	}
	curve := `{ "filter": { "station": 300 }, "sort": { "station": 1, "at": 1 } }`
	for _, c := range []struct {
		name                   string
		documents, pages, most int64
	}{
		{"plain", hours * each, hours * each, 2},
		{"buckets", hours, hours, 1},
	} {
		got := d.read("find", c.name, curve)
		documents, _ := got.DocumentsRead.Number()
		pages, isKnown := got.PagesRead.Number()
		if documents != c.documents || !isKnown || pages <= c.pages || pages > c.pages+c.most {
			t.Errorf("%s: %s documents, %s pages, want %d, and %d with one or %d of the index more", c.name, text(got.DocumentsRead), text(got.PagesRead), c.documents, c.pages, c.most)
		}
	}
}
