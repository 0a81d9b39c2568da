package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"modelbook/.ci/smallbook"
)

// databaseBombs are expressions that the embedded database would compute forever, or
// that would hold more than there is.
func databaseBombs() []input {
	rangeTo := func(n string) string { return `{ "$range": [0, ` + n + `] }` }
	over := func(input, in string) string { return `{ "$map": { "input": ` + input + `, "in": ` + in + ` } }` }
	reduced := func(input, initial, in string) string {
		return `{ "$reduce": { "input": ` + input + `, "initialValue": ` + initial + `, "in": ` + in + ` } }`
	}
	size := func(of string) string { return `{ "$size": ` + of + ` }` }
	long := reduced(rangeTo("17"), `"x"`, `{ "$concat": ["$$value", "$$value"] }`) // 131,072 letters
	longer := `{ "$concat": [` + long + `, { "$toString": "$$this" }] }`
	tree := reduced(rangeTo("40"), `1`, `["$$value", "$$value"]`)
	set := func(value string) string { return `{ "$set": { "a": ` + value + ` } }` }
	many := `{ "$set": { "n": ` + rangeTo("100000") + ` } }, { "$unwind": "$n" }`
	forever := over(rangeTo("1000"), size(over(rangeTo("1000"), size(over(rangeTo("1000"), size(rangeTo("1000")))))))
	var inputs []input
	for _, bomb := range []struct{ name, stages string }{
		{"a doubled document compared", set(`{ "$eq": [` + tree + `, ` + tree + `] }`)},
		{"a doubled document kept", set(tree)},
		{"a doubled document in a set", set(size(`{ "$setUnion": [[` + tree + `]] }`))},
		{"a deep document", set(reduced(rangeTo("3000000"), `1`, `["$$value"]`))},
		{"letters replaced by themselves", set(`{ "$strLenBytes": { "$replaceAll": { "input": ` + long + `, "find": "x", "replacement": ` + long + ` } } }`)},
		{"many long texts", set(size(over(rangeTo("100000"), longer)))},
		{"many long arrays", set(size(over(rangeTo("100000"), rangeTo("200000"))))},
		{"a range beyond all", set(rangeTo("2147483647"))},
		{"a text split", set(size(`{ "$split": [` + reduced(rangeTo("24"), `"x"`, `{ "$concat": ["$$value", "$$value"] }`) + `, "x"] }`))},
		{"a text matched", set(size(`{ "$regexFindAll": { "input": ` + reduced(rangeTo("24"), `"x"`, `{ "$concat": ["$$value", "$$value"] }`) + `, "regex": "x" } }`))},
		{"a text that grows", set(reduced(rangeTo("1000000"), `""`, `{ "$concat": ["$$value", "0123456789"] }`))},
		{"an array that grows", set(reduced(rangeTo("100000"), `[]`, `{ "$concatArrays": ["$$value", ["$$this"]] }`))},
		{"a window pushed", many + `, { "$setWindowFields": { "sortBy": { "n": 1 }, "output": { "a": { "$push": "$n", "window": { "documents": ["unbounded", "current"] } } } } }`},
		{"facets", many + `, { "$facet": { "a": [` + set(long) + `], "b": [` + set(long) + `] } }`},
		{"groups of long keys", many + `, { "$group": { "_id": { "$concat": [` + long + `, { "$toString": "$n" }] } } }`},
		{"long documents sorted", many + `, ` + set(long) + `, { "$sort": { "n": -1 } }`},
		{"documents returned", many + `, { "$sort": { "n": 1 } }, ` + set(long)},
		{"a join with itself", many + `, { "$lookup": { "from": "ferries", "pipeline": [` + many + `], "as": "a" } }, { "$count": "c" }`},
		{"maps without end", set(forever)},
		{"a filter without end", set(size(`{ "$filter": { "input": ` + rangeTo("1000000") + `, "cond": ` + size(over(rangeTo("1000000"), `"$$this"`)) + ` } }`))},
	} {
		inputs = append(inputs, operation(bomb.name, `{ "name": "aggregate", "object": "ferries", "arguments": { "pipeline": [`+bomb.stages+`] } }`))
	}
	return append(inputs, dataBombs(forever)...)
}

// dataBombs are data that cost too much before the first step, or in many steps.
func dataBombs(forever string) []input {
	generated := func(data string) string {
		return `"initialData": [` + data + `]`
	}
	const written = `"initialData": [{ "collectionName": "ferries", "documents": [{ "_id": 1, "name": "Galeb" }] }]`
	owners := `{ "collectionName": "ferries", "generate": { "count": 10, "seed": 7, "document": { "_id": { "$$index": 1 }, "n": `
	large := `{ "$$repeat": { "count": 5000, "value": "` + strings.Repeat("a", 3_000) + `" } }`
	parts := func(count, fields string) string {
		return ` } } }, { "name": "parts", "generate": { "count": ` + count + `, "seed": 8, "document": { "_id": { "$$index": 1 }, "of": { "$$ref": "ferries" }` + fields + ` } } }`
	}
	dear := `{ "id": "dear%d", "operation": { "name": "aggregate", "object": "ferries", "arguments": { "pipeline": [{ "$set": { "n": { "$range": [0, 30000] } } }, { "$unwind": "$n" }, { "$sort": { "n": -1 } }, { "$count": "n" }] } }, "expectResult": [{ "n": 30000 }] },` + "\n"
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, dear, i)
	}
	unexpected := strings.Replace(fmt.Sprintf(dear, 100), `[{ "n": 30000 }]`, `[]`, 1)
	var inputs []input
	// A fast machine is ready before the time is over, and then finds what is not expected.
	late := regexp.MustCompile(`:\d+:\d+: (the example takes more than .*|the step "\w+" returns something else)`)
	// A slow machine has used up the time before the documents are too large.
	eitherLimit := regexp.MustCompile(`:\d+:\d+: (the generated documents are larger than|the example takes more than) .*`)
	for _, bomb := range []struct {
		name, old, new string
		varies         *regexp.Regexp
	}{
		{"a rule without end", `"validator": null`, `"validator": { "$expr": { "$gt": [` + forever + `, 0] } }`, nil},
		{"an index without end", `"validator": null`, `"validator": null, "indexes": [{ "key": { "a": 1 }, "partialFilterExpression": { "$expr": { "$gt": [` + forever + `, 0] } } }]`, nil},
		{"large parts counted", written, generated(owners + `{ "$$count": { "of": "parts.of" } }` + parts("1000000", `, "a": `+large)), eitherLimit},
		{"large parts added up", written, generated(owners + `{ "$$sum": { "of": "parts.of", "field": "n" } }` + parts("1000000", `, "n": 1, "a": `+large)), eitherLimit},
		{"large parts kept", written, generated(owners + `{ "$$subset": { "of": "parts.of", "limit": 1, "field": "_id" } }` + parts("1000000", `, "a": `+large)), eitherLimit},
		{"a million documents", written, `"initialData": [{ "collectionName": "ferries", "generate": { "count": 1000000, "seed": 7, "document": { "_id": { "$$index": 1 } } } }]`, late},
		{"a million documents at each size", written, `"sizes": [50000, 500000, 1000000], "initialData": [{ "collectionName": "ferries", "generate": { "count": { "$$size": 1 }, "seed": 7, "document": { "_id": { "$$index": 1 } } } }]`, late},
	} {
		inputs = append(inputs, input{name: bomb.name, varies: bomb.varies, change: func(b *book) error { return b.replace(smallbook.ExampleFile, bomb.old, bomb.new) }})
	}
	for _, bomb := range []struct{ name, new string }{
		{"many parts kept", generated(owners + `{ "$$subset": { "of": "parts.of" } }` + parts("1000000", ""))},
		{"a tree of a million nodes", generated(`{ "collectionName": "ferries", "generate": { "tree": [9999, 99], "seed": 7, "document": { "_id": { "$$index": 1 }, "n": { "$$node": "children" }, "p": { "$$node": "path" } } } }`)},
		{"few of many parts kept", generated(owners + `{ "$$subset": { "of": "parts.of", "limit": 1000000, "sort": { "_id": -1 }, "field": "_id" } }` + parts("1000000", ""))},
	} {
		inputs = append(inputs, input{name: bomb.name, varies: late, change: func(b *book) error { return b.replace(smallbook.ExampleFile, written, bomb.new) }})
	}
	inputs = append(inputs, input{name: "references to nothing, many", varies: regexp.MustCompile("(ferries.a is|the example takes more than) .*"), change: func(b *book) error {
		return b.replace(smallbook.ExampleFile, written, `"references": [{ "from": "ferries.a", "to": "ferries._id" }], "initialData": [{ "collectionName": "ferries", "generate": { "count": 200000, "seed": 7, "document": { "_id": { "$$index": 1 }, "a": "x" } } }]`)
	}})
	inputs = append(inputs, input{name: "many dear steps", varies: late, change: func(b *book) error {
		return b.replace(smallbook.ExampleFile, `"steps": [`, `"steps": [`+many.String()+unexpected)
	}})
	inputs = append(inputs, input{name: "a map without end among many examples", change: func(b *book) error {
		for i := range 50 {
			if err := b.write(fmt.Sprintf("examples/ferries-%d.json", i), smallbook.Files[smallbook.ExampleFile]); err != nil {
				return err
			}
		}
		return b.replace(smallbook.ExampleFile, `"filter": { "_id": 1 }`, `"filter": { "$expr": { "$gt": [`+forever+`, 0] } }`)
	}})
	some := strings.Join(strings.SplitAfter(many.String(), "\n")[:20], "")
	inputs = append(inputs, input{name: "many dear examples", varies: regexp.MustCompile(`ferries-\d+.json: |ferries-\d+ \(.*`), change: func(b *book) error {
		if err := b.replace(smallbook.ExampleFile, `"steps": [`, `"steps": [`+some); err != nil {
			return err
		}
		content, err := os.ReadFile(b.path(smallbook.ExampleFile))
		if err != nil {
			return err
		}
		for i := range 12 {
			if err := b.write(fmt.Sprintf("examples/ferries-%d.json", i), string(content)); err != nil {
				return err
			}
		}
		return nil
	}})
	inputs = append(inputs, input{name: "figures of many parts", change: func(b *book) error {
		if err := b.write(smallbook.GuideFile, smallbook.GuideHead+"A ferry.\n\n## Data {#data}\n\n"+strings.Repeat("[A ferry](../../examples/ferries-one.json#data/ferries)\n\n", 200)); err != nil {
			return err
		}
		if err := b.replace(smallbook.ExampleFile, written, generated(owners+`{ "$$subset": { "of": "parts.of", "limit": 1, "sort": { "_id": -1 }, "field": "_id" } }`+parts("100000", ""))); err != nil {
			return err
		}
		return b.replace(smallbook.ExampleFile, `[{ "_id": 1, "name": "Galeb" }] }]`, `[{ "_id": 1, "n": [99997] }] }]`)
	}})
	return inputs
}
