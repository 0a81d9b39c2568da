package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// fill makes the collections, inserts the initial data, and reports whether steps
// can run. It adds a message for each document that the database refuses; for
// generated ones, only for the first.
func (r *verification) fill(ctx context.Context) bool {
	reported := map[diag.Pos]bool{}
	stored, err := r.runner.Fill(ctx, r.data, func(c *example.Collection, d example.Document, e run.WriteError) {
		if !reported[d.Pos] {
			r.list.Add(r.refusedDocument(c, d, e))
		}
		reported[d.Pos] = true
	})
	r.stored = stored
	var failed *run.FillError
	if errors.As(err, &failed) {
		r.reportFillError(ctx, failed)
	}
	return err == nil && !r.list.Failed()
}

func (r *verification) reportFillError(ctx context.Context, failed *run.FillError) {
	if r.endIfLate(ctx, cmp.Or(failed.Err, ctx.Err()), failed.Pos) {
		return
	}
	m := failed.Message
	if failed.Err != nil {
		failure := r.failureOf(failed.Err)
		r.refuse(failure)
		m.Text = fmt.Sprintf("%s: %s", m.Text, failure)
	}
	r.list.Add(m)
}

// validationFailure is the error code for a document that its validator refuses.
const validationFailure = 121

func (r *verification) refusedDocument(c *example.Collection, d example.Document, e run.WriteError) diag.Message {
	which := "the document"
	if d.Generated {
		which = "a generated document"
	}
	id := ejson.Print(d.Raw.Lookup("_id"))
	if e.Code != validationFailure {
		text := strings.ReplaceAll(e.Message, r.db.Name(), r.example.Name)
		at, hint := r.duplicate(c, d, e)
		return r.example.Message(at, fmt.Sprintf("%s with _id %s is refused: %s", which, id, text), hint)
	}
	at := r.example.Within(d.Pos, placeOfRule(d, failure{code: e.Code, details: e.Details})...)
	m := r.example.Message(at, fmt.Sprintf("%s with _id %s does not fit the schema of %q", which, id, c.Name),
		fmt.Sprintf("the schema begins in line %d", c.Pos.Line))
	if details, err := e.Details.LookupErr("details"); err == nil {
		m.Detail = printed(details)
	}
	return m
}

// duplicate returns the position of the value that an earlier document has already,
// and a hint that names that document's line.
func (r *verification) duplicate(c *example.Collection, d example.Document, e run.WriteError) (at diag.Pos, hint string) {
	keys, _ := e.Raw.Lookup("keyValue").DocumentOK()
	first, path, known := r.firstHolder(c, d, keys)
	if d.Generated || len(path) == 0 {
		return d.Pos, ""
	}
	if known {
		hint = fmt.Sprintf("line %d has it already", r.example.Within(first.Pos, path...).Line)
	}
	return r.example.Within(d.Pos, path...), hint
}

// measureFootprint measures the stored bytes, index entries and index bytes before the first
// step, if the example wants them and they are to be kept. It reports whether steps can run.
func (r *verification) measureFootprint(ctx context.Context) bool {
	if !r.example.Measured() || r.options.CheckOnly { // no order changes it
		return true
	}
	entries, bytes := example.Measured(0), example.Measured(0)
	for _, c := range r.example.Collections {
		entries = entries.Plus(r.runner.Meter(ctx).IndexEntries(c.Name))
		bytes = bytes.Plus(r.runner.Meter(ctx).IndexBytes(c.Name))
	}
	r.result.Footprint = example.Footprint{StoredBytes: example.Measured(r.stored), IndexEntries: entries, IndexBytes: bytes}
	return !r.endIfLate(ctx, ctx.Err(), diag.Pos{File: r.example.File})
}
