package example

import (
	"strings"
	"testing"
)

// TestArguments has what no argument of a type may be.
func TestArguments(t *testing.T) {
	find := func(argument string) string {
		return `{ "name": "findOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, ` + argument + ` } }`
	}
	update := func(argument string) string {
		return `{ "name": "updateOne", "object": "ferries", "arguments": { "filter": {}, "update": {}, ` + argument + ` } }`
	}
	tests := []struct{ name, step, want string }{
		{"an operator in arrayFilters", update(`"arrayFilters": [{ "a": { "$gtt": 1 } }]`), `$gtt is not an operator that may be sent (did you mean $gt?)`},
		{"JavaScript in arrayFilters", update(`"arrayFilters": [{ "$where": "1" }]`), `$where may not be sent (examples run no JavaScript on the server)`},
		{"a date as a filter", `{ "name": "deleteOne", "object": "ferries", "arguments": { "filter": { "$date": "2026-05-01T00:00:00Z" } } }`, `"filter" is a document, not a single value`},
		{"an integer as a document to store", `{ "name": "insertMany", "object": "ferries", "arguments": { "documents": [{ "$numberLong": "5" }] } }`, `an element of "documents" is a document, not a single value`},
		{"an id as an update", `{ "name": "updateOne", "object": "ferries", "arguments": { "filter": {}, "update": { "$oid": "65f0a1c2d4e8b93a7c1f0e01" } } }`, `"update" is a document, not a single value`},
		{"a decimal as a hint", find(`"hint": { "$numberDecimal": "1" }`), `"hint" is a document, not a single value`},
		{"a long as a number", find(`"skip": { "$numberLong": "1" }`), `"skip" is a number, not an object`},
		{"a collation", find(`"collation": { "locale": "hr", "strength": 2, "caseLevel": true, "caseFirst": "upper" }`), ``},
		{"a collation's field", find(`"collation": { "locale": "hr", "strenght": 2 }`), `"collation" has an unknown key "strenght" (did you mean strength?)`},
		{"a collation without its language", find(`"collation": { "strength": 2 }`), `"collation" has no "locale"`},
		{"a collation's type", find(`"collation": { "locale": "hr", "caseLevel": 1 }`), `"caseLevel" is true or false, not a number`},
		{"a collation's strength", find(`"collation": { "locale": "hr", "strength": 0 }`), `"strength" is an integer from 1 to 5, not 0`},
		{"a name as a hint", find(`"hint": "_id_"`), ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got := parse(t, strings.Replace(ordered, "STEP", tt.step, 1))
			if tt.want == "" && got != "" || !strings.HasSuffix(got, tt.want) || strings.Contains(got, "\n") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
