package example

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// SchemaFile lies beside the examples, for the editors in which they are written.
const SchemaFile = "example.schema.json"

// Schema returns the JSON Schema of examples. It is made from the tables that the
// parser uses.
func Schema() []byte { return ejson.Format(ejson.FromBSON(raw(schema()))) }

type props = map[string]bson.D

func pair(key string, value any) bson.E { return bson.E{Key: key, Value: value} }

func describedAs(description string, rest ...bson.E) bson.D {
	return append(bson.D{pair("description", description)}, rest...)
}

func typeSchema(name, description string, rest ...bson.E) bson.D {
	return append(bson.D{pair("type", name), pair("description", description)}, rest...)
}

func listSchema(item bson.D, description string) bson.D {
	return typeSchema("array", description, pair("items", item))
}

// objectSchema makes the schema of an object from one of the parser's tables.
func objectSchema(table, description string, properties props) bson.D {
	known, required := bson.D{}, bson.A{}
	for _, key := range strings.Fields(table) {
		name, must := strings.CutSuffix(key, "!")
		if must {
			required = append(required, name)
		}
		known = append(known, pair(name, properties[name]))
	}
	d := typeSchema("object", description)
	if len(required) > 0 {
		d = append(d, pair("required", required))
	}
	return append(d, pair("properties", known), pair("additionalProperties", false))
}

func schema() bson.D {
	d := objectSchema(exampleKeys, "An example of the handbook: a schema, data, and steps with what they return and cost", props{
		"$schema":           typeSchema("string", "This file", pair("const", schemaFile)),
		"description":       typeSchema("string", "What the example shows; never printed"),
		"note":              typeSchema("string", "For those who edit the file; never printed"),
		"runOnRequirements": listSchema(requirementSchema(), "What the server has to be; one of them is enough"),
		"from":              typeSchema("string", "The example whose schema, references, data and first size this one has", idSchema),
		"only":              typeSchema("object", "The documents that the example has: those with one of the values in a field, by collection.field", pair("additionalProperties", bson.D{pair("type", "array"), pair("minItems", 1)})),
		"arrives":           arrivesSchema(),
		"sizes":             listSchema(typeSchema("integer", "A size", pair("minimum", 1)), "The sizes that the example runs at; { \"$$size\": 1 } stands for each of them"),
		"expectCost":        costSchema("What the model takes before the first step", footprintMeasures),
		"schema":            typeSchema("object", "The collections by name", pair("minProperties", 1), pair("additionalProperties", collectionSchema())),
		"references":        listSchema(referenceSchema(), "References that must hold in the initial data"),
		"initialData":       listSchema(dataSchema(), "What the collections hold before the first step"),
		"steps":             append(listSchema(stepSchema(), "Operations, run in order"), pair("minItems", 1)),
		"explore":           exploreSchema(),
	})
	d = append(d, pair("anyOf", bson.A{
		bson.D{pair("required", bson.A{"schema", "initialData"})},
		bson.D{pair("required", bson.A{"from"})},
	}))
	return append(bson.D{pair("$schema", "http://json-schema.org/draft-07/schema#"), pair("title", "Example of Modelbook")}, d...)
}

func arrivesSchema() bson.D {
	span := func(description string) bson.D {
		return objectSchema(spanKeys, description, props{
			"from":  typeSchema("string", "The id of the step before which that begins", idSchema),
			"until": typeSchema("string", "The id of the step before which that ends", idSchema),
		})
	}
	names := func(description string) bson.D { return listSchema(bson.D{pair("type", "string")}, description) }
	return objectSchema(arrivesKeys, "The steps move the data into the model of another example", props{
		"example":   typeSchema("string", "That example", idSchema),
		"steps":     names("The ids of the steps that make the move up; all if left out"),
		"old":       span("Between which steps a program writes that knows the first model"),
		"both":      span("Between which steps a program writes both models"),
		"new":       span("Between which steps a program writes that knows the other model"),
		stopped:     span("Between which steps writes are stopped"),
		"paused":    names("Writes that no program sends until the move is done"),
		"drops":     names("Fields that the move does not keep, as collection.field"),
		"unordered": names("Arrays whose order says nothing, as collection.field"),
		"ranks":     names("Numbers that say no more than the order of documents that refer to the same one, as collection.field"),
		"without":   names("Questions that only one of the models answers"),
	})
}

func requirementSchema() bson.D {
	return append(objectSchema(requirementKeys, "What the server has to be, in the words of the Unified Test Format", props{
		"minServerVersion": typeSchema("string", "As in 8.0", pair("pattern", versionPattern.String())),
		"maxServerVersion": typeSchema("string", "As in 7.0, which 7.0.42 is", pair("pattern", versionPattern.String())),
		"topologies":       listSchema(bson.D{pair("enum", sorted(topologies))}, "Of which one is enough"),
		"embedded":         describedAs("The embedded database lacks a part of the example", pair("const", false)),
	}), pair("minProperties", 1))
}

func collectionSchema() bson.D {
	options := typeSchema("object", "Options of the command create", pair("propertyNames", bson.D{pair("enum", sorted(strings.Fields(createOptions)))}),
		pair("properties", bson.D{pair("clusteredIndex", clusteredIndexSchema())}))
	return objectSchema(collectionKeys, "A collection", props{
		"options":   options,
		"validator": describedAs("The validator, usually with $jsonSchema; null says that leaving it out is meant", pair("type", bson.A{"object", "null"})),
		"indexes":   listSchema(argumentsSchema(indexArguments, "An index"), "Indexes besides that on _id"),
	})
}

func clusteredIndexSchema() bson.D {
	return argumentsSchema(clusteredIndexArguments, "Documents lie in the order of _id, which has no index of its own")
}

func referenceSchema() bson.D {
	return objectSchema(referenceKeys, "Values of one field that must be values of another", props{
		"from": typeSchema("string", "collection.field that points"),
		"to":   typeSchema("string", "collection.field that it points at, usually _id"),
	})
}

func dataSchema() bson.D {
	return objectSchema(dataKeys, "The documents of one collection", props{
		"collectionName": typeSchema("string", "A collection of the schema"),
		"name":           typeSchema("string", "Of data that are not stored, but others are made of"),
		"documents":      listSchema(typeSchema("object", "A document with its _id"), "Documents in Extended JSON"),
		"generate": objectSchema(generateKeys, "Documents made from a seed, the same everywhere", props{
			"count":    describedAs(`How many: an integer, or { "$$size": 1 }`, pair("type", bson.A{"integer", "object"})),
			"tree":     listSchema(describedAs(`An integer, or { "$$size": 1 }`, pair("type", bson.A{"integer", "object"})), "In place of count, the documents are the nodes of a tree: how many children a node has, by level from the root down"),
			"seed":     typeSchema("integer", "Where the random numbers begin", pair("minimum", 0)),
			"document": typeSchema("object", "A document, its _id first, in which an object with one of these keys stands for a value: "+strings.Join(sortedKeys(makers()), ", ")),
		}),
	})
}

var (
	idSchema         = pair("pattern", idPattern.String())
	identifierSchema = pair("pattern", identifier.String())
)

func stepSchema() bson.D { return objectSchema(stepTable, "A step", stepSchemas()) }

// stepSchemas are those of the keys of a step, for the editors in which examples are written.
func stepSchemas() props {
	return props{
		"id":        typeSchema("string", "Its name in links, unique in the file", idSchema),
		"client":    typeSchema("string", "Who sends the step, if there are several", idSchema),
		"session":   typeSchema("string", "The session that the operation is part of; it begins with startTransaction", identifierSchema),
		"unsent":    typeSchema("boolean", "true if the client dies before it sends the step"),
		"answers":   answersSchema(),
		"alongside": typeSchema("string", "The id of the step that this one is sent together with", idSchema),
		"repeat":    describedAs(`How often the operation is sent: a number, or { "$$size": 1 }`, pair("type", bson.A{"integer", "object"})),
		"note":      typeSchema("string", "For those who edit the file; never printed"),
		"operation": operationSchema(),
		"save":      typeSchema("string", "The name under which later steps find what this one returns: { \"$$saved\": \"name.field\" }", identifierSchema),
		"unordered": describedAs(`true if the documents of the result come in any order, or the paths of arrays that do ("." is the result itself)`,
			pair("anyOf", bson.A{bson.D{pair("type", "boolean")}, bson.D{pair("type", "array"), pair("items", bson.D{pair("type", "string")})}})),
		"expectResult": describedAs("What the step returns, compared exactly but for $$type, $$exists and $$unsetOrMatches"),
		"expectError":  errorSchema(),
		"must":         mustSchema(),
		"expectCost":   costSchema("What the step costs", measures),
	}
}

func answersSchema() bson.D {
	return objectSchema(answersKeys, "The question that the step answers, the same in all examples that can be compared", props{
		"id":     typeSchema("string", "The question's name", idSchema),
		"fields": listSchema(bson.D{pair("type", "string")}, "Fields of the result, at any depth, that must have the same values in all of them"),
	})
}

func errorSchema() bson.D {
	return objectSchema(errorKeys, "How the step fails", props{
		"code":     typeSchema("integer", "The server's code"),
		"codeName": typeSchema("string", "The code's name"),
		"contains": typeSchema("string", "A part of the message"),
		"by":       describedAs("Who refuses", pair("enum", bson.A{"server", "driver"}), pair("default", "server")),
	})
}

func costSchema[T any](description string, measures []measure[T]) bson.D {
	properties := props{}
	for _, m := range measures {
		number := bson.D{pair("type", "integer"), pair("minimum", 0)}
		properties[m.name] = describedAs(m.about, pair("anyOf", bson.A{number, bson.D{pair("type", "array"), pair("items", number)}}))
	}
	return objectSchema(strings.Join(namesOfMeasures(measures), " "), description, properties)
}

func operationSchema() bson.D {
	d := objectSchema(operationKeys, "A call of the driver, in the words of the Unified Test Format", props{
		"name":      describedAs("The operation", pair("enum", sorted(operationNames(isOperation)))),
		"object":    typeSchema("string", "The collection; left out for an operation on the database"),
		"arguments": typeSchema("object", "The operation's arguments"),
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
	return objectSchema(argumentKeys(arguments), description, properties)
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
	case TypeClusteredIndex:
		return clusteredIndexSchema()
	case TypeDocument, TypeKeys, TypeStored, TypeCollation:
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
		return typeSchema("object", "Its first key is one of "+strings.Join(commandNames(), ", "))
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

func sorted(names []string) bson.A {
	values := bson.A{}
	for _, name := range slices.Sorted(slices.Values(names)) {
		values = append(values, name)
	}
	return values
}
