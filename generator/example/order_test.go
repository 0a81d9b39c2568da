package example

import (
	"strings"
	"testing"
)

// ordered is an example with one step, whose operation and what follows it the
// cases fill in. Passengers are unique by ticket, and by ferry and seat.
const ordered = `{
"$schema": "./example.schema.json", "description": "x",
"schema": {
  "passengers": { "validator": null, "indexes": [
    { "key": { "ticket": 1 }, "unique": true }, { "key": { "ferry": 1, "seat": 1 }, "unique": true },
    { "key": { "email": 1 }, "unique": true, "sparse": true },
    { "key": { "cabin": 1, "bed": 1 }, "unique": true, "partialFilterExpression": { "aboard": true } }] },
  "ferries": { "validator": null }
},
"initialData": [],
"steps": [{ "id": "x", "operation":
STEP
}]}`

func TestOrder(t *testing.T) {
	const result, array, luck = "the order of this result is not promised", "the order of the array ", "which documents "
	find := func(arguments string) string {
		return `{ "name": "find", "object": "passengers", "arguments": ` + arguments + ` }`
	}
	aggregate := func(pipeline string) string {
		return `{ "name": "aggregate", "object": "passengers", "arguments": { "pipeline": [` + pipeline + `] } }`
	}
	lookup := `{ "$lookup": { "from": "passengers", "localField": "ferry", "foreignField": "ferry", "as": "mates" } }`
	tests := []struct{ name, step, want string }{
		{"no sort", find(`{ "filter": {} }`), result},
		{"unordered", find(`{ "filter": {} }`) + `, "unordered": true`, ""},
		{"unordered by a point", find(`{ "filter": {} }`) + `, "unordered": ["."]`, ""},
		{"one expected", find(`{ "filter": {} }`) + `, "expectResult": [1]`, ""},
		{"two expected", find(`{ "filter": {} }`) + `, "expectResult": [1, 2]`, result},
		{"an error expected", find(`{ "filter": {} }`) + `, "expectError": { "code": 2, "codeName": "BadValue" }`, ""},
		{"sort by _id", find(`{ "filter": {}, "sort": { "name": 1, "_id": -1 } }`), ""},
		{"sort by a unique index", find(`{ "filter": {}, "sort": { "ticket": 1 } }`), ""},
		{"sort by half a unique index", find(`{ "filter": {}, "sort": { "ferry": 1 } }`), result},
		{"sort by a whole unique index", find(`{ "filter": {}, "sort": { "seat": 1, "ferry": 1 } }`), ""},
		{"sort by a sparse index", find(`{ "filter": {}, "sort": { "email": 1 } }`), result},
		{"sort by the rest of a unique index that is pinned", find(`{ "filter": { "ferry": 1 }, "sort": { "seat": 1 } }`), ""},
		{"sort by a unique index of which another part is pinned", find(`{ "filter": { "seat": 1 }, "sort": { "name": 1 } }`), result},
		{"sort by the rest of an index that a range doesn't pin", find(`{ "filter": { "ferry": { "$lt": 3 } }, "sort": { "seat": 1 } }`), result},
		{"pinned in a sparse index", find(`{ "filter": { "email": "a@b.example" } }`), ""},
		{"pinned in a partial index, whose documents are asked for", find(`{ "filter": { "cabin": 4, "aboard": true }, "sort": { "bed": 1 } }`), ""},
		{"pinned in a partial index, and other documents are asked for", find(`{ "filter": { "cabin": 4, "aboard": false }, "sort": { "bed": 1 } }`), result},
		{"pinned in a partial index, and all documents are asked for", find(`{ "filter": { "cabin": 4 }, "sort": { "bed": 1 } }`), result},
		{"pinned", find(`{ "filter": { "_id": 5 } }`), ""},
		{"pinned by $eq and $and", find(`{ "filter": { "ferry": { "$eq": 1 }, "$and": [{ "seat": 2 }] } }`), ""},
		{"not pinned by a range", find(`{ "filter": { "_id": { "$gt": 5 } } }`), result},
		{"not pinned by null", find(`{ "filter": { "ticket": null } }`), result},
		{"limit without sort", find(`{ "filter": {}, "limit": 2 }`) + `, "unordered": true`, luck + "limit takes is not promised"},
		{"limit with sort", find(`{ "filter": {}, "sort": { "_id": 1 }, "limit": 2 }`), ""},
		{"findOne", strings.Replace(find(`{ "filter": {} }`), "find", "findOne", 1), luck + "findOne takes is not promised"},
		{"findOne sorted", strings.Replace(find(`{ "filter": {}, "sort": { "_id": 1 } }`), "find", "findOne", 1), ""},
		{"distinct", `{ "name": "distinct", "object": "ferries", "arguments": { "fieldName": "name", "filter": {} } }`, result},
		{"command", `{ "name": "runCommand", "arguments": { "command": { "find": "ferries" } } }`, result},
		{"command unordered", `{ "name": "runCommand", "arguments": { "command": { "find": "ferries" } } }, "unordered": ["cursor.firstBatch"]`, ""},
		{"command by key", `{ "name": "runCommand", "arguments": { "command": { "find": "ferries", "filter": { "_id": 1 } } } }`, ""},
		{"other command", `{ "name": "runCommand", "arguments": { "command": { "ping": 1 } } }`, ""},

		{"pipeline without sort", aggregate(`{ "$match": { "ferry": 1 } }`), result},
		{"pipeline with the rest of a unique index", aggregate(`{ "$match": { "ferry": 1 } }, { "$sort": { "seat": 1 } }`), ""},
		{"pipeline with the rest of a unique index that was dropped", aggregate(`{ "$match": { "ferry": 1 } }, { "$project": { "_id": 0, "name": 1, "seat": "$deck" } }, { "$sort": { "seat": 1 } }`), result},
		{"pipeline with the rest of a unique index, pinned later", aggregate(`{ "$set": { "name": "x" } }, { "$match": { "ferry": 1 } }, { "$sort": { "seat": 1 } }`), ""},
		{"pipeline with a sparse index", aggregate(`{ "$match": { "email": "a@b.example" } }`), ""},
		{"pipeline with sort", aggregate(`{ "$match": { "ferry": 1 } }, { "$sort": { "_id": 1 } }, { "$project": { "name": 1 } }`), ""},
		{"sort by a key that $densify gives no document", aggregate(`{ "$densify": { "field": "seat", "range": { "step": 1, "bounds": "full" } } }, { "$sort": { "_id": 1 } }`), result},
		{"sort by a key that $fill gives", aggregate(`{ "$fill": { "output": { "ticket": { "value": 0 } } } }, { "$sort": { "ticket": 1 } }`), result},
		{"sort by a key that $setWindowFields gives", aggregate(`{ "$setWindowFields": { "output": { "_id": { "$count": {} } } } }, { "$sort": { "_id": 1 } }`), result},
		{"sort by a key behind $setWindowFields", aggregate(`{ "$setWindowFields": { "output": { "n": { "$count": {} } } } }, { "$sort": { "_id": 1 } }`), ""},
		{"sort by a key of a stage's own documents", aggregate(`{ "$indexStats": {} }, { "$sort": { "ticket": 1 } }`), result},
		{"sort by a field that was computed", aggregate(`{ "$set": { "_id": 1 } }, { "$sort": { "_id": 1 } }`), result},
		{"sort by a field that was dropped", aggregate(`{ "$project": { "_id": 0, "name": 1 } }, { "$sort": { "_id": 1 } }`), result},
		{"sort by a field that was renamed", aggregate(`{ "$project": { "_id": 0, "passenger": "$_id" } }, { "$sort": { "passenger": 1 } }`), ""},
		{"group", aggregate(`{ "$group": { "_id": "$ferry" } }`), result},
		{"group and sort", aggregate(`{ "$group": { "_id": "$ferry" } }, { "$sort": { "_id": 1 } }`), ""},
		{"group of all", aggregate(`{ "$group": { "_id": null, "n": { "$sum": 1 } } }`), ""},
		{"$addToSet", aggregate(`{ "$group": { "_id": null, "names": { "$addToSet": "$name" } } }`), array + `"names" is not promised ($addToSet)`},
		{"$addToSet unordered", aggregate(`{ "$group": { "_id": null, "names": { "$addToSet": "$name" } } }`) + `, "unordered": ["names"]`, ""},
		{"$push", aggregate(`{ "$group": { "_id": null, "names": { "$push": "$name" } } }`), array + `"names" is not promised ($push)`},
		{"$push sorted", aggregate(`{ "$sort": { "_id": 1 } }, { "$group": { "_id": null, "names": { "$push": "$name" } } }`), ""},
		{"$count", aggregate(`{ "$count": "n" }`), ""},
		{"$sortByCount", aggregate(`{ "$sortByCount": "$ferry" }`), result},
		{"$bucket", aggregate(`{ "$bucket": { "groupBy": "$seat", "boundaries": [0, 10] } }`), ""},
		{"$limit", aggregate(`{ "$limit": 1 }`) + `, "unordered": true`, luck + "$limit takes is not promised"},
		{"$lookup", aggregate(`{ "$match": { "_id": 1 } }, ` + lookup), array + `"mates" is not promised ($lookup)`},
		{"$lookup with one expected", aggregate(`{ "$match": { "_id": 1 } }, `+lookup) + `, "expectResult": [{ "mates": [1] }]`, ""},
		{"$lookup with two expected", aggregate(`{ "$match": { "_id": 1 } }, `+lookup) + `, "expectResult": [{ "mates": [1, 2] }]`, array + `"mates" is not promised ($lookup)`},
		{"$lookup by a unique key", aggregate(`{ "$match": { "_id": 1 } }, { "$lookup": { "from": "ferries", "localField": "ferry", "foreignField": "_id", "as": "f" } }`), ""},
		{"$lookup that sorts", aggregate(`{ "$match": { "_id": 1 } }, { "$lookup": { "from": "ferries", "pipeline": [{ "$sort": { "_id": 1 } }], "as": "f" } }`), array + `"f" is not promised ($lookup)`},
		{"$lookup sorted afterwards", aggregate(`{ "$match": { "_id": 1 } }, ` + lookup + `, { "$set": { "mates": { "$sortArray": { "input": "$mates", "sortBy": { "_id": 1 } } } } }`), ""},
		{"$lookup of at most one", aggregate(`{ "$match": { "_id": 1 } }, { "$lookup": { "from": "ferries", "pipeline": [{ "$sort": { "_id": 1 } }, { "$limit": 1 }], "as": "f" } }`), ""},
		{"$lookup dropped", aggregate(`{ "$match": { "_id": 1 } }, ` + lookup + `, { "$project": { "n": { "$size": "$mates" } } }`), ""},
		{"$lookup renamed", aggregate(`{ "$match": { "_id": 1 } }, ` + lookup + `, { "$project": { "m": "$mates" } }`), array + `"m" is not promised ($lookup)`},
		{"$lookup unwound", aggregate(`{ "$match": { "_id": 1 } }, ` + lookup + `, { "$unwind": "$mates" }`), result},
		{"$lookup unwound and sorted", aggregate(lookup + `, { "$unwind": "$mates" }, { "$sort": { "_id": 1, "mates._id": 1 } }`), ""},
		{"$unwind of one document", aggregate(`{ "$match": { "_id": 1 } }, { "$unwind": "$tags" }`), ""},
		{"$facet", aggregate(`{ "$facet": { "a": [{ "$sort": { "_id": 1 } }], "b": [] } }`), array + `"b" is not promised ($facet)`},
		{"$setUnion", aggregate(`{ "$match": { "_id": 1 } }, { "$set": { "t": { "$setUnion": ["$a", "$b"] } } }`), array + `"t" is not promised ($setUnion)`},
		{"$sample", aggregate(`{ "$sample": { "size": 1 } }`) + `, "unordered": true`, luck + "$sample takes is not promised"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got := parse(t, strings.Replace(ordered, "STEP", tt.step, 1))
			switch {
			case tt.want == "" && got != "":
				t.Errorf("got %s", got)
			case !strings.Contains(got, tt.want) || strings.Contains(got, "\n"):
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Indexes that earlier steps have made are unique keys, too, until they are dropped.
func TestOrderByIndexesOfSteps(t *testing.T) {
	const index = `{ "id": "make", "operation": { "name": "createIndex", "object": "ferries", "arguments": { "keys": { "code": 1 }, "unique": true } } }`
	const drop = `{ "id": "drop", "operation": { "name": "dropIndex", "object": "ferries", "arguments": { "name": "code_1" } } }`
	const find = `{ "id": "find", "operation": { "name": "find", "object": "ferries", "arguments": { "filter": {}, "sort": { "code": 1 } } } }`
	const create = `{ "id": "create", "operation": { "name": "createCollection", "arguments": { "collection": "ships" } } }`
	for steps, isPromised := range map[string]bool{
		find:               false,
		index + "," + find: true,
		find + "," + index: false,
		strings.Replace(index, "true", "false", 1) + "," + find:                             false,
		index + "," + drop + "," + find:                                                     false,
		create + "," + strings.NewReplacer("code", "_id", "ferries", "ships").Replace(find): true,
	} {
		before, _, _ := strings.Cut(ordered, `{ "id": "x"`)
		_, list := parse(t, before+steps+"]}")
		if isPromised && list != "" || !isPromised && !strings.Contains(list, "is not promised") {
			t.Errorf("%s: %s", steps, list)
		}
	}
}
