package golang

import (
	"modelbook/generator/code"
	"modelbook/generator/code/layout"
)

// Watch opens a stream with the options in opts.
func (golang) Watch(r *code.Run) layout.Doc {
	pipeline, opts := literal("mongo.Pipeline"), notation.Source("opts")
	_, optional := arguments(r.Call)
	for _, a := range optional {
		if a.Name == "pipeline" {
			pipeline = argument(a)
		} else {
			opts = set(opts, a.Name, argument(a))
		}
	}
	watch := code.Method{Name: "Watch", Arguments: []code.Expr{notation.Source("ctx"), pipeline, opts}, Held: 1}
	return brackets.Chain(append(lexer.Tokens(r.Variable+", err := "), Language.Collection(r.Object)...), []code.Method{watch})
}
