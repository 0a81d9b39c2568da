package main

import (
	"fmt"
	"regexp"
	"strings"
)

// moves are examples that have their data from others, and move them.
func moves() []input {
	const head = `{ "$schema": "./example.schema.json", "description": "x", `
	steps := func(number int, more string) string {
		var all []string
		for i := range number {
			all = append(all, fmt.Sprintf(`{ "id": "s%[1]d"%[2]s, "operation": { "name": "deleteOne", "object": "ferries", "arguments": { "filter": { "_id": %[1]d } } }, "expectResult": { "deletedCount": 0 } }`, i, strings.ReplaceAll(more, "NUMBER", fmt.Sprint(i))))
		}
		return "\"steps\": [" + strings.Join(all, ",\n") + "] }"
	}
	const set = `"runOnRequirements": [{ "topologies": ["replicaset"] }], `
	model := func(number int, more string) string {
		requires := ""
		if strings.Contains(more, "session") {
			requires = set
		}
		begin := strings.NewReplacer(`"steps": [`, `"steps": [{ "id": "begin", "session": "anna", "operation": { "name": "startTransaction" } }, `)
		all := steps(number, more)
		if requires != "" {
			all = begin.Replace(all)
		}
		return head + requires + `"schema": { "ferries": { "validator": null } }, "initialData": [{ "collectionName": "ferries", "documents": [{ "_id": -1 }] }], ` + all
	}
	const question = `, "answers": { "id": "q-NUMBER", "fields": [] }`
	of := func(name, keys, all, model string) input {
		return input{name: name, change: func(b *book) error {
			for file, text := range map[string]string{"one-model": model, "other-model": model, "ferries-move": head + keys + all} {
				if err := b.write("examples/"+file+".json", text); err != nil {
					return err
				}
			}
			return nil
		}}
	}
	few := steps(1, "")
	names := func(id string, number int) string {
		return `[` + strings.TrimSuffix(strings.Repeat(`"`+id+"\",\n", number), ",\n") + `]`
	}
	const there = `"from": "one-model", "arrives": { "example": "other-model", "old": {}`
	var inputs []input
	for _, c := range []struct{ name, keys, all, model string }{
		{"itself", `"from": "ferries-move", `, few, model(1, "")},
		{"a file outside", `"from": "../../outside/secret", `, few, model(1, "")},
		{"a file that is none", `"from": "../content/site.yaml", `, few, model(1, "")},
		{"the schema's file", `"from": "example.schema", `, few, model(1, "")},
		{"a name with a null", `"from": "one-model\u0000", `, few, model(1, "")},
		{"a name with an escape", `"from": "\u001b[31mone-model", `, few, model(1, "")},
		{"a name that is long", `"from": "` + strings.Repeat("one-", 500) + `", `, few, model(1, "")},
		{"a name of an object", `"from": { "$oid": "x" }, `, few, model(1, "")},
		{"one that has its data from this one", `"from": "one-model", `, few, head + `"from": "ferries-move", ` + few},
		{"arrives nowhere", `"from": "one-model", "arrives": {}, `, few, model(1, "")},
		{"arrives at a list", `"from": "one-model", "arrives": [], `, few, model(1, "")},
		{"steps that are unknown, many", there + `, "steps": ` + names("s", 3_000) + ` }, `, steps(700, ""), model(1, question)},
		{"steps that come again, many", there + `, "steps": ` + names("s1", 3_000) + ` }, `, steps(700, ""), model(1, question)},
		{"drops with tags", there + `, "drops": ["<script>", "\u001b[31m.a", "ferries._id"] }, `, few, model(1, question)},
		{"questions that are unknown, many", there + `, "without": ` + names("q", 3_000) + ` }, `, few, model(1, question)},
		{"many steps and many questions", there + ` }, `, steps(700, ""), model(700, question)},
		{"many questions in one session", there + ` }, `, steps(1, ""), model(700, question+`, "session": "anna"`)},
		{"a step sent often", there + ` }, `, steps(600, `, "repeat": 10000`), model(1, question)},
	} {
		inputs = append(inputs, of(c.name, c.keys, c.all, c.model))
	}
	const written = `"documents": [{ "_id": -1 }]`
	large := strings.Replace(model(1, question), written, `"generate": { "count": 5000, "seed": 7, "document": { "_id": { "$$index": 1 }, "a": { "$$repeat": { "count": 400, "value": 1 } } } }`, 1)
	// A slow machine has used up the time before the move is tried.
	late := regexp.MustCompile(`(:\d+:\d+)?: (the example takes more|the whole run takes more|the move can't be tried: more|there is too much) .*`)
	inputs = append(inputs, input{name: "large documents", varies: late, change: of("", there+` }, `, few, large).change})
	equal := strings.Replace(model(1, question), written, `"generate": { "count": 1, "seed": 7, "document": { "_id": 1, "a": { "$$repeat": { "count": 150000, "value": { "$$pick": { "order": "turns", "values": [{ "a": 1 }, { "_id": 2 }] } } } } } }`, 1)
	// Of as many bytes as may be compared, nearly.
	either := regexp.MustCompile(`^(0\texamples  4 run, .*|1\texamples/[a-z-]+\.json(:\d+:\d+)?: the (example|whole run) takes more than .*)$`)
	inputs = append(inputs, input{name: "equal values, many", varies: either, change: of("", there+` }, `, few, equal).change})
	return inputs
}
