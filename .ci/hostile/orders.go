package main

import (
	"fmt"
	"regexp"
	"strings"
)

// orders are examples whose clients are run in all orders.
func orders() []input {
	list := func(number int, one string) string {
		var all []string
		for i := range number {
			all = append(all, strings.ReplaceAll(one, "NUMBER", fmt.Sprint(i)))
		}
		return strings.Join(all, ",\n")
	}
	// step is one of a client that touches the document with the given _id, or those that
	// a filter finds.
	step := func(filter string) string {
		return `{ "id": "sNUMBER", "client": "c", "operation": { "name": "updateMany", "object": "ferries", "arguments": { "filter": ` + filter + `, "update": { "$inc": { "n": 1 } } } }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } }`
	}
	const holds = `"holds": [{ "id": "h", "operation": { "name": "countDocuments", "object": "ferries", "arguments": { "filter": { "n": { "$lt": 0 } } } }, "expectResult": 0 }]`
	of := func(name, steps, explore string) input {
		return input{name: name, change: func(b *book) error {
			return b.write("examples/ferries-orders.json", `{ "$schema": "./example.schema.json", "description": "x", "schema": { "ferries": { "validator": null } }, "initialData": [{ "collectionName": "ferries", "documents": [{ "_id": -1 }] }], "steps": [`+steps+`], "explore": { `+explore+` } }`)
		}}
	}
	// clients have one step each, or all have some.
	clients := func(number, each int) string {
		var all []string
		for c := range number {
			var ids []string
			for s := range each {
				ids = append(ids, fmt.Sprintf(`"s%d"`, c*each+s))
			}
			all = append(all, fmt.Sprintf(`"c%d": [%s]`, c, strings.Join(ids, ",\n")))
		}
		return `"clients": { ` + strings.Join(all, ",\n") + ` }, `
	}
	owned := func(number, each int, filter string) string {
		var all []string
		for i := range number * each {
			one := strings.ReplaceAll(step(filter), "NUMBER", fmt.Sprint(i))
			all = append(all, strings.Replace(one, `"client": "c"`, fmt.Sprintf(`"client": "c%d"`, i/each), 1))
		}
		return strings.Join(all, ",\n")
	}
	const one, all = `{ "_id": NUMBER }`, `{ "n": { "$gt": -1 } }`
	inputs := []input{
		of("clients without steps", list(1, step(one)), `"clients": { "c": [] }, `+holds),
		of("no clients", list(1, step(one)), holds),
		of("clients of a list", list(1, step(one)), `"clients": ["c"], `+holds),
		of("clients with tags", list(1, step(one)), `"clients": { "<script>": ["s0"], "\u001b[31m": ["s0"] }, `+holds),
		of("unknown steps, many", list(1, step(one)), `"clients": { "c": [`+list(3_000, `"xNUMBER"`)+`] }, `+holds),
		of("one step in many clients", list(1, step(one)), `"clients": { `+list(2_000, `"cNUMBER": ["s0"]`)+` }, `+holds),
		of("ten clients that touch all", owned(10, 3, all), clients(10, 3)+`"crashes": true, `+holds),
		of("two clients of many steps", owned(2, 300, all), clients(2, 300)+`"crashes": true, `+holds),
		of("as many steps as may be, of the same", owned(6, 20, all), clients(6, 20)+`"crashes": true, `+holds),
		of("two hundred clients apart", owned(200, 1, one), clients(200, 1)+`"crashes": true, `+holds),
		of("a hundred steps apart in crashes", owned(2, 100, one), clients(2, 100)+`"crashes": true, `+holds),
		of("again of an unknown step", owned(2, 2, all), clients(2, 2)+`"again": { "s9": { "when": {}, "from": "s8" } }, `+holds),
		of("a repair that is unknown", owned(2, 2, all), clients(2, 2)+holds+`, "repair": ["\u001b[31m"]`),
		of("orders by the million", owned(2, 2, all), clients(2, 2)+holds+`, "expect": { "orders": 99999999999999999999 }`),
		of("holds, many", owned(2, 2, all), clients(2, 2)+strings.Replace(holds, `[{`, `[`+list(500, `{ "id": "hNUMBER", "operation": { "name": "countDocuments", "object": "ferries", "arguments": { "filter": { "n": { "$lt": 0 } } } }, "expectResult": 0 }`)+`, {`, 1)),
	}
	// A slow machine works too long before it has counted too many.
	again := of("again for ever", owned(2, 2, all), clients(2, 2)+`"again": { "s1": { "when": { "matchedCount": 0 }, "from": "s0" }, "s3": { "when": { "matchedCount": 0 }, "from": "s2" } }, `+holds)
	again.varies = regexp.MustCompile(`:\d+:\d+: (the example takes more than 1.5s|"explore" has at least 501 orders).*`)
	apart := of("as many steps as may be, apart", owned(6, 20, one), clients(6, 20)+`"crashes": true, `+holds)
	apart.varies = regexp.MustCompile(`(:\d+:\d+)?: ((the example|the whole run) takes more|"explore" does not say what it expects:) .*`)
	return append(inputs, apart, again)
}
