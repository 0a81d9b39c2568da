package render

import (
	"cmp"
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// callsInGo writes an operation as the driver has it: the context, what must be there
// by its place, and the rest as options, which methods set.
func callsInGo(d *Dialect, of example.Descriptor, given []ejson.Field, session string) ([]method, error) {
	positions, set, err := argumentsInGo(d, of, given)
	if err != nil {
		return nil, err
	}
	ctx := "ctx"
	if session != "" {
		ctx = contextInGo(session)
	}
	m := method{name: d.method(of), arguments: []piece{{scalar: one(figure.Plain, ctx)}}, held: 1}
	if of.Name == "createCollection" {
		m.held = 2 // with the name
	}
	switch {
	case of.Name == "startTransaction":
		m.arguments, m.held = nil, 0
	case of.Name == "createIndex":
		m.arguments = append(m.arguments, indexInGo(positions[0], set))
	default:
		m.arguments = append(m.arguments, positions...)
		if len(set) > 0 {
			m.arguments = append(m.arguments, settersInGo("options."+optionsInGo(of.Name), set))
		}
	}
	return append(slices.Clone(viewsInGo[of.Name]), m), nil
}

// renameInGo sends the command that names a collection anew, for which the driver has
// no method.
func renameInGo(d *Dialect, o example.Operation) chain {
	name := func(collection string) piece {
		full := append(one(figure.Plain, "db."), one(figure.Function, "Name")...)
		full = append(append(full, punctuation("() + ")...), one(figure.String, quoteDouble("."+collection))...)
		return piece{scalar: full}
	}
	to, _ := o.Argument("to").(string)
	command := piece{kind: documentInGo, brackets: "{}", tight: true}
	command.items = []piece{pairInGo("renameCollection", name(o.Object)), pairInGo("to", name(to))}
	if o.Argument("dropTarget") == true {
		command.items = append(command.items, pairInGo("dropTarget", piece{scalar: one(figure.Number, "true")}))
	}
	admin := append(one(figure.Plain, "client"), calling("Database", quoteDouble("admin"))...)
	run := method{name: "RunCommand", arguments: []piece{{scalar: one(figure.Plain, "ctx")}, command}, held: 1}
	return chain{dialect: d, receiver: admin, methods: []method{run, {name: "Err"}}}
}

// viewsInGo are what the methods of indexes are called on.
var viewsInGo = map[string][]method{
	"createIndex": {{name: "Indexes"}}, "dropIndex": {{name: "Indexes"}}, "listIndexes": {{name: "Indexes"}},
}

// contextInGo is the variable for the context of a session's operations.
func contextInGo(session string) string { return named(session) + "Ctx" }

// methodInGo is what the driver calls an operation.
func methodInGo(of example.Descriptor) string {
	switch of.Name {
	case "createIndex":
		return "CreateOne"
	case "dropIndex":
		return "DropOne"
	case "listIndexes":
		return "List"
	}
	return capitalized(of.Name)
}

// optionsInGo is what the driver calls the options of an operation.
func optionsInGo(operation string) string {
	switch operation {
	case "countDocuments":
		return "Count"
	case "replaceOne":
		return "Replace"
	}
	return capitalized(operation)
}

// argumentsInGo gives the arguments that stand by themselves and those that are set.
func argumentsInGo(d *Dialect, of example.Descriptor, given []ejson.Field) (positions []piece, set []method, err error) {
	for _, a := range of.Arguments {
		node, ok := field(given, a.Name)
		if !ok {
			continue
		}
		p, err := d.argument(a, node)
		if err != nil {
			return nil, nil, err
		}
		if a.Required {
			positions = append(positions, p)
		} else {
			set = append(set, setterInGo(a.Name, p))
		}
	}
	return positions, set, nil
}

// settersOfGo are the options of a collection that the driver names otherwise than the
// server.
var settersOfGo = map[string]string{"size": "SizeInBytes", "max": "MaxDocuments", "timeseries": "TimeSeriesOptions"}

// setterInGo is the method that sets what an argument names.
func setterInGo(name string, value piece) method {
	return method{name: "Set" + cmp.Or(settersOfGo[name], capitalized(name)), arguments: []piece{value}}
}

// settersInGo writes what a function makes and methods then set.
func settersInGo(function string, set []method) piece {
	return piece{scalar: append(one(figure.Type, function), punctuation("()")...), then: set}
}

// indexInGo writes the model of an index, with its keys and its options.
func indexInGo(keys piece, set []method) piece {
	model := piece{kind: "mongo.IndexModel", brackets: "{}", tight: true}
	keys.before = fieldInGo("Keys", nil)
	keys.list = true // of fields, of which there may be many
	model.items = append(model.items, keys)
	if len(set) > 0 {
		options := settersInGo("options.Index", set)
		options.before = fieldInGo("Options", nil)
		model.items[0].pad = len("Options") - len("Keys")
		model.items = append(model.items, options)
	}
	return model
}

// requestsInGo writes the requests of a bulk write, each as a model of its own.
func requestsInGo(d *Dialect, n ejson.Node) (piece, error) {
	list := piece{kind: "[]mongo.WriteModel", brackets: "{}", tight: true}
	for _, request := range n.Fields {
		name := request.Value.Fields[0].Key
		of, _ := example.Describe(name)
		positions, set, err := argumentsInGo(d, example.Descriptor{Arguments: of.Request}, request.Value.Fields[0].Value.Fields)
		if err != nil {
			return list, err
		}
		required := slices.DeleteFunc(slices.Clone(of.Request), func(a example.Argument) bool { return !a.Required })
		var all []method
		for i, p := range positions {
			all = append(all, setterInGo(required[i].Name, p))
		}
		list.items = append(list.items, settersInGo("mongo.New"+capitalized(name)+"Model", append(all, set...)))
	}
	return list, nil
}

// explainInGo sends the command, since the driver has no method for it.
func explainInGo(d *Dialect, o example.Operation) (chain, error) {
	command, err := explainedInCommand(o)
	if err != nil {
		return chain{}, err
	}
	of, _ := example.Describe("runCommand")
	calls, err := d.methods(of, []ejson.Field{{Key: "command", Value: command}}, "")
	return chain{dialect: d, receiver: d.receiver(""), methods: calls}, err
}

// receiverInGo writes the database and, behind it, the collection.
func receiverInGo(collection string) []figure.Token {
	db := one(figure.Plain, "db")
	if collection == "" {
		return db
	}
	return append(db, calling("Collection", quoteDouble(collection))...)
}
