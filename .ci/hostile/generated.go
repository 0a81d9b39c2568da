package main

import (
	"fmt"
	"regexp"
	"strings"

	"modelbook/.ci/smallbook"
)

// generated are data that an example generates with fields that are left out and values
// that are picked: more than there may be, inside each other, and against themselves.
func generated() []input {
	field := func(name, value string) input {
		return file(name, generating("10", `"a": `+value))
	}
	optional := func(rest string) string { return `{ "$$optional": { ` + rest + ` } }` }
	pick := func(rest string) string { return `{ "$$pick": ` + rest + ` }` }
	repeat := func(count, value string) string {
		return `{ "$$repeat": { "count": ` + count + `, "value": ` + value + ` } }`
	}
	list := func(n int, value string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(value+",\n", n), ",\n") + "]"
	}
	// nested is a value in which others lie, as deep as files may be and deeper.
	nested := func(depth int, open, closed string) string {
		return strings.Repeat(open, depth) + "1" + strings.Repeat(closed, depth)
	}
	// times is a value that holds itself a number of times, as deep as that is.
	times := func(depth int, of func(value string) string) string {
		value := "1"
		for range depth {
			value = of(value)
		}
		return value
	}
	inputs := numbered("optional", field, []string{
		`{ "$$optional": 1 }`, `{ "$$optional": null }`, `{ "$$optional": [] }`, `{ "$$optional": {} }`, `{ "$$optional": { "percent": 30, "value": 1 }, "b": 1 }`, `{ "b": 1, "$$optional": { "percent": 30, "value": 1 } }`,
		optional(`"percent": 30`), optional(`"value": 1`), optional(`"percent": 30, "every": 2, "value": 1`), optional(`"percent": 30, "first": 1, "value": 1`), optional(`"first": 1, "value": 1`), optional(`"percent": 30, "value": 1, "evil": 1`),
		optional(`"percent": 0, "value": 1`), optional(`"percent": 100, "value": 1`), optional(`"percent": -1, "value": 1`), optional(`"percent": 30.5, "value": 1`), optional(`"percent": "30", "value": 1`), optional(`"percent": 1e2, "value": 1`),
		optional(`"percent": 9223372036854775808, "value": 1`), optional(`"percent": { "$$int": { "min": 1, "max": 2 } }, "value": 1`), optional(`"every": 0, "value": 1`), optional(`"every": 1, "value": 1`), optional(`"every": -2, "value": 1`),
		optional(`"every": 9223372036854775807, "value": 1`), optional(`"every": 1000000, "value": 1`), optional(`"every": 2, "first": 0, "value": 1`), optional(`"every": 2, "first": 3, "value": 1`), optional(`"every": 2, "first": -1, "value": 1`),
		optional(`"every": 2, "first": 9223372036854775807, "value": 1`), optional(`"every": [], "value": 1`), optional(`"every": 2, "value": ` + optional(`"every": 2, "value": 1`)), optional(`"every": 2, "value": { "$$evil": 1 }`),
		optional(`"every": 2, "value": [` + optional(`"every": 2, "value": 1`) + `]`), optional(`"every": 2, "value": { "b": ` + optional(`"every": 3, "value": 1`) + ` }`), "[" + optional(`"every": 2, "value": 1`) + "]", repeat("3", optional(`"every": 2, "value": 1`)),
		repeat(optional(`"every": 2, "value": 1`), "1"), pick("[1, " + optional(`"every": 2, "value": 1`) + "]"), optional(`"every": 2, "value": { "$$index": 1 }`), `1, "b\u0000": ` + optional(`"every": 2, "value": 1`), `1, "": ` + optional(`"every": 2, "value": 1`),
		`1, "$b": ` + optional(`"every": 2, "value": 1`), `1, "__proto__": ` + optional(`"every": 2, "value": 1`), `1, "a": ` + optional(`"every": 2, "value": 1`), `{ "$oid": ` + optional(`"every": 2, "value": 1`) + ` }`, `"$$optional"`, `{ "$$Optional": 1 }`, `{ "$$optional\u0000": 1 }`,
	})
	inputs = append(inputs, numbered("pick", field, []string{
		pick(`1`), pick(`null`), pick(`"ab"`), pick(`[]`), pick(`{}`), pick(`{ "values": [] }`), pick(`{ "values": [1] }`), pick(`{ "values": 1, "order": "turns" }`), pick(`{ "weights": [1] }`), pick(`{ "order": "turns" }`), pick(`{ "values": [1], "order": "random" }`),
		pick(`{ "values": [1], "order": "back" }`), pick(`{ "values": [1], "order": 1 }`), pick(`{ "values": [1], "order": "turns", "weights": [1] }`), pick(`{ "values": [1, 2], "weights": [1] }`), pick(`{ "values": [1], "weights": [1, 2] }`), pick(`{ "values": [1], "weights": [] }`),
		pick(`{ "values": [1], "weights": 1 }`), pick(`{ "values": [1], "weights": [0] }`), pick(`{ "values": [1], "weights": [-1] }`), pick(`{ "values": [1], "weights": [0.5] }`), pick(`{ "values": [1], "weights": [1000001] }`), pick(`{ "values": [1], "weights": [9223372036854775807] }`),
		pick(`{ "values": [1, 2], "weights": [1000000, 1000000] }`), pick(`{ "values": [1], "evil": 1 }`), pick(`[1]`) + `, "b": ` + pick(`["\u001b[31m"]`), pick(`[{ "$$evil": 1 }]`), pick(`["$$pick"]`), pick(`[` + pick(`[`+pick(`[1]`)+`]`) + `]`), pick(`[{ "$where": 1 }]`), pick(`["</script>"]`),
		repeat(pick(`[1, -1]`), "1"), repeat(pick(`[1, 99999999]`), "1"), repeat(pick(`["1"]`), "1"), repeat(pick(`[]`), "1"), repeat(pick(`[`+pick(`[1]`)+`]`), "1"), repeat(pick(`{ "values": [0, 2], "order": "turns" }`), "1"), repeat(`{ "$$int": { "min": 5, "max": 1 } }`, "1"),
		repeat(`{ "$$int": { "min": -5, "max": 1 } }`, "1"), repeat(`{ "$$int": { "min": 0, "max": 99999999 } }`, "1"), repeat(`{ "$$int": 1 }`, "1"), repeat(`{ "$$text": 1 }`, "1"), repeat(`-1`, "1"), repeat(`16777217`, "1"),
	})...)
	for _, depth := range []int{20, 30, 45, 200} {
		for _, deep := range []struct{ name, open, closed string }{
			{"fields left out", `{ "b": { "$$optional": { "every": 2, "value": `, ` } } }`}, {"picks", `{ "$$pick": [`, `] }`}, {"picks in turns", `{ "$$pick": { "order": "turns", "values": [`, `] } }`}, {"repeats", `{ "$$repeat": { "count": 1, "value": `, ` } }`},
		} {
			inputs = append(inputs, field(fmt.Sprintf("%s %d deep", deep.name, depth), nested(depth, deep.open, deep.closed)))
		}
	}
	add := func(name, document, count string) {
		inputs = append(inputs, file(name, generating(count, `"a": `+document)))
	}
	// A fast machine makes a million documents in time, and finds none that is expected.
	late := regexp.MustCompile(`:\d+:\d+: (.*larger than \d+ bytes( together)?|the example takes more than .*|time was over.*|the step "\w+" returns something else)`)
	million := func(name, fields string) {
		in := file(name, strings.Replace(generating("1000000", fields), `"expectResult": []`, `"expectResult": [{}]`, 1))
		in.varies = late
		inputs = append(inputs, in)
	}
	add("repeats of repeats", times(8, func(value string) string { return repeat("100", value) }), "10")
	add("repeats of nothing", times(8, func(value string) string {
		return repeat("16000000", `{ "b": `+optional(`"every": 1000000, "value": `+value)+` }`)
	}), "10")
	add("repeats of empty arrays", repeat("16000000", repeat("0", "1")), "10")
	million("empty repeats in each other", `"a": `+repeat("4000", repeat("4000", repeat("0", "1"))))
	million("repeats of empty texts", `"a": `+repeat("4000", repeat("16777216", `""`)))
	add("a long text, repeated", repeat("16777216", `"`+strings.Repeat("x", 3_000)+`"`), "10")
	add("repeats as long as is picked", repeat(pick(`[0, 16777216]`), repeat(pick(`[0, 16777216]`), "1")), "1000")
	million("2,000 values to pick from", `"a": `+pick(list(2_000, pick(`[1, 2]`))))
	million("20,000 values to pick from", `"a": `+pick(list(20_000, "1")))
	add("20,000 weights", pick(`{ "values": `+list(20_000, "1")+`, "weights": `+list(20_000, "1000000")+` }`), "1000")
	add("2,000 makers in turns", list(2_000, pick(`{ "values": [1, 2], "order": "turns" }`)), "100000")
	million("a million documents, most without the field", `"a": `+optional(`"every": 1000000, "value": 1`))
	add("picks of picks", times(5, func(value string) string { return pick("[" + value + ", " + value + ", " + value + "]") }), "100000")
	add("picks that repeat picks", times(6, func(value string) string { return pick("[1, " + repeat("1000", value) + "]") }), "1000")
	fields := make([]string, 1_000)
	for i := range fields {
		fields[i] = fmt.Sprintf(`"f%d": %s`, i, optional(fmt.Sprintf(`"every": %d, "value": %d`, i+2, i)))
	}
	million("1,000 fields that are left out in turns", strings.Join(fields, ",\n"))
	inputs = append(inputs, generatedIDs()...)
	// A slow machine has used up the example's time before a limit of the data is met.
	either := regexp.MustCompile(`:\d+:\d+: .*(larger than \d+ bytes( together)?|the example takes more than .*|time was over.*)`)
	for i := range inputs {
		if inputs[i].varies == nil {
			inputs[i].varies = either
		}
	}
	return inputs
}

// generatedIDs are _ids that are not in each document, or not one for each.
func generatedIDs() []input {
	var inputs []input
	for i, document := range []string{
		`"_id": { "$$optional": { "every": 2, "value": { "$$index": 1 } } }`, `"_id": { "$$optional": { "percent": 50, "value": 1 } }`, `"_id": { "$$pick": [1, 2, 3] }`, `"_id": { "$$pick": { "values": [1, 2], "order": "turns" } }`,
		`"_id": { "b": { "$$optional": { "every": 2, "value": { "$$index": 1 } } } }`, `"_id": { "$$repeat": { "count": 2, "value": 1 } }`, `"_id": { "$$ref": "ferries" }`, `"_id": { "$$pick": [{ "$$ref": "ferries" }] }`, `"name": { "$$optional": { "every": 2, "value": "x" } }`,
		`"_id": { "$$index": 1 }, "of": { "$$optional": { "every": 2, "value": { "$$ref": "ferries" } } }`, `"_id": { "$$index": 1 }, "of": { "$$optional": { "every": 2, "value": { "$$ref": "nothing" } } }`, `"_id": { "$$index": 1 }, "of": { "$$pick": [{ "$$ref": "ferries" }, { "$$count": { "of": "ferries.of" } }] }`,
		`"_id": { "$$index": 1 }, "of": { "$$optional": { "every": 2, "value": { "$$count": { "of": "ferries.of" } } } }`, `"_id": { "$$index": 1 }, "of": { "$$optional": { "every": 2, "value": { "$$subset": { "of": "ferries.of" } } } }`,
	} {
		text := strings.Replace(smallbook.Files[smallbook.ExampleFile], oneData, `"initialData": [{ "collectionName": "ferries", "generate": { "count": 10, "seed": 7, "document": { `+document+` } } }]`, 1)
		inputs = append(inputs, file(fmt.Sprintf("_id %02d", i+1), text))
	}
	return inputs
}

// generating is an example that generates documents with more than an _id, and finds
// none of them.
func generating(count, fields string) string {
	data := `"initialData": [{ "collectionName": "ferries", "generate": { "count": ` + count + `, "seed": 7, "document": { "_id": { "$$index": 1 }, "name": "Galeb", ` + fields + ` } } }]`
	return strings.Replace(smallbook.Example("ferries", `{ "_id": 1, "name": "Galeb" }`, toNone, `[]`), oneData, data, 1)
}
