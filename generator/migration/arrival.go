package migration

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// arrives runs the move once through and holds its end to the other example. It reports
// whether further tries make sense.
func (t *Trial) arrives(ctx context.Context) (bool, error) {
	m, err := t.beginAt(ctx, 0)
	if err != nil {
		return false, err
	}
	defer m.end(ctx)
	before, err := m.state(ctx)
	if err != nil {
		return false, err
	}
	t.runs++
	err = m.stepsKept(ctx, 0, len(t.move.Steps))
	if failed := (*stepError)(nil); errors.As(err, &failed) {
		t.add(failed.step.Operation.Pos, "alone with the steps of the move, "+failed.Error(), `a value that it uses is saved by a step of the move, too`)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if t.first, err = m.state(ctx); err != nil {
		return false, err
	}
	if err := t.checkModel(ctx); err != nil {
		return false, err
	}
	if err := t.checkValidators(ctx, m.client); err != nil {
		return false, err
	}
	t.checkReferences()
	return t.checkFields(before), t.checkAnswers(ctx, m)
}

// checkModel compares collections, options, validators and indexes with those of the
// other example.
func (t *Trial) checkModel(ctx context.Context) error {
	client, drop, err := t.Open(ctx)
	if err != nil {
		return err
	}
	defer drop()
	to := t.move.To
	for i := range to.Collections {
		c := &to.Collections[i]
		if _, err := client.Command(ctx, client.Database(), c.Create()); err != nil {
			return err
		}
		for _, index := range c.Indexes {
			if _, err := client.Command(ctx, client.Database(), index.Create(c.Name)); err != nil {
				return err
			}
		}
	}
	model, err := read(ctx, client, to, false)
	if err != nil {
		return err
	}
	for _, want := range model {
		got := named(t.first, want.Name)
		if got == nil {
			t.add(t.move.Pos, fmt.Sprintf("after the move there is no collection %q", want.Name), "")
			continue
		}
		if want.Options != got.Options {
			t.add(t.move.Pos, fmt.Sprintf("after the move the options of %q are %s in place of %s", want.Name, line(got.Options), line(want.Options)), "")
		}
		if !bytes.Equal(want.Validator, got.Validator) {
			m := t.Example.Message(t.move.Pos, fmt.Sprintf("after the move the validator of %q is not that of %s", want.Name, to.Name), "end with a collMod that sets it, in the same words and order")
			m.Detail = "expected\n" + printed(want.Validator) + "\nafter the move\n" + printed(got.Validator)
			t.list.Add(m)
		}
		for _, index := range want.Indexes {
			if !slices.Contains(got.Indexes, index) {
				t.add(t.move.Pos, fmt.Sprintf("after the move %q lacks the index %s", want.Name, line(index)), "")
			}
		}
		for _, index := range got.Indexes {
			if !slices.Contains(want.Indexes, index) {
				t.add(t.move.Pos, fmt.Sprintf("after the move %q has the index %s, which %s does not have", want.Name, line(index), to.Name), "")
			}
		}
	}
	for _, got := range t.first {
		if named(model, got.Name) == nil {
			t.add(t.move.Pos, fmt.Sprintf("after the move there is a collection %q, which %s does not have", got.Name, to.Name), "")
		}
	}
	return nil
}

// line puts what was printed on several lines on one.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

func printed(validator bson.Raw) string {
	if validator == nil {
		return "none"
	}
	return ejson.Print(whole(validator))
}

func whole(document bson.Raw) bson.RawValue {
	return bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: document}
}

// checkValidators reports a document of each collection that its validator would not
// let in: it may have come before its validator.
func (t *Trial) checkValidators(ctx context.Context, client run.Client) error {
	for _, c := range t.move.To.Collections {
		if c.Validator == nil || named(t.first, c.Name) == nil {
			continue
		}
		reply, err := client.Command(ctx, client.Database(), bson.D{
			{Key: "find", Value: c.Name}, {Key: "filter", Value: bson.D{{Key: "$nor", Value: bson.A{c.Validator}}}},
			{Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "limit", Value: int64(1)}, {Key: "singleBatch", Value: true},
		})
		if err != nil {
			return err
		}
		for _, document := range ejson.Elements(reply.Lookup("cursor", "firstBatch")) {
			t.add(t.move.Pos, fmt.Sprintf("after the move a document of %q does not pass its validator: %s", c.Name, short(document)), "")
		}
	}
	return nil
}

func (t *Trial) checkReferences() {
	for _, r := range t.move.To.References {
		from, to := named(t.first, r.FromCollection), named(t.first, r.ToCollection)
		if from == nil || to == nil {
			continue // it was reported
		}
		if in, value, breaks := r.Breaks(from.Documents, to.Documents); breaks {
			t.add(t.move.Pos, fmt.Sprintf("after the move %s.%s of the document with _id %s is %s, which no document has as %s.%s",
				r.FromCollection, r.FromPath, short(in.Lookup("_id")), short(value), r.ToCollection, r.ToPath), "")
		}
	}
}

// checkFields reports the fields that are lost, and wrong names of dropped ones. It
// reports false if there is too much to compare.
func (t *Trial) checkFields(before []Collection) bool {
	var drops []string
	for _, d := range t.move.Drops {
		drops = append(drops, d.Field)
	}
	lost, ok := Lost(before, t.first, drops, t.Example.From.References)
	if !ok {
		t.add(t.move.Pos, "there is too much to compare to tell which fields are lost", "let the first of the sizes be smaller")
		return false
	}
	for _, l := range lost {
		if slices.ContainsFunc(drops, func(d string) bool { return isWithin(d, l.Field) }) {
			continue
		}
		of := ""
		if !l.ID.IsZero() {
			of = " of _id " + short(l.ID)
		}
		t.add(t.move.Pos, fmt.Sprintf("the move loses the field %s: after it no field holds %s%s and the other values", l.Field, short(l.Value), of),
			fmt.Sprintf(`carry it over, or name it: "drops": [%q]`, l.Field))
	}
	unknown, needless := WrongDrops(t.move.Drops, before, lost)
	for _, d := range t.move.Drops {
		if hint, wrong := unknown[d]; wrong {
			t.add(d.Pos, fmt.Sprintf("no document has the field %s before the move", d.Field), hint)
		}
	}
	for _, d := range needless {
		t.add(d.Pos, fmt.Sprintf("the move does not lose the field %s", d.Field), `take it out of "drops"`)
	}
	return true
}

// checkAnswers asks the questions of both examples, each in the order of its file: of
// the first with its data, of the other after the move.
func (t *Trial) checkAnswers(ctx context.Context, after *moving) error {
	before, err := t.beginAt(ctx, 0)
	if err != nil {
		return err
	}
	defer before.end(ctx)
	from, to := t.Example.From, t.move.To
	there, err := t.answers(ctx, before, from)
	if err != nil {
		return err
	}
	here, err := t.answers(ctx, after, to)
	if err != nil {
		return err
	}
	for _, q := range t.move.Questions {
		if there[q.ID] == nil || here[q.ID] == nil {
			continue // a step has failed, which was reported
		}
		for i, field := range q.Fields {
			onlyThere, onlyHere, differ := example.Differ(slices.Sorted(slices.Values(there[q.ID][i])), slices.Sorted(slices.Values(here[q.ID][i])))
			if differ {
				t.add(t.move.Pos, fmt.Sprintf("after the move %q finds another %q than in %s", q.ID, field, from.Name),
					fmt.Sprintf("only there: %s; only after the move: %s", onlyThere, onlyHere))
				break
			}
		}
	}
	return nil
}

// answers runs all steps of a model, and returns what those find that answer a moved
// question, by question and field. A question one of whose steps fails has no answer.
func (t *Trial) answers(ctx context.Context, m *moving, model *example.Example) (map[string][][]string, error) {
	found, failed := map[string][][]string{}, map[string]bool{}
	runner := run.New(m.client, model, model.FirstSize())
	defer runner.Close(ctx)
	for i := range model.Steps {
		s := &model.Steps[i]
		value, _, err := runner.Step(ctx, s, nil)
		if s.ExpectError != nil && ctx.Err() == nil {
			err = nil
		}
		if err = m.failed(ctx, s, err); err != nil && !errors.As(err, new(*stepError)) {
			return nil, err
		}
		at := slices.IndexFunc(t.move.Questions, func(q example.MovedQuestion) bool { return s.Answers != nil && q.ID == s.Answers.ID })
		if at < 0 {
			continue
		}
		q := t.move.Questions[at]
		if err != nil {
			t.add(t.move.Pos, fmt.Sprintf("the question %q can't be asked in %s: %v", q.ID, model.Name, err), "")
			failed[q.ID], t.states[q.ID] = true, nil
			continue
		}
		if found[q.ID] == nil {
			found[q.ID] = make([][]string, len(q.Fields))
		}
		for field, values := range example.Found(value, q.Fields) {
			found[q.ID][field] = append(found[q.ID][field], values...)
		}
	}
	maps.DeleteFunc(found, func(id string, _ [][]string) bool { return failed[id] })
	return found, nil
}
