package java

import (
	"cmp"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
)

// receivedClass returns the class of a result that another thread waits for.
func receivedClass(c *code.Call) string {
	switch {
	case c.IsCount():
		return "Long"
	case c.Name == "createIndex":
		return "String"
	}
	return cmp.Or(classOf(c), writeResults[c.Name])
}

// Send lets another thread wait for a result: one of its own, since the pool that futures
// share has fewer than there are processors.
func (java) Send(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	waiting := layout.Concat(facts.Lines("() -> "), code.Fluent{}.Chain(on, methods))
	class, begin := receivedClass(r.Call), "supplyAsync"
	if r.WritesCollection {
		class, begin = "Void", "runAsync"
	}
	function := "CompletableFuture<" + class + "> " + r.Variable + "Sent = CompletableFuture." + begin
	passed := layout.Concat(waiting, layout.Punctuation(","), layout.Line(" "), facts.Lines("threads"))
	return layout.Concat(facts.Passed(function, passed, layout.Hanging(")")), layout.Punctuation(";"))
}

func (java) Receive(runs []*code.Run) layout.Doc {
	var docs []layout.Doc
	for _, r := range runs {
		result := receivedClass(r.Call) + " " + r.Variable + " = "
		if r.WritesCollection {
			result = ""
		}
		docs = append(docs, facts.Lines(result+r.Variable+"Sent.join();"), facts.Guard(r))
	}
	for _, r := range runs {
		if r.Prints {
			docs = append(docs, printed(r.Call, facts.Lines(r.Variable)))
		}
		docs = append(docs, facts.Must(r))
	}
	return code.Lines(docs...)
}
