package cost

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/example"
)

// scanText writes a scan: the entries with what was done with each, those that are left
// out in angle brackets.
func scanText(s example.IndexScan) string {
	if s.Why != "" {
		return s.Why
	}
	states := map[example.EntryState]string{example.Outside: "", example.Within: "~", example.Examined: "?", example.Returned: "!"}
	var rows []string
	for _, row := range s.Rows {
		if row.LeftOut > 0 {
			rows = append(rows, fmt.Sprintf("<%d%s %d %d>", row.LeftOut, states[row.State], row.LeftOutExamined, row.LeftOutReturned))
			continue
		}
		var values []string
		for _, value := range row.Values {
			if value.IsZero() {
				values = append(values, "missing")
				continue
			}
			values = append(values, strings.NewReplacer(`{"$numberInt":"`, "", `"}`, "", `"`, "").Replace(value.String()))
		}
		rows = append(rows, strings.Join(values, "/")+states[row.State])
	}
	text := fmt.Sprintf("%s %d of %d, %d documents, %d returned", s.Index, s.Examined, s.Entries, s.Documents, s.Returned)
	if s.LeftOut > 0 {
		text += fmt.Sprintf(", %d without an entry", s.LeftOut)
	}
	if s.IsMultikey {
		text += ", multikey"
	}
	return text + ": " + strings.Join(rows, " ")
}

// TestScans: the entries that a plan examines are in the order of the index, as many
// as explain counts, and say what became of each.
func TestScans(t *testing.T) {
	d := newDatabase(t)
	d.must(`{ "create": "c" }`)
	d.must(`{ "createIndexes": "c", "indexes": [
		{ "key": { "a": 1, "n": -1 }, "name": "a_n" }, { "key": { "tags": 1 }, "name": "tags" }, { "key": { "n": 1 }, "name": "n" },
		{ "key": { "b": 1, "m": 1 }, "name": "b_m" }, { "key": { "open": 1 }, "name": "open", "partialFilterExpression": { "open": true } },
		{ "key": { "word": 1 }, "name": "word", "collation": { "locale": "en", "strength": 2 } }] }`)
	for i := range 12 {
		tags := fmt.Sprintf(`, "tags": ["t%d", "all"]`, i%3)
		switch i {
		case 10:
			tags = `, "tags": []`
		case 11:
			tags = ""
		}
		d.insert("c", d.document(fmt.Sprintf(`{ "_id": %d, "a": "a%d", "n": %d, "b": %d, "m": %d, "open": %t, "word": "w"%s }`, i, i%2, i, i/3, i%3, i%4 == 0, tags)))
	}
	for _, c := range []struct{ name, operation, arguments, want string }{
		{"a limit ends the scan within the bounds", "find", `{ "filter": { "a": "a1" }, "sort": { "n": -1 }, "limit": 2 }`,
			`a_n 2 of 12, 2 documents, 2 returned: <5 0 0> a0/0 a1/11! a1/9! a1/7~ <3~ 0 0>`},
		{"from the end", "find", `{ "filter": { "a": "a0" }, "sort": { "n": 1 }, "limit": 2 }`,
			`a_n 2 of 12, 2 documents, 2 returned: <3~ 0 0> a0/4~ a0/2! a0/0! a1/11 <5 0 0>`},
		{"a sort in memory", "find", `{ "filter": { "n": { "$gte": 3 } }, "sort": { "x": 1, "_id": 1 }, "limit": 2 }`, `n 9 of 12, 9 documents, 2 returned: <2 0 0> 2 3! 4! 5? <5? 5 0> 11?`},
		{"a filter on what is not in the index", "find", `{ "filter": { "n": { "$gte": 2, "$lt": 11 }, "x": { "$ne": null } } }`, `n 9 of 12, 9 documents, 0 returned: 0 1 2? 3? <6? 6 0> 10? 11`},
		{"each value and the key behind it", "find", `{ "filter": { "n": { "$in": [2, 5] } } }`,
			`n 4 of 12, 2 documents, 2 returned: 0 1 2! 3? 4 5! 6? 7 <4 0 0>`},
		{"many values", "find", `{ "filter": { "n": { "$in": [0, 2, 4, 6, 8, 10] } } }`, `n 12 of 12, 6 documents, 6 returned: 0! 1? <9? 9 5> 11?`},
		{"a range behind a range", "find", `{ "filter": { "b": { "$gte": 1 }, "m": { "$gte": 2 } } }`, `b_m 5 of 12, 3 documents, 3 returned: <4 0 0> 1/1 1/2! 2/0? 2/1 2/2! 3/0? 3/1 3/2!`},
		{"a field in the middle", "find", `{ "filter": { "b": { "$in": [0, 3] }, "m": { "$lt": 1 } } }`, `b_m 5 of 12, 2 documents, 2 returned: 0/0! 0/1? 0/2 1/0? <5 0 0> 3/0! 3/1? 3/2`},
		{"an entry for each element", "find", `{ "filter": { "tags": "t1" } }`,
			`tags 3 of 22, 3 documents, 3 returned, multikey: <15 0 0> t0 t1! t1! t1! t2 <2 0 0>`},
		{"elements in a range", "find", `{ "filter": { "tags": { "$gte": "t2" } } }`, `tags 3 of 22, 3 documents, 3 returned, multikey: <18 0 0> t1 t2! t2! t2!`},
		{"an empty array and a missing field", "find", `{ "filter": { "tags": { "$lt": "b" } } }`, `tags 10 of 22, 10 documents, 10 returned, multikey: [] missing all! all! <7! 7 7> all! t0 <9 0 0>`},
		{"a partial index", "find", `{ "filter": { "open": true } }`,
			`open 3 of 3, 3 documents, 3 returned, 9 without an entry: true! true! true!`},
		{"by _id", "find", `{ "filter": { "_id": 7 } }`, `_id_ 1 of 12, 1 documents, 1 returned: <6 0 0> 6 7! 8 <3 0 0>`},
		{"a covered count", "countDocuments", `{ "filter": { "n": { "$lt": 4 } } }`,
			`n 4 of 12, 0 documents, 4 returned: 0! 1! 2! 3! 4 <7 0 0>`},
		{"a pipeline", "aggregate", `{ "pipeline": [{ "$match": { "n": { "$lt": 4 } } }, { "$sort": { "n": -1 } }, { "$limit": 1 }] }`,
			`n 1 of 12, 1 documents, 1 returned: <2~ 0 0> 2~ 3! 4 <7 0 0>`},
		{"no index", "find", `{ "filter": { "x": 1 } }`, ` 0 of 0, 12 documents, 0 returned: `},
		{"a collation", "find", `{ "filter": { "word": "W" }, "collation": { "locale": "en", "strength": 2 } }`, whyKeys},
		{"several indexes", "find", `{ "filter": { "$or": [{ "n": 1 }, { "tags": "t2" }] } }`, whyNoPlan},
		{"a join", "aggregate", `{ "pipeline": [{ "$match": { "n": 1 } }, { "$lookup": { "from": "c", "localField": "n", "foreignField": "_id", "as": "x" } }] }`, whyJoins},
		{"a write", "updateMany", `{ "filter": { "n": 1 }, "update": { "$set": { "x": 1 } } }`, whyWrites},
	} {
		var scans []example.IndexScan
		o := example.Operation{Name: c.operation, Object: "c", Arguments: d.document(c.arguments)}
		spent := Meter{Run: d.run, Scans: &scans}.Count(o, all, false)(NewRecorder("d", "d"))
		if len(scans) != 1 {
			t.Errorf("%s: %d scans", c.name, len(scans))
			continue
		}
		if got := scanText(scans[0]); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
		if keys, _ := spent.KeysRead.Number(); scans[0].Why == "" && examinedOf(scans[0]) != keys {
			t.Errorf("%s: %d entries are examined, explain says %d", c.name, examinedOf(scans[0]), keys)
		}
	}
}

func examinedOf(s example.IndexScan) int64 {
	examined := 0
	for _, row := range s.Rows {
		examined += row.LeftOutExamined
		if row.LeftOut == 0 && row.State >= example.Examined {
			examined++
		}
	}
	return int64(examined)
}

// TestWalkFromTheEnd: a walk against the order of an index examines the keys before its
// ranges.
func TestWalkFromTheEnd(t *testing.T) {
	d := newDatabase(t)
	d.must(`{ "create": "c" }`)
	d.must(`{ "createIndexes": "c", "indexes": [{ "key": { "b": 1, "m": -1 }, "name": "b_m" }] }`)
	for i := range 12 {
		d.insert("c", d.document(fmt.Sprintf(`{ "_id": %d, "b": %d, "m": %d }`, i, i/3, i%3)))
	}
	l, _ := Meter{Run: d.run}.layout("c")
	x, _ := l.index("b_m")
	// 0/2 0/1 0/0 1/2 1/1 1/0 2/2 2/1 2/0 3/2 3/1 3/0
	for _, c := range []struct {
		b, m       []string
		isBackward bool
		want       string
	}{
		{[]string{"[0, 0]", "[2, 2]"}, []string{"[1, 1]"}, false, "[1 2 3 7 8]"},
		{[]string{"[2, 2]", "[0, 0]"}, []string{"[1, 1]"}, true, "[7 6 5 1 0]"},
		{[]string{"[MaxKey, MinKey]"}, []string{"[2, 1]"}, true, "[11 10 9 8 7 6 5 4 3 2 1 0]"},
		{[]string{"[3, 3]"}, []string{"[0, 1)"}, true, "[11]"},
	} {
		p := Plan{isBackward: c.isBackward, bounds: []fieldBounds{{"b", c.b}, {"m", c.m}}}
		w, ok := newEntryWalk(x.entries, l.specs[1].Key, p)
		if got := fmt.Sprint(w.looked()); !ok || got != c.want {
			t.Errorf("%v %v: %s, %v, want %s", c.b, c.m, got, ok, c.want)
		}
	}
}
