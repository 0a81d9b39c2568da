package golang

import (
	"modelbook/generator/code"
	"modelbook/generator/code/layout"
)

// kinds are the types of results that are no documents.
var kinds = map[string]string{
	"insertOne": "*mongo.InsertOneResult", "insertMany": "*mongo.InsertManyResult", "updateOne": "*mongo.UpdateResult", "updateMany": "*mongo.UpdateResult",
	"replaceOne": "*mongo.UpdateResult", "deleteOne": "*mongo.DeleteResult", "deleteMany": "*mongo.DeleteResult", "bulkWrite": "*mongo.BulkWriteResult",
	"countDocuments": "int64", "estimatedDocumentCount": "int64", "createIndex": "string",
}

// Send lets a goroutine of the group wait for a result.
func (golang) Send(r *code.Run) layout.Doc {
	c := *r.Call
	c.Session = "group" // whose context is groupCtx
	on, methods := call(&c)
	document := "bson.D"
	if r.IsSaved {
		document = "bson.Raw"
	}
	with := code.With{"variable": r.Variable}
	switch returned := returned(r.Call); {
	case returned == single:
		methods = append(methods, code.Method{Name: "Decode", Arguments: []code.Expr{notation.Source("&" + r.Variable)}})
		with["kind"] = document
		if r.FindsNothing { // which must not cancel the others
			with["call"] = brackets.Chain(append(lexer.Tokens("err := "), on...), methods)
			return facts.Fill("var {variable} {kind}\ngroup.Go(func() error {\n    {call}\n    if errors.Is(err, mongo.ErrNoDocuments) {\n        return nil\n    }\n    return err\n})", with)
		}
		with["call"] = brackets.Chain(append(lexer.Tokens("return "), on...), methods)
		return facts.Fill("var {variable} {kind}\ngroup.Go(func() error {\n    {call}\n})", with)
	case returned == cursor && !r.WritesCollection:
		with["call"] = brackets.Chain(append(lexer.Tokens("cursor, err := "), on...), methods)
		with["list"] = declared(r, document)
		return facts.Fill("{list}\ngroup.Go(func() error {\n    {call}\n    if err != nil {\n        return err\n    }\n    return cursor.All(groupCtx, &{variable})\n})", with)
	}
	if !r.Prints && !facts.Keeps(r) {
		with["call"] = brackets.Chain(append(lexer.Tokens("_, err := "), on...), methods)
		return facts.Fill("group.Go(func() error {\n    {call}\n    return err\n})", with)
	}
	with["call"] = brackets.Chain(append(lexer.Tokens(r.Variable+", err = "), on...), methods)
	with["kind"] = kinds[r.Name]
	return facts.Fill("var {variable} {kind}\ngroup.Go(func() (err error) {\n    {call}\n    return err\n})", with)
}

func (golang) Receive(runs []*code.Run) layout.Doc {
	docs := []layout.Doc{facts.Lines("if err := group.Wait(); err != nil {", "    return err", "}")}
	for _, r := range runs {
		docs = append(docs, facts.Guard(r))
	}
	for _, r := range runs {
		switch {
		case !r.Prints:
		case r.FindsNothing:
			docs = append(docs, facts.Fill("if {variable} == nil {\n    fmt.Println(mongo.ErrNoDocuments)\n} else {\n    show({variable})\n}", code.With{"variable": r.Variable}))
		case returned(r.Call) == single:
			docs = append(docs, facts.Lines("show("+r.Variable+")"))
		case returned(r.Call) == cursor:
			docs = append(docs, facts.Lines("show("+r.Variable+"...)"))
		case r.IsCount() || r.Name == "createIndex":
			docs = append(docs, facts.Lines("fmt.Println("+r.Variable+")"))
		default:
			docs = append(docs, facts.Lines(`fmt.Printf("%+v\n", *`+r.Variable+")"))
		}
		docs = append(docs, facts.Must(r))
	}
	return code.Lines(docs...)
}
