package example

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

var update = flag.Bool("update", false, "write examples/example.schema.json anew")

// TestSchemaFile holds the JSON Schema that editors use to the tables that the
// parser uses: it is made from them.
func TestSchemaFile(t *testing.T) {
	const file = "../../examples/example.schema.json"
	want := ejson.Format(ejson.FromBSON(raw(schema())))
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what the parser's tables give; run go test ./generator/example -run SchemaFile -update", file)
	}
}

type props = map[string]bson.D

func pair(key string, value any) bson.E { return bson.E{Key: key, Value: value} }

func about(description string, rest ...bson.E) bson.D {
	return append(bson.D{pair("description", description)}, rest...)
}

func typed(name, description string, rest ...bson.E) bson.D {
	return append(bson.D{pair("type", name), pair("description", description)}, rest...)
}

func listOf(item bson.D, description string) bson.D {
	return typed("array", description, pair("items", item))
}

// object makes the schema of an object from one of the parser's tables.
func object(table, description string, properties props) bson.D {
	known, required := bson.D{}, bson.A{}
	for _, key := range strings.Fields(table) {
		name, must := strings.CutSuffix(key, "!")
		if must {
			required = append(required, name)
		}
		known = append(known, pair(name, properties[name]))
	}
	d := typed("object", description)
	if len(required) > 0 {
		d = append(d, pair("required", required))
	}
	return append(d, pair("properties", known), pair("additionalProperties", false))
}

func schema() bson.D {
	d := object(exampleKeys, "An example of the handbook: a schema, data, and steps with what they return and cost", props{
		"$schema":           typed("string", "This file", pair("const", schemaFile)),
		"description":       typed("string", "What the example shows; never printed"),
		"note":              typed("string", "For those who edit the file; never printed"),
		"runOnRequirements": listOf(requirementSchema(), "What the server has to be; one of them is enough"),
		"sizes":             listOf(typed("integer", "A size", pair("minimum", 1)), "The sizes that the example runs at; { \"$$size\": 1 } stands for each of them"),
		"expectCost":        costSchema("What the model takes before the first step", footprintMeasures),
		"schema":            typed("object", "The collections by name", pair("minProperties", 1), pair("additionalProperties", collectionSchema())),
		"references":        listOf(referenceSchema(), "References that must hold in the initial data"),
		"initialData":       listOf(dataSchema(), "What the collections hold before the first step"),
		"steps":             append(listOf(stepSchema(), "Operations, run in order"), pair("minItems", 1)),
	})
	return append(bson.D{pair("$schema", "http://json-schema.org/draft-07/schema#"), pair("title", "Example of Modelbook")}, d...)
}

func requirementSchema() bson.D {
	return append(object(requirementKeys, "What the server has to be, in the words of the Unified Test Format", props{
		"minServerVersion": typed("string", "As in 8.0", pair("pattern", versionPattern.String())),
		"maxServerVersion": typed("string", "As in 7.0, which 7.0.42 is", pair("pattern", versionPattern.String())),
		"topologies":       listOf(bson.D{pair("enum", list(topologies))}, "Of which one is enough"),
		"embedded":         about("The embedded database lacks a part of the example", pair("const", false)),
	}), pair("minProperties", 1))
}

func collectionSchema() bson.D {
	options := typed("object", "Options of the command create", pair("propertyNames", bson.D{pair("enum", list(strings.Fields(createOptions)))}))
	return object(collectionKeys, "A collection", props{
		"options":   options,
		"validator": about("The validator, usually with $jsonSchema; null says that leaving it out is meant", pair("type", bson.A{"object", "null"})),
		"indexes":   listOf(argumentsSchema(indexArguments, "An index"), "Indexes besides that on _id"),
	})
}

func referenceSchema() bson.D {
	return object(referenceKeys, "Values of one field that must be values of another", props{
		"from": typed("string", "collection.field that points"),
		"to":   typed("string", "collection.field that it points at, usually _id"),
	})
}

func dataSchema() bson.D {
	return object(dataKeys, "The documents of one collection", props{
		"collectionName": typed("string", "A collection of the schema"),
		"name":           typed("string", "Of data that are not stored, but others are made of"),
		"documents":      listOf(typed("object", "A document with its _id"), "Documents in Extended JSON"),
		"generate": object(generateKeys, "Documents made from a seed, the same everywhere", props{
			"count":    about(`How many: an integer, or { "$$size": 1 }`, pair("type", bson.A{"integer", "object"})),
			"seed":     typed("integer", "Where the random numbers begin", pair("minimum", 0)),
			"document": typed("object", "A document, its _id first, in which an object with one of these keys stands for a value: "+strings.Join(sortedKeys(makers()), ", ")),
		}),
	})
}

func stepSchema() bson.D {
	id := pair("pattern", idPattern.String())
	return object(stepKeys, "A step", props{
		"id": typed("string", "Its name in links, unique in the file", id),
		"answers": object(answersKeys, "The question that the step answers, the same in all examples that can be compared", props{
			"id":     typed("string", "The question's name", id),
			"fields": listOf(bson.D{pair("type", "string")}, "Fields of the result, at any depth, that must have the same values in all of them"),
		}),
		"client":    typed("string", "Who sends the step, if there are several", id),
		"session":   typed("string", "The session that the operation is part of; it begins with startTransaction", pair("pattern", identifier.String())),
		"unsent":    typed("boolean", "true if the client dies before it sends the step"),
		"alongside": typed("string", "The id of the step that this one is sent together with", id),
		"repeat":    about(`How often the operation is sent: a number, or { "$$size": 1 }`, pair("type", bson.A{"integer", "object"})),
		"save":      typed("string", "The name under which later steps find what this one returns: { \"$$saved\": \"name.field\" }", pair("pattern", identifier.String())),
		"note":      typed("string", "For those who edit the file; never printed"),
		"operation": operationSchema(),
		"unordered": about(`true if the documents of the result come in any order, or the paths of arrays that do ("." is the result itself)`,
			pair("anyOf", bson.A{bson.D{pair("type", "boolean")}, bson.D{pair("type", "array"), pair("items", bson.D{pair("type", "string")})}})),
		"expectResult": about("What the step returns, compared exactly but for $$type, $$exists and $$unsetOrMatches"),
		"expectError": object(errorKeys, "How the step fails", props{
			"code":     typed("integer", "The server's code"),
			"codeName": typed("string", "The code's name"),
			"contains": typed("string", "A part of the message"),
			"by":       about("Who refuses", pair("enum", bson.A{"server", "driver"}), pair("default", "server")),
		}),
		"expectCost": costSchema("What the step costs", measures),
	})
}

func costSchema[T any](description string, measures []measure[T]) bson.D {
	properties := props{}
	for _, m := range measures {
		number := bson.D{pair("type", "integer"), pair("minimum", 0)}
		properties[m.name] = about(m.about, pair("anyOf", bson.A{number, bson.D{pair("type", "array"), pair("items", number)}}))
	}
	return object(strings.Join(namesOfMeasures(measures), " "), description, properties)
}

func operationSchema() bson.D {
	d := object(operationKeys, "A call of the driver, in the words of the Unified Test Format", props{
		"name":      about("The operation", pair("enum", list(operationNames(isOperation)))),
		"object":    typed("string", "The collection; left out for an operation on the database"),
		"arguments": typed("object", "The operation's arguments"),
	})
	var cases bson.A
	for _, o := range Operations() {
		is := bson.D{pair("properties", bson.D{pair("name", bson.D{pair("const", o.Name)})})}
		has := bson.D{pair("properties", bson.D{pair("arguments", argumentsSchema(o.Arguments, "What "+o.Name+" takes"))})}
		cases = append(cases, bson.D{pair("if", is), pair("then", has)})
	}
	return append(d, pair("allOf", cases))
}

func argumentsSchema(arguments []Argument, description string) bson.D {
	properties := props{}
	for _, a := range arguments {
		properties[a.Name] = argumentSchema(a.Type)
	}
	return object(argumentKeys(arguments), description, properties)
}

func argumentSchema(t Type) bson.D {
	switch t {
	case TypeInt32, TypeInt64:
		return bson.D{pair("type", "integer")}
	case TypeBool:
		return bson.D{pair("type", "boolean")}
	case TypeString:
		return bson.D{pair("type", "string")}
	case TypeReturnDocument:
		return bson.D{pair("enum", bson.A{"Before", "After"})}
	case TypeHint:
		return bson.D{pair("type", bson.A{"string", "object"})}
	case TypeUpdate:
		return bson.D{pair("type", bson.A{"object", "array"})}
	case TypeDocument, TypeStored, TypeCollation:
		return bson.D{pair("type", "object")}
	case TypeDocuments, TypeStoredList, TypePipeline:
		return bson.D{pair("type", "array"), pair("items", bson.D{pair("type", "object")})}
	case TypeExplained:
		return operationsSchema(func(d Descriptor) []Argument {
			if !contains(explained, d.Name) {
				return nil
			}
			return d.Arguments
		})
	case TypeRequests:
		return bson.D{pair("type", "array"), pair("items", operationsSchema(func(d Descriptor) []Argument { return d.Request }))}
	case TypeCommand:
		return typed("object", "Its first key is one of "+strings.Join(commandNames(), ", "))
	}
	panic("no schema for the type " + string(t))
}

// operationsSchema is that of an object with one key, the name of an operation.
func operationsSchema(arguments func(Descriptor) []Argument) bson.D {
	properties := bson.D{}
	for _, o := range Operations() {
		if taken := arguments(o); taken != nil {
			properties = append(properties, pair(o.Name, argumentsSchema(taken, "What "+o.Name+" takes")))
		}
	}
	return bson.D{pair("type", "object"), pair("minProperties", 1), pair("maxProperties", 1), pair("properties", properties), pair("additionalProperties", false)}
}

func list(names []string) bson.A {
	values := bson.A{}
	for _, name := range slices.Sorted(slices.Values(names)) {
		values = append(values, name)
	}
	return values
}
