package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// python is PyMongo, of version 4.11 on, in Python of version 3.11 on.
var python = &Dialect{
	Name: "Python", Ending: ".py", least: "3.11", run: "pip install pymongo && python", language: "python", step: 4,
	scalar: scalarInPython, key: keyInPython, closed: true, joined: true, tight: true, saved: pathInPython, identifier: nameInPython, special: specialInPython,
	place:    func(_ example.Descriptor, a example.Argument) example.Place { return a.Python },
	receiver: receiverInPython,
	variable: func(_ example.Descriptor, name string) []figure.Token { return one(figure.Plain, name) },
	method: func(of example.Descriptor) string {
		switch of.Name {
		case "createView":
			return "create_collection"
		case "runCommand":
			return "command"
		}
		return snakeCase(of.Name)
	},
	keyword: keywordInPython,
	toArray: "to_list", silent: writesCollection, eager: true, explain: explainInPython,
	comment: "# ", print: printInPython,
	result: resultInPython,
	assign: func(name string, _ example.Descriptor) []figure.Token { return one(figure.Plain, name+" = ") },
	start: func(d *Dialect) chain {
		return chain{dialect: d, receiver: one(figure.Plain, "client"), methods: []method{{name: "start_session"}}}
	},
	finish:   func(session string) []figure.Token { return ending(session, "end_session") },
	callback: callbackInPython, within: withinPython,
	loop: func(body []figure.Line, times int) []figure.Line {
		variable := "_"
		if countsIn(body) {
			variable = counter
		}
		head := append(one(figure.Keyword, "for"), one(figure.Plain, " "+variable+" ")...)
		head = append(append(head, one(figure.Keyword, "in")...), one(figure.Plain, " ")...)
		head = append(append(head, one(figure.Function, "range")...), punctuation("(")...)
		head = append(append(head, one(figure.Number, strconv.Itoa(times))...), punctuation("):")...)
		return append([]figure.Line{{Tokens: head}}, indented(body, 4)...)
	},
	attempt: attemptInPython, guard: guardInPython,
	imports: importsInPython,
	connect: connectInPython, wide: typedColumns,
	empty: []string{"client.drop_database(db)"},
	holds: func(receiver string, count int, message string) []string {
		return []string{
			fmt.Sprintf("if %s.count_documents({}) != %d:", receiver, count),
			"    raise AssertionError(" + quoteDouble(message) + ")",
		}
	},
	close: []string{"", "client.close()"},
}

// snakeCase writes findOne as find_one.
func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// takenInPython are Python's own names, and those of scripts, that a variable must not
// hide, and its words that other languages do not have.
var takenInPython = wordsOf(`abs aiter all anext any ascii bin bytearray bytes callable chr classmethod compile complex
	datetime delattr dict dir divmod enumerate eval exec filter format frozenset getattr globals hasattr hash help hex id
	input isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow pp property repr
	reversed round set setattr slice sorted staticmethod str sum tuple type vars zip
	and as async def del elif except from global is lambda nonlocal not or pass raise`)

// nameInPython writes lastRoom as last_room.
func nameInPython(name string) string {
	if name = snakeCase(name); takenInPython[name] {
		return name + "_"
	}
	return name
}

func keywordInPython(a example.Argument) string {
	if a.Python == example.Verbatim {
		return a.Name
	}
	return snakeCase(a.Name)
}

func receiverInPython(collection string) []figure.Token {
	if collection == "" {
		return one(figure.Plain, "db")
	}
	tokens := append(one(figure.Plain, "db"), punctuation("[")...)
	return append(append(tokens, one(figure.String, quoteDouble(collection))...), punctuation("]")...)
}

// specialInPython writes what PyMongo has classes for.
func specialInPython(d *Dialect, a example.Argument, n ejson.Node) (piece, bool, error) {
	switch a.Type {
	case example.TypeReturnDocument:
		tokens := append(one(figure.Type, "ReturnDocument"), punctuation(".")...)
		return piece{scalar: append(tokens, one(figure.Plain, strings.ToUpper(n.Text))...)}, true, nil
	case example.TypeCollation:
		p := piece{brackets: "()"}
		for _, f := range n.Fields {
			item, err := d.piece(f.Value, false)
			if err != nil {
				return p, true, err
			}
			item.before = append(one(figure.Plain, f.Key), punctuation("=")...)
			p.items = append(p.items, item)
		}
		return piece{scalar: append(one(figure.Type, "Collation"), p.flat()...)}, true, nil
	case example.TypeRequests:
		p, err := requestsInPython(d, n)
		return p, true, err
	case example.TypeKeys:
		p, err := keysInPython(d, a, n)
		return p, true, err
	}
	return piece{}, false, nil
}

// directionOf is PyMongo's name for the direction of a key, or "".
func directionOf(n ejson.Node) string {
	switch n.Type {
	case "int":
		return map[string]string{"1": "ASCENDING", "-1": "DESCENDING"}[n.Text]
	case "string":
		return map[string]string{"2d": "GEO2D", "2dsphere": "GEOSPHERE", "hashed": "HASHED", "text": "TEXT"}[n.Text]
	}
	return ""
}

// keysInPython writes keys with their directions: by their names alone where all ascend,
// and else as pairs. One key needs no list, but where it stands under a name.
func keysInPython(d *Dialect, a example.Argument, n ejson.Node) (piece, error) {
	list := piece{brackets: "[]", list: true}
	ascend := a.Python != example.Option && !slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return directionOf(f.Value) != "ASCENDING" })
	for _, f := range n.Fields {
		key := piece{scalar: []figure.Token{d.key(f.Key)}}
		if ascend {
			list.items = append(list.items, key)
			continue
		}
		direction, err := d.piece(f.Value, false)
		if err != nil {
			return list, err
		}
		if name := directionOf(f.Value); name != "" {
			direction = piece{scalar: one(figure.Type, name)}
		}
		list.items = append(list.items, piece{brackets: "()", items: []piece{key, direction}})
	}
	switch {
	case len(list.items) != 1:
		return list, nil
	case ascend:
		return list.items[0], nil
	case a.Python == example.CursorMethod && allScalars(list.items[0].items):
		return piece{scalar: inLine(list.items[0].items)}, nil
	}
	return list, nil
}

// resultInPython keeps a result of which a program reads attributes.
func resultInPython(of example.Descriptor) []figure.Token {
	if attributesOf[of.Name] == nil {
		return nil
	}
	return one(figure.Plain, "result = ")
}

// printInPython prints what a program reads of a result, and documents each on
// lines of its own.
func printInPython(d *Dialect, expression []figure.Line, of example.Descriptor) []figure.Line {
	attributes := attributesOf[of.Name]
	switch {
	case givesDocuments(of):
		return d.passed(figure.Token{Class: figure.Type, Text: "pp"}, expression)
	case len(attributes) == 0:
		return d.passed(figure.Token{Class: figure.Function, Text: "print"}, expression)
	case mayUpsert(expression):
		attributes = append(slices.Clip(attributes), "upserted_id")
	}
	result := "result"
	if first := expression[0].Tokens; len(first) == 1 { // a variable that has it already
		result, expression = first[0].Text, nil
	}
	printed := append(one(figure.Function, "print"), punctuation("(")...)
	for i, attribute := range attributes {
		if i > 0 {
			printed = append(printed, punctuation(", ")...)
		}
		printed = append(printed, one(figure.Plain, result+"."+attribute)...)
	}
	return append(slices.Clip(expression), figure.Line{Tokens: append(printed, punctuation(")")...)})
}

// mayUpsert reports whether a call of one write has the option by which it inserts.
func mayUpsert(call []figure.Line) bool {
	return slices.ContainsFunc(call, func(line figure.Line) bool {
		return slices.ContainsFunc(line.Tokens, func(t figure.Token) bool { return t.Text == "upsert" })
	})
}

// attributesOf are those that a program reads of PyMongo's results of writes.
var attributesOf = map[string][]string{
	"insertOne": {"inserted_id"}, "insertMany": {"inserted_ids"},
	"updateOne": {"matched_count", "modified_count"}, "updateMany": {"matched_count", "modified_count"},
	"replaceOne": {"matched_count", "modified_count"},
	"deleteOne":  {"deleted_count"}, "deleteMany": {"deleted_count"},
	"bulkWrite": {"bulk_api_result"},
}

// requestsInPython writes the requests of a bulk write, each as a call of its
// class.
func requestsInPython(d *Dialect, n ejson.Node) (piece, error) {
	list := piece{brackets: "[]"}
	for _, request := range n.Fields {
		name := request.Value.Fields[0].Key
		of, _ := example.Describe(name)
		arguments := request.Value.Fields[0].Value.Fields
		calls, err := d.methods(example.Descriptor{Name: name, Arguments: of.Request}, arguments, "")
		if err != nil {
			return list, err
		}
		class := capitalized(name)
		list.items = append(list.items, piece{before: one(figure.Type, class), brackets: "()", items: calls[0].arguments})
	}
	return list, nil
}

// explainInPython sends the command, since the driver explains finds alone.
func explainInPython(d *Dialect, o example.Operation) (chain, error) {
	command, err := explainedInCommand(o)
	if err != nil {
		return chain{}, err
	}
	p, err := d.piece(command, false)
	return chain{dialect: d, receiver: d.receiver(""), methods: []method{{name: "command", arguments: []piece{p}}}}, err
}

// attemptInPython catches the class of error that the driver raises. A script fails
// where it does not come.
func attemptInPython(body []figure.Line, s *example.Step, show bool) []figure.Line {
	e := s.ExpectError
	lines := append([]figure.Line{{Tokens: append(one(figure.Keyword, "try"), punctuation(":")...)}}, indented(body, 4)...)
	class := "OperationFailure"
	switch name := s.Operation.Name; {
	case e.Code == writeConflict:
	case name == "insertMany" || name == "bulkWrite":
		class = "BulkWriteError"
	case e.CodeName == "DuplicateKey":
		class = "DuplicateKeyError"
	}
	head := append(one(figure.Keyword, "except"), one(figure.Plain, " ")...)
	head = append(append(head, one(figure.Type, class)...), one(figure.Plain, " ")...)
	head = append(append(head, one(figure.Keyword, "as")...), one(figure.Plain, " error")...)
	lines = append(lines, figure.Line{Tokens: append(head, punctuation(":")...)})
	if class != "DuplicateKeyError" && e.Code != 0 {
		lines = append(lines, indented(checkInPython(e, class), 4)...)
	}
	printed := append(one(figure.Function, "print"), punctuation("(error)")...)
	lines = append(lines, indented([]figure.Line{{Tokens: printed}}, 4)...)
	if !show {
		return lines
	}
	lines = append(lines, figure.Line{Tokens: append(one(figure.Keyword, "else"), punctuation(":")...)})
	return append(lines, indented([]figure.Line{{Tokens: raising("AssertionError", expected(e, withLabel))}}, 4)...)
}

// raising writes a statement that raises an error of Python's own.
func raising(class, message string) []figure.Token {
	raised := slices.Concat(one(figure.Keyword, "raise"), one(figure.Plain, " "), one(figure.Function, class), punctuation("("))
	return slices.Concat(raised, one(figure.String, quoteDouble(message)), punctuation(")"))
}

// checkInPython raises an error again that is not the one which a step expects.
func checkInPython(e *example.ExpectedError, class string) []figure.Line {
	check := append(one(figure.Keyword, "if"), one(figure.Plain, " ")...)
	if e.Code == writeConflict {
		check = append(append(check, one(figure.Keyword, "not")...), one(figure.Plain, " error.")...)
		check = append(append(check, one(figure.Function, "has_error_label")...), punctuation("(")...)
		check = append(append(check, one(figure.String, quoteDouble(transient))...), punctuation("):")...)
	} else {
		code := one(figure.Plain, "error.code")
		if class == "BulkWriteError" { // whose own code is that of all
			code = slices.Concat(one(figure.Plain, "error.details["), one(figure.String, `"writeErrors"`), one(figure.Plain, "]["), one(figure.Number, "0"), one(figure.Plain, "]["), one(figure.String, `"code"`), one(figure.Plain, "]"))
		}
		check = slices.Concat(check, code, one(figure.Plain, " != "), one(figure.Number, fmt.Sprint(e.Code)))
		check = append(check, punctuation(":")...)
		check = append(check, codeComment("  # ", e)...)
	}
	raise := append([]figure.Token{{Text: spaces(4)}}, one(figure.Keyword, "raise")...)
	return []figure.Line{{Tokens: check}, {Tokens: raise}}
}

// modules are where names come from, besides pymongo itself.
var modules = map[string]string{
	"UTC": "datetime", "datetime": "datetime", "b64decode": "base64", "pp": "pprint",
	"Binary": "bson", "DatetimeMS": "bson", "Decimal128": "bson", "Int64": "bson", "MaxKey": "bson", "MinKey": "bson", "ObjectId": "bson", "Regex": "bson", "Timestamp": "bson",
	"Collation": "pymongo.collation", "BulkWriteError": "pymongo.errors", "DuplicateKeyError": "pymongo.errors", "OperationFailure": "pymongo.errors",
}

func importsInPython(_ *example.Example, names []string) []string {
	from := map[string][]string{"pymongo": {"MongoClient"}}
	for _, name := range names {
		module := modules[name]
		if module == "" {
			module = "pymongo"
		}
		from[module] = append(from[module], name)
	}
	lines := []string{"import os"}
	for _, module := range []string{"base64", "datetime", "pprint", "", "bson", "pymongo", "pymongo.collation", "pymongo.errors"} {
		if module == "" { // behind what comes with Python
			lines = append(lines, "")
		}
		if imported := from[module]; len(imported) > 0 {
			slices.Sort(imported)
			lines = append(lines, "from "+module+" import "+strings.Join(imported, ", "))
		}
	}
	return append(lines, "")
}

// connectInPython connects to the server that the environment names.
func connectInPython(e *example.Example) []string {
	return []string{
		`uri = os.environ.get("MONGODB_URI", "mongodb://localhost:27017")`,
		`client = MongoClient(uri, tz_aware=True)`,
		"db = client[" + quoteDouble(e.Name) + "]",
	}
}
