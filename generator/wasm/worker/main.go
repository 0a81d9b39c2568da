//go:build js && wasm

// Command worker is the program of the playground's web worker. It sets one global
// function, modelbook, which takes a request and a callback for the reply: the
// data of a play.Outcome, or the error. A reply may be late, since a write waits
// for a conflicting transaction.
package main

import (
	"context"
	"errors"
	"runtime/debug"
	"syscall/js"

	"modelbook/generator/diag"
	"modelbook/generator/play"
)

// memoryLimit is when Go begins to collect garbage at any cost, in bytes. The
// module itself can't grow beyond wasm.MaxMemory.
const memoryLimit = 384 << 20

// request is a request of the page: do is "open", which prepares an example at a
// step, "run", "documents", "answer" or "order". name and text are an example's, size is one of its
// sizes, 0 for the first, step is counted from 0, source is the code to run, question
// the question to answer and way that of an order.
type request struct{ js.Value }

func (r request) text(name string) string {
	if v := r.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

func (r request) number(name string) int {
	if v := r.Get(name); v.Type() == js.TypeNumber {
		return v.Int()
	}
	return 0
}

// example is the text of an example.
func (r request) example() *diag.Text {
	return diag.NewText("examples/"+r.text("name")+".json", []byte(r.text("text")))
}

func (r request) open() (*play.Session, error) { return play.Open(r.example(), r.number("size")) }

func main() {
	debug.SetMemoryLimit(memoryLimit)
	var opened *play.Session
	answer := func(r request) (outcome play.Outcome, err error) {
		ctx := context.Background()
		switch r.text("do") {
		case "open":
			if opened, err = r.open(); err == nil {
				err = opened.Prepare(ctx, r.number("step"))
			}
			return outcome, err
		case "run", "documents":
			if opened == nil {
				return outcome, errors.New("no example is open")
			}
			if r.text("do") == "run" {
				return opened.Run(ctx, r.text("source")), nil
			}
			outcome.Documents, err = opened.Documents(ctx)
			return outcome, err
		case "order":
			outcome.Order, err = play.Replay(ctx, r.example(), r.text("way"))
			return outcome, err
		}
		// Another example, which leaves the one that is open as it is.
		other, err := r.open()
		if err != nil {
			return outcome, err
		}
		statement, err := other.Answer(ctx, r.text("question"))
		return play.Outcome{Statements: []play.Statement{statement}}, err
	}
	reply := func(r request) any {
		outcome, err := answer(r)
		if err != nil {
			return map[string]any{"failed": err.Error()}
		}
		return play.Plain(outcome)
	}
	js.Global().Set("modelbook", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		// The call must not wait: timers only run after it has returned.
		go func() { arguments[1].Invoke(reply(request{arguments[0]})) }()
		return nil
	}))
	js.Global().Get("ready").Invoke()
	select {}
}
