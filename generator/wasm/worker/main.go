//go:build js && wasm

// Command worker is the program of the playground's web worker. It sets one
// global function, modelbook, which takes a request as JSON and gives a reply as
// JSON: a play.Outcome, or what failed.
package main

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"

	"modelbook/generator/diag"
	"modelbook/generator/play"
)

// memoryLimit is when Go begins to collect garbage at any cost, in bytes. The
// module itself can't grow beyond wasm.MaxMemory.
const memoryLimit = 384 << 20

// request is what the page asks for.
type request struct {
	// Do is "open", "prepare", "run" or "answer".
	Do string `json:"do"`
	// Name and Text are an example's, Size one of its sizes, 0 for the first.
	Name, Text string
	Size       int
	Step       int    // counted from 0
	Source     string // to run
	Question   string // to answer
}

// reply is what became of it.
type reply struct {
	Failed string `json:"failed,omitempty"`
	*play.Outcome
}

func main() {
	debug.SetMemoryLimit(memoryLimit)
	var session *play.Session
	answer := func(r request) (reply, error) {
		ctx := context.Background()
		if r.Do == "open" {
			opened, err := play.Open(diag.NewText("examples/"+r.Name+".json", []byte(r.Text)), r.Size)
			if err != nil {
				return reply{}, err
			}
			session = opened
		}
		if r.Do == "run" && session != nil {
			outcome := session.Run(ctx, r.Source)
			return reply{Outcome: &outcome}, nil
		}
		if r.Do == "answer" {
			// Another example, which leaves the one that is open as it is.
			other, err := play.Open(diag.NewText("examples/"+r.Name+".json", []byte(r.Text)), r.Size)
			if err != nil {
				return reply{}, err
			}
			statement, err := other.Answer(ctx, r.Question)
			return reply{Outcome: &play.Outcome{Statements: []play.Statement{statement}}}, err
		}
		if session == nil {
			return reply{Failed: "no example is open"}, nil
		}
		return reply{}, session.Prepare(ctx, r.Step)
	}
	js.Global().Set("modelbook", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		var r request
		err := json.Unmarshal([]byte(arguments[0].String()), &r)
		var made reply
		if err == nil {
			made, err = answer(r)
		}
		if err != nil {
			made.Failed = err.Error()
		}
		encoded, err := json.Marshal(made)
		if err != nil {
			return `{"failed":"the reply can't be written"}`
		}
		return string(encoded)
	}))
	js.Global().Get("ready").Invoke()
	select {}
}
