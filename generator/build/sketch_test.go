package build

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/verify"
	"modelbook/generator/weigh"
)

type (
	document map[string]any
	array    []any
)

// TestSketch: the models of a sketch cost what examples of their documents cost that
// are run.
func TestSketch(t *testing.T) {
	for _, s := range []weigh.Sketch{
		{Parts: 1, Part: 60, Copied: 15, Parent: 40, Parents: 3, Sharing: 1},
		{Parts: 12, Part: 300, Copied: 40, Parent: 500, Parents: 30, Sharing: 1},
		{Parts: 130, Part: 50, Copied: 15, Parent: 40, Parents: 3, Sharing: 1}, // a count of two bytes
		{Parts: 100, Part: 50, Copied: 15, Parent: 40, Parents: 3, Sharing: 1},
		{Parts: 101, Part: 50, Copied: 15, Parent: 40, Parents: 3, Sharing: 1}, // a full batch
		{Parts: 8, Part: 4000, Copied: 15, Parent: 70, Parents: 4, Sharing: 1}, // several buckets, two pages
		{Parts: 12, Part: 200, Copied: 60, Parent: 300, Parents: 20, Sharing: 4},
		{Parts: 48, Part: 1000, Copied: 40, Parent: 200, Parents: 4, Sharing: 2},
	} {
		server, err := wire.Listen(memdb.New(memdb.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		var examples []*example.Example
		for _, built := range sketched(s) {
			content, err := json.MarshalIndent(built, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			e, list := example.Parse(diag.NewText("examples/"+built["description"].(string)+".json", content))
			if list != nil {
				t.Fatal(list[0].Text)
			}
			examples = append(examples, e)
		}
		results, _, list, err := verify.Run(t.Context(), verify.Options{URI: server.URI(), Examples: examples, Update: true})
		server.Close()
		if err != nil || list != nil {
			t.Fatal(err, list)
		}
		w, _ := s.Weigh(nil, weigh.NewCostModel(nil))
		for i, m := range w.Models {
			got := results[i].Runs[0]
			runs := 1.0
			near := func(what string, computed float64, measured example.Quantity, within float64) {
				t.Helper()
				if n, ok := measured.Number(); !ok || math.Abs(runs*computed-float64(n)) > runs*within {
					t.Errorf("%v: %s, %s: %g in %g, and an example has %d %v", s, m.Name, what, computed, runs, n, measured)
				}
			}
			same := func(what string, computed float64, measured example.Quantity) { near(what, computed, measured, 1e-6) }
			same("documents", m.Documents, got.Footprint.StoredBytes)
			same("indexes", m.Indexes, got.Footprint.IndexBytes)
			for question, id := range weigh.SketchQuestions {
				cost, ok := results[i].CostOf(id, 0)
				if !ok {
					t.Fatalf("%s: %s was not run", m.Name, id)
				}
				a := m.Amounts[question]
				// A bucket is filled from the first part to the last for one parent.
				if runs = 1; m.Name == "bucket" && id == "add" {
					runs = float64(fillsOf(s)) / s.Sharing
				}
				if id == "part-alone" && s.Sharing > 1 && cost.DocumentsRead != example.Measured(1) {
					continue // the example finds all copies of it, for no order says which is the first
				}
				what := func(measure string) string { return id + ", " + measure }
				if runs == 1 {
					same(what("commands"), a[weigh.Commands], cost.RoundTrips) // none at the same time
				}
				same(what("keys"), a[weigh.Keys], cost.KeysRead)
				same(what("documents"), a[weigh.DocumentsRead], cost.DocumentsRead)
				near(what("bytes"), a[weigh.KiBRead]*1024, cost.BytesRead, (runs-1)*10)
				same(what("written"), a[weigh.DocumentsWritten], cost.DocumentsWritten)
				same(what("entries"), a[weigh.EntriesWritten], cost.IndexEntriesWritten)
				positions := 1e-6 // of what is changed has one digit, in the mean up to three
				if s.Parts > 10 && (id == "change" || m.Name == "bucket") {
					positions = 2 * s.Sharing
				}
				near(what("oplog"), a[weigh.OplogKiB]*1024, cost.OplogBytes, positions)
				if runs == 1 {
					near(what("pages"), a[weigh.Pages], cost.PagesRead, s.Sharing)
				}
			}
		}
	}
}

// fillsOf returns how many parts fill a bucket, or come to a parent if these are fewer.
func fillsOf(s weigh.Sketch) int { return min(weigh.PartsOfBucket(s.Part), int(s.Parts)) }

// sketched returns examples of a sketch's models, in which parents get their parts in
// turns.
func sketched(s weigh.Sketch) []document {
	parents, n, sharing := int(s.Parents), int(s.Parts), int(s.Sharing)
	id := func(kind string, i int) document { return document{"$oid": fmt.Sprintf("%s%023x", kind, i)} }
	padded := func(size float64, fields document, length int) document {
		if rest := int(size) - length; rest > 0 {
			fields["pad"] = strings.Repeat("x", rest-10)
		}
		return fields
	}
	value := document{"$numberLong": "1"}
	part := func(i int) document { return padded(s.Part, document{"_id": id("b", i), "value": value}, 37) }
	copied := func(i int) document {
		return padded(s.Copied+22, document{"_id": id("b", i), "value": value}, 37)
	}
	parent := func(i int) document { return padded(s.Parent, document{"_id": id("a", i)}, 22) }
	count := parents * n / sharing
	of := make([][]int, parents) // the parts of each
	parentsOf := make([][]int, count)
	for i := range count {
		for j := range sharing {
			p := (i + j*parents/sharing) % parents
			of[p], parentsOf[i] = append(of[p], i), append(parentsOf[i], p)
		}
	}
	listed := func(each func(part int) document) []any {
		var all []any
		for i := range parents {
			d := parent(i)
			parts := array{}
			for _, part := range of[i] {
				parts = append(parts, each(part))
			}
			d["parts"] = parts
			all = append(all, d)
		}
		return all
	}
	var alone, parts, referring []any
	for i := range parents {
		alone = append(alone, parent(i))
	}
	for i := range count {
		d := part(i)
		d["parent"] = id("a", parentsOf[i][0])
		parts, referring = append(parts, part(i)), append(referring, d)
	}
	someParents := array{}
	for _, p := range parentsOf[0] {
		someParents = append(someParents, id("a", p))
	}
	inSome := document{"_id": document{"$in": someParents}}
	toSome := "updateMany"
	if sharing == 1 {
		inSome, toSome = document{"_id": someParents[0]}, "updateOne"
	}
	byPart := document{"parts._id": id("b", 0)}
	find := func(collection string, filter document) document {
		return document{"name": "find", "object": collection, "arguments": document{"filter": filter}}
	}
	update := func(name, collection string, filter, by document) document {
		return document{"name": name, "object": collection, "arguments": document{"filter": filter, "update": by}}
	}
	push := func(d document) document { return document{"$push": document{"parts": d}} }
	set := func(field string) document {
		return document{"$set": document{field: document{"$numberLong": "2"}}}
	}
	insert := func(collection string, d document) document {
		return document{"name": "insertOne", "object": collection, "arguments": document{"document": d}}
	}
	index := func(keys ...string) array {
		all := array{}
		for _, key := range keys {
			all = append(all, document{"key": json.RawMessage(key)})
		}
		return all
	}
	built := func(name string, indexes map[string]array, data map[string][]any, questions map[string][]document) document {
		schema, initial, steps := document{}, array{}, array{}
		for _, collection := range []string{"parents", "parts", "buckets"} {
			if data[collection] != nil {
				of := indexes[collection]
				if of == nil {
					of = array{}
				}
				schema[collection] = document{"validator": nil, "indexes": of}
				initial = append(initial, document{"collectionName": collection, "documents": data[collection]})
			}
		}
		for _, question := range weigh.SketchQuestions {
			for i, operation := range questions[question] {
				step := document{"id": fmt.Sprint(question, "-", i), "answers": document{"id": question, "fields": array{}}, "operation": operation}
				if operation["name"] == "find" {
					step["unordered"] = true
				}
				steps = append(steps, step)
			}
		}
		return document{"$schema": "./example.schema.json", "description": name, "schema": schema, "initialData": initial, "steps": steps}
	}
	first := document{"_id": id("a", 0)}
	firstPart := document{"_id": id("b", 0)}
	// The steps run in the order of the questions: what is added comes last.
	embed := built("embed", map[string]array{"parents": index(`{"parts._id":1}`)}, map[string][]any{"parents": listed(part)}, map[string][]document{
		"with-parts": {find("parents", first)}, "without-parts": {find("parents", first)}, "part-alone": {find("parents", byPart)},
		"change": {update("updateMany", "parents", byPart, set("parts.$.value"))},
		"add":    {update(toSome, "parents", inSome, push(part(count)))},
	})
	newPart := part(count)
	newPart["parent"] = id("a", 0)
	reference := built("reference", map[string]array{"parts": index(`{"parent":1}`)}, map[string][]any{"parents": alone, "parts": referring}, map[string][]document{
		"with-parts": {find("parents", first), find("parts", document{"parent": id("a", 0)})}, "without-parts": {find("parents", first)}, "part-alone": {find("parts", firstPart)},
		"change": {update("updateOne", "parts", firstPart, set("value"))},
		"add":    {insert("parts", newPart)},
	})
	if sharing > 1 {
		ids := array{}
		for _, i := range of[0] {
			ids = append(ids, id("b", i))
		}
		list := listed(func(i int) document { return id("b", i) })
		reference = built("reference", nil, map[string][]any{"parents": list, "parts": parts}, map[string][]document{
			"with-parts": {find("parents", first), find("parts", document{"_id": document{"$in": ids}})}, "without-parts": {find("parents", first)}, "part-alone": {find("parts", firstPart)},
			"change": {update("updateOne", "parts", firstPart, set("value"))},
			"add":    {insert("parts", part(count)), update(toSome, "parents", inSome, push(id("b", count)))},
		})
	}
	copies := built("copy", map[string]array{"parents": index(`{"parts._id":1}`)}, map[string][]any{"parents": listed(copied), "parts": parts}, map[string][]document{
		"with-parts": {find("parents", first)}, "without-parts": {find("parents", first)}, "part-alone": {find("parts", firstPart)},
		"change": {update("updateOne", "parts", firstPart, set("value")), update("updateMany", "parents", byPart, set("parts.$.value"))},
		"add":    {insert("parts", part(count)), update(toSome, "parents", inSome, push(copied(count)))},
	})
	buckets := []any{}
	fits := weigh.PartsOfBucket(s.Part)
	for i := range parents {
		for j, some := range slices.Collect(slices.Chunk(of[i], fits)) {
			inBucket := array{}
			for _, part_ := range some {
				inBucket = append(inBucket, part(part_))
			}
			buckets = append(buckets, document{"_id": id("c", i*1000+j), "parent": id("a", i), "count": len(some), "parts": inBucket})
		}
	}
	var fills []document
	for i := range fillsOf(s) {
		fill := update("updateOne", "buckets", document{"parent": id("a", parents), "count": document{"$lt": fits}}, document{"$push": document{"parts": part(count + i)}, "$inc": document{"count": 1}})
		fill["arguments"].(document)["upsert"] = true
		fills = append(fills, fill)
	}
	bucketed := built("bucket", map[string]array{"buckets": index(`{"parent":1,"count":1}`, `{"parts._id":1}`)}, map[string][]any{"parents": alone, "buckets": buckets}, map[string][]document{
		"with-parts": {find("parents", first), find("buckets", document{"parent": id("a", 0)})}, "without-parts": {find("parents", first)}, "part-alone": {find("buckets", byPart)},
		"change": {update("updateMany", "buckets", byPart, set("parts.$.value"))},
		"add":    fills,
	})
	return []document{embed, reference, copies, bucketed}
}
