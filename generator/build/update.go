package build

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/verify"
)

// update runs examples, writes the results of the database into their texts, and
// checks the new texts: they run again with another clock and seed, to find
// values that vary, and then as verify runs them. Messages refer to the new text.
func (v *Verified) update(ctx context.Context, options Options, examples []*example.Example) error {
	options.doing("looking what the examples return now")
	o := verify.Options{Examples: examples, URI: options.MongoDB, AllowRemote: options.AllowRemote, Update: true}
	o.SampleOrders = options.MongoDB != "" && !options.AllOrders
	if err := v.runUpdating(ctx, o, memdb.Options{}); err != nil {
		return err
	}
	if changed := v.parseUpdated(); len(changed) > 0 {
		o.Examples, o.Varies = changed, true
		elsewhere := memdb.Options{Seed: 2, Clock: func() time.Time { return time.Now().Add(anotherDay) }}
		if err := v.runUpdating(ctx, o, elsewhere); err != nil {
			return err
		}
		v.parseUpdated()
	}
	return v.run(ctx, options, v.readable(examples))
}

// anotherDay is later by a different date, hour and millisecond.
const anotherDay = 25*time.Hour + 7*time.Millisecond

// runUpdating runs examples once, on the server that was named or on embedded
// databases of these options.
func (v *Verified) runUpdating(ctx context.Context, o verify.Options, embedded memdb.Options) error {
	if o.URI != "" {
		return v.runOn(ctx, o)
	}
	return eachTopology(o.Examples, func(set bool, some []*example.Example) error {
		embedded.ReplicaSet = set
		o.Start, o.Limits, o.Examples = startEmbedded(embedded), embeddedLimits, some
		return v.runOn(ctx, o)
	})
}

// parseUpdated parses the new texts of the examples that ran, and returns those
// that can be run.
func (v *Verified) parseUpdated() []*example.Example {
	var changed []*example.Example
	others := v.source.otherExamples(new([]string))
	for _, file := range slices.Sorted(maps.Keys(v.ran)) {
		r := v.ran[file]
		if r.result.Updated == nil {
			continue
		}
		v.texts[file] = r.result.Updated
		e, messages := example.ParseAmong(diag.NewText(file, r.result.Updated), others)
		v.reportDropped(r, e)
		v.reportUnknown(r, e)
		r.messages, r.result.Updated = messages, nil
		if r.isUnreadable = e == nil || messages.Failed(); r.isUnreadable {
			r.result.Status = example.Failed
		} else {
			r.example = e
			changed = append(changed, e)
		}
		v.ran[file] = r
	}
	return changed
}

// reportDropped notes which measures the new text of an example lacks, and why, at
// the step in that text, if it can be read.
func (v *Verified) reportDropped(r ran, now *example.Example) {
	for _, d := range r.result.Dropped {
		m := diag.Message{
			Pos: diag.Pos{File: r.example.File}, Severity: diag.Notice,
			Text: fmt.Sprintf("%s of %s was taken out, for it has no certain answer: %s", d.Measure, r.example.Bearer(d.Step), d.Why),
		}
		if now != nil && d.Step >= 0 {
			m.Pos = now.Steps[d.Step].Pos
		}
		v.notices.Add(m)
	}
}

// reportUnknown notes of the results that were taken over which filters look for a
// field that is nowhere: they find nothing, and that is in the file now.
func (v *Verified) reportUnknown(r ran, now *example.Example) {
	if now == nil {
		return
	}
	for i, s := range now.Steps {
		before := r.example.Steps[i].Expect
		if s.Expect == nil || before != nil && before.Value.Equal(s.Expect.Value) {
			continue
		}
		if unknown := now.UnknownField(s.Operation, now.Data(now.FirstSize())); unknown != "" {
			v.notices.Add(diag.Message{Pos: s.Operation.Pos, Severity: diag.Notice, Text: fmt.Sprintf("the step %q: %s", s.ID, unknown)})
		}
	}
}

// readable returns the examples with their new texts, without the ones whose
// new text is wrong.
func (v *Verified) readable(examples []*example.Example) []*example.Example {
	var now []*example.Example
	for _, e := range examples {
		if r := v.ran[e.File]; !r.isUnreadable {
			now = append(now, r.example)
		}
	}
	return now
}

// write writes the new texts into the files.
func (v *Verified) write(source *Source) error {
	for _, file := range slices.Sorted(maps.Keys(v.texts)) {
		if err := source.folder.Write(file, v.texts[file]); err != nil {
			return err
		}
	}
	return nil
}
