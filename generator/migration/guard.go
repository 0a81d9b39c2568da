package migration

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/run"
)

// checkGuards reports steps whose $merge writes a document whatever has become of it
// since the step has read. No write of the programs need show that: most change what a
// repair writes in the same way as the repair does, and where nothing was missed, a
// repair writes nothing. So a step is tried in a move that goes through without a write,
// and then in those in which an earlier step may miss one, until it changes a document.
func (t *Trial) checkGuards(ctx context.Context, tries []Try) error {
	for gap, i := range t.move.Steps {
		if !merges(&t.Example.Steps[i]) {
			continue
		}
		ways := []Try{{}}
		for _, try := range tries {
			if try.Within && try.Gap < gap {
				ways = append(ways, try)
			}
		}
		for _, way := range ways {
			if writes, err := t.checkGuard(ctx, way, gap); writes || err != nil && !errors.As(err, new(*stepError)) {
				if err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// checkGuard tries the guard of the step behind a gap, and returns whether the step has
// changed documents that were there.
func (t *Trial) checkGuard(ctx context.Context, way Try, gap int) (bool, error) {
	from := gap
	if way.Within {
		from = way.Gap
	}
	m, err := t.beginAt(ctx, from)
	if err != nil {
		return false, err
	}
	defer m.end(ctx)
	t.runs++
	if way.Within {
		err = m.merge(ctx, way.Gap, way.Times, func() error { return t.writeAs(ctx, m, way) })
		from++
	}
	if err == nil {
		err = m.steps(ctx, from, gap)
	}
	if err != nil {
		return false, err
	}
	s := &t.Example.Steps[t.move.Steps[gap]]
	for nth := range s.Times(t.Example.FirstSize()) {
		documents, stage, err := m.source(ctx, s, nth)
		if err != nil {
			return false, err
		}
		into := mergedInto(stage)
		before, err := m.documents(ctx, into)
		if err != nil {
			return false, err
		}
		if err := m.store(ctx, s, documents, stage); err != nil {
			return false, err
		}
		after, err := m.documents(ctx, into)
		if err != nil {
			return false, err
		}
		var changes []meanwhile
		for id, document := range before {
			if c := changeMeanwhile(document, after[id]); len(c.fields) > 0 {
				changes = append(changes, c)
				if err := m.replace(ctx, into, c.document); err != nil {
					return false, err
				}
			}
		}
		if len(changes) == 0 {
			continue
		}
		if err := m.store(ctx, s, documents, stage); err != nil {
			return true, nil // it fails, so the change stays
		}
		end, err := m.documents(ctx, into)
		if err != nil {
			return false, err
		}
		for _, c := range changes {
			id := c.document.Lookup("_id")
			if c.isUndone(after[id.String()], end[id.String()]) {
				t.addOnce("guard "+s.ID, s.Pos, fmt.Sprintf("the step %q writes %s of the document with _id %s in %q even if that changes after the step has read", s.ID, c.fields[0], ejson.Print(id), into), guardHint)
			}
		}
		return true, nil
	}
	return false, nil
}

// guardHint says how a $merge undoes nothing.
const guardHint = "let $merge write only what is still as it was read, and a later step mend what it has missed"

// mergedInto returns the collection that a $merge writes to.
func mergedInto(stage bson.D) string {
	switch of := stage[0].Value.(type) {
	case string:
		return of
	case bson.D:
		for _, f := range of {
			if f.Key == "into" {
				name, _ := f.Value.(string)
				return name
			}
		}
	}
	return ""
}

// documents returns those of a collection by their _id, printed.
func (m *moving) documents(ctx context.Context, collection string) (map[string]bson.Raw, error) {
	runner := run.New(m.client, m.trial.Example, m.trial.Example.FirstSize())
	list, all := runner.Documents(ctx, collection, run.Most{Documents: mostDocuments, Bytes: mostBytes})
	if !all {
		return nil, errors.Join(ctx.Err(), errLarge)
	}
	byID := map[string]bson.Raw{}
	for _, document := range list {
		byID[document.Lookup("_id").String()] = document
	}
	return byID, nil
}

// replace stores a document that need not pass the validator.
func (m *moving) replace(ctx context.Context, collection string, document bson.Raw) error {
	_, err := m.client.Command(ctx, m.client.Database(), bson.D{
		{Key: "update", Value: collection},
		{Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: document.Lookup("_id")}}}, {Key: "u", Value: document}}}},
		{Key: "bypassDocumentValidation", Value: true},
	})
	return err
}

// meanwhile is a document that has changed after a step has read.
type meanwhile struct {
	document bson.Raw
	fields   []string // that have changed, and the step writes
}

// changeMeanwhile changes each field of a document that a step has written, to what it
// was neither before nor after. There is none if the step has not changed the document.
func changeMeanwhile(before, after bson.Raw) meanwhile {
	var c meanwhile
	var changed bson.D
	visit := func(key string, value bson.RawValue) {
		was, now := before.Lookup(key), after.Lookup(key)
		if was.Equal(now) {
			changed = append(changed, bson.E{Key: key, Value: value})
			return
		}
		c.fields = append(c.fields, key)
		changed = append(changed, bson.E{Key: key, Value: otherThan(value)})
	}
	ours, _ := before.Elements()
	for _, f := range ours {
		visit(f.Key(), f.Value())
	}
	theirs, _ := after.Elements()
	for _, f := range theirs {
		if _, err := before.LookupErr(f.Key()); err != nil {
			visit(f.Key(), f.Value())
		}
	}
	c.document = ejson.MustRaw(changed).Document()
	return c
}

// isUndone reports whether the change is gone: a step has written the same with it as
// without it.
func (c meanwhile) isUndone(without, with bson.Raw) bool {
	for _, key := range c.fields {
		if !without.Lookup(key).Equal(with.Lookup(key)) {
			return false
		}
	}
	return true
}

// otherThan returns another value of the same type, if it is one of those that a model
// holds often.
func otherThan(value bson.RawValue) any {
	switch value.Type {
	case bson.TypeString:
		return value.StringValue() + "+"
	case bson.TypeInt32:
		return value.Int32() + 1_000_003
	case bson.TypeArray:
		list := bson.A{}
		for _, item := range ejson.Elements(value) {
			list = append(list, item)
		}
		return append(list, bson.NewObjectID()) // a unique index may hold all elements
	case bson.TypeEmbeddedDocument:
		document := bson.D{}
		fields, _ := value.Document().Elements()
		for _, f := range fields {
			document = append(document, bson.E{Key: f.Key(), Value: f.Value()})
		}
		return append(document, bson.E{Key: "changed", Value: true})
	}
	return "changed"
}
