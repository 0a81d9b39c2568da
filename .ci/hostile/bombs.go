package main

import "slices"

// endless are the bombs that only the limit of a step ends.
var endless = []string{"a text that grows", "an array that grows", "a join with itself", "maps without end", "a filter without end"}

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
		in := operation(bomb.name, `{ "name": "aggregate", "object": "ferries", "arguments": { "pipeline": [`+bomb.stages+`] } }`)
		in.endless = slices.Contains(endless, bomb.name)
		inputs = append(inputs, in)
	}
	return inputs
}
