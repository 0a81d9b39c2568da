package example

import (
	"slices"
	"strings"
	"unicode"

	"modelbook/generator/ejson"
)

// Names that people know from elsewhere, in lower case and without anything but
// letters and digits, with the names to use here. A misspelt name needs no row:
// the hint has the nearest name anyhow.
var (
	otherOperations = map[string]string{
		"findmany": "find", "findall": "find", "getall": "find", "select": "find", "query": "find", "search": "find", "scan": "find",
		"get": "findOne", "getone": "findOne", "findbyid": "findOne", "findfirst": "findOne", "findunique": "findOne",
		"insert": "insertOne or insertMany", "add": "insertOne", "put": "insertOne", "create": "insertOne, createCollection or createIndex", "insertall": "insertMany", "createmany": "insertMany",
		"update": "updateOne or updateMany", "set": "updateOne", "patch": "updateOne", "updatebyid": "updateOne", "updateall": "updateMany",
		"save": `replaceOne with "upsert": true`, "upsert": `updateOne with "upsert": true`, "replace": "replaceOne",
		"remove": "deleteOne or deleteMany", "delete": "deleteOne or deleteMany", "deletebyid": "deleteOne", "deleteall": "deleteMany", "removeall": "deleteMany", "truncate": "deleteMany",
		"findandmodify": "findOneAndUpdate, findOneAndReplace or findOneAndDelete", "findbyidandupdate": "findOneAndUpdate", "findandupdate": "findOneAndUpdate",
		"findandremove": "findOneAndDelete", "findoneandremove": "findOneAndDelete", "findbyidanddelete": "findOneAndDelete",
		"count": "countDocuments", "length": "countDocuments", "size": "countDocuments", "countall": "estimatedDocumentCount", "exists": "countDocuments",
		"group": "aggregate", "groupby": "aggregate", "join": "aggregate", "mapreduce": "aggregate", "pipeline": "aggregate", "unique": "distinct",
		"bulk": "bulkWrite", "initializeorderedbulkop": "bulkWrite", "ensureindex": "createIndex", "createindexes": "createIndex", "addindex": "createIndex",
		"getindexes": "listIndexes", "indexes": "listIndexes", "indexinformation": "listIndexes", "dropindexes": "dropIndex", "removeindex": "dropIndex",
		"renamecollection": "rename", "dropcollection": "drop", "droptable": "drop", "createtable": "createCollection", "command": "runCommand", "admincommand": "runCommand",
		"begin": "startTransaction", "begintransaction": "startTransaction", "commit": "commitTransaction", "rollback": "abortTransaction", "abort": "abortTransaction",
	}
	otherTypes = map[string]string{
		"integer": "int", "int32": "int", "numberint": "int", "short": "int", "int64": "long", "bigint": "long", "numberlong": "long",
		"float": "double", "float32": "double", "float64": "double", "real": "double", "numeric": "decimal", "decimal128": "decimal", "numberdecimal": "decimal", "bigdecimal": "decimal", "money": "decimal",
		"boolean": "bool", "str": "string", "text": "string", "varchar": "string", "char": "string", "oid": "objectId", "id": "objectId",
		"datetime": "date", "isodate": "date", "time": "date", "instant": "date", "list": "array", "set": "array", "tuple": "array", "vector": "array",
		"document": "object", "map": "object", "dict": "object", "hash": "object", "struct": "object", "json": "object", "embedded": "object", "subdocument": "object",
		"binary": "binData", "bytes": "binData", "buffer": "binData", "blob": "binData", "uuid": "binData", "guid": "binData", "none": "null", "nil": "null", "regexp": "regex", "regularexpression": "regex",
	}
	otherOperators = map[string]string{
		"equals": "$eq", "equal": "$eq", "is": "$eq", "notequal": "$ne", "notequals": "$ne", "notin": "$nin", "isin": "$in", "contains": "$in or $regex", "like": "$regex", "startswith": "$regex",
		"between": "$gte with $lte", "greaterthan": "$gt", "lessthan": "$lt", "length": "$size or $strLenCP", "count": "$sum", "ifnullelse": "$ifNull", "average": "$avg", "mean": "$avg",
		"select": "$project", "where": "$match", "having": "$match", "filterby": "$match", "orderby": "$sort", "groupby": "$group", "join": "$lookup", "leftjoin": "$lookup", "union": "$unionWith",
		"update": "$set", "increment": "$inc", "add": "$inc or $push", "append": "$push", "remove": "$unset or $pull", "delete": "$unset", "offset": "$skip", "flatten": "$unwind", "explode": "$unwind",
	}
)

// hintFor returns the hint for a name that is not known: the known name with the
// same letters, the one for a name from elsewhere, or the nearest.
func hintFor(name string, known []string, other map[string]string) string {
	letters := lettersOf(name)
	for _, k := range known {
		if lettersOf(k) == letters {
			return "write " + k
		}
	}
	if meant := other[letters]; meant != "" {
		return "write " + meant
	}
	return unknownHint(name, known)
}

// lettersOf returns the letters and digits of a name in small.
func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// bsonTypes are the names that "bsonType" takes, jsonTypes those of "type": MongoDB
// manual, "$jsonSchema" and "$type".
var (
	bsonTypes = slices.Concat(types, strings.Fields("undefined dbPointer javascript symbol javascriptWithScope"))
	jsonTypes = strings.Fields("object array number boolean string null")
)

// schemaTypes checks the names of types in a validator, which no server would take.
// Below "properties" each key is a field, and below "enum" there are values.
func (r *reader) schemaTypes(v *ejson.Value, isSchema bool) {
	for _, item := range v.Items {
		r.schemaTypes(item, isSchema)
	}
	for _, m := range v.Members {
		switch {
		case !isSchema:
			r.schemaTypes(m.Value, m.Key == "$jsonSchema")
		case m.Key == "bsonType":
			r.schemaType(m, bsonTypes)
		case m.Key == "type":
			r.schemaType(m, jsonTypes)
		case m.Key == "properties" || m.Key == "patternProperties":
			for _, field := range m.Value.Members {
				r.schemaTypes(field.Value, true)
			}
		case m.Key != "enum":
			r.schemaTypes(m.Value, true)
		}
	}
}

// schemaType checks a name of a type, or several.
func (r *reader) schemaType(m ejson.Member, known []string) {
	names := m.Value.Items
	if m.Value.Kind == ejson.String {
		names = []*ejson.Value{m.Value}
	}
	for _, name := range names {
		if name.Kind != ejson.String || slices.Contains(known, name.Text) {
			continue
		}
		hint := hintFor(name.Text, known, otherTypes)
		of, isArray := strings.CutSuffix(name.Text, "[]")
		switch {
		case isArray:
			hint = `write "bsonType": "array", "items": { "bsonType": "` + of + `" }`
		case m.Key == "type" && slices.Contains(bsonTypes, name.Text):
			hint = `write "bsonType": "` + name.Text + `"; "type" has the names of JSON`
		case m.Key == "type":
			hint = `"bsonType" has the names of BSON, "type" those of JSON: ` + strings.Join(jsonTypes, ", ")
		case strings.EqualFold(name.Text, "any"):
			hint = `leave "bsonType" out where any type is right`
		}
		r.errorf(name.Start, hint, "%q is not a type in %q", name.Text, m.Key)
	}
}
