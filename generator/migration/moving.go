package migration

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// moving is a database in which the move runs.
type moving struct {
	trial  *Trial
	client run.Client
	drop   func()
	runner *run.Runner
	// isAgain says that the move was begun again.
	isAgain bool
	// writesBoth says that the program that writes has written the first model already.
	writesBoth bool
}

func (m *moving) end(ctx context.Context) {
	m.runner.Close(context.WithoutCancel(ctx))
	m.drop()
}

// again lets the move begin anew, as a program that knows nothing of the steps that it
// has sent.
func (m *moving) again(ctx context.Context) {
	m.runner.Close(ctx)
	m.isAgain = true
	m.runner = run.New(m.client, m.trial.Example, m.trial.Example.FirstSize())
}

// stepError is the error of a step of the move.
type stepError struct {
	step *example.Step
	text string
}

func (e *stepError) Error() string { return fmt.Sprintf("the step %q fails: %s", e.step.ID, e.text) }

// steps sends the steps of the move from one gap to another.
func (m *moving) steps(ctx context.Context, from, to int) error {
	for _, i := range m.trial.move.Steps[from:to] {
		s := &m.trial.Example.Steps[i]
		value, _, err := m.runner.Step(ctx, s, nil)
		if err != nil && !(m.isAgain && isDropped(s, err)) {
			return m.failed(ctx, s, err)
		}
		if err == nil && s.Must != nil {
			if broken := s.Must.Broken(value); broken != "" {
				return &stepError{s, broken}
			}
		}
	}
	return nil
}

// indexNotFound is the code of the error for an index that can't be dropped.
const indexNotFound = 27

// isDropped reports whether a step has failed because the index that it drops is gone
// already: there is no command that drops an index only if it is there.
func isDropped(s *example.Step, err error) bool {
	var server *run.ServerError
	return s.Operation.Name == "dropIndex" && errors.As(err, &server) && server.Code == indexNotFound
}

// times sends a step of the move so often.
func (m *moving) times(ctx context.Context, n, times int) error {
	s := &m.trial.Example.Steps[m.trial.move.Steps[n]]
	for nth := range times {
		o, err := m.runner.Operation(s, nth)
		if err == nil {
			_, _, err = m.runner.Send(ctx, o, s.Session, s.Save, nil)
		}
		if err != nil {
			return m.failed(ctx, s, err)
		}
	}
	return nil
}

// merge sends a step of the move that ends in $merge as two: what its pipeline has read
// it writes only after the function between, in one of the times that it is sent.
func (m *moving) merge(ctx context.Context, n, times int, between func() error) error {
	s := &m.trial.Example.Steps[m.trial.move.Steps[n]]
	for nth := range s.Times(m.trial.Example.FirstSize()) {
		documents, stage, err := m.source(ctx, s, nth)
		if err != nil {
			return err
		}
		if nth == times-1 {
			if err := between(); err != nil {
				return err
			}
		}
		if err := m.store(ctx, s, documents, stage); err != nil {
			return err
		}
	}
	return nil
}

// source returns what a step that ends in $merge reads, and that stage.
func (m *moving) source(ctx context.Context, s *example.Step, nth int) (documents bson.A, stage bson.D, err error) {
	o, err := m.runner.Operation(s, nth)
	if err != nil {
		return nil, nil, m.failed(ctx, s, err)
	}
	pipeline, _ := o.Argument("pipeline").(bson.A)
	last := len(pipeline) - 1
	stage, _ = pipeline[last].(bson.D)
	reply, err := m.client.Command(ctx, m.client.Database(), bson.D{
		{Key: "aggregate", Value: o.Object}, {Key: "pipeline", Value: pipeline[:last:last]}, {Key: "cursor", Value: bson.D{{Key: "batchSize", Value: int32(mostDocuments)}}},
	})
	if err != nil {
		return nil, nil, m.failed(ctx, s, err)
	}
	if left, _ := reply.Lookup("cursor", "id").AsInt64OK(); left != 0 {
		return nil, nil, errLarge
	}
	for _, document := range ejson.Elements(reply.Lookup("cursor", "firstBatch")) {
		documents = append(documents, bson.D{{Key: "$literal", Value: document}})
	}
	return documents, stage, nil
}

// store lets the $merge of a step write what the step has read.
func (m *moving) store(ctx context.Context, s *example.Step, documents bson.A, stage bson.D) error {
	if len(documents) == 0 {
		return nil
	}
	_, err := m.client.Command(ctx, m.client.Database(), bson.D{
		{Key: "aggregate", Value: int32(1)}, {Key: "pipeline", Value: bson.A{bson.D{{Key: "$documents", Value: documents}}, stage}}, {Key: "cursor", Value: bson.D{}},
	})
	return m.failed(ctx, s, err)
}

// failed returns a stepError if the step itself is to blame.
func (m *moving) failed(ctx context.Context, s *example.Step, err error) error {
	if err == nil {
		return nil
	}
	var server *run.ServerError
	var unsaved run.UnsavedError
	switch {
	case ctx.Err() != nil:
		return err
	case errors.As(err, &unsaved):
		return &stepError{s, err.Error()}
	case errors.As(err, &server) && server.Code != example.NotImplemented:
		text := fmt.Sprintf("%d %s: %s", server.Code, cmp.Or(server.Name, example.CodeName(server.Code)), server.Message)
		return &stepError{s, strings.ReplaceAll(text, m.client.Database(), m.trial.Example.Name)}
	}
	return err
}

// write sends the steps by which a model answers a question. Documents without an _id
// get the same from each program, as one that writes both models sees to.
func (m *moving) write(ctx context.Context, model *example.Example, steps []int) error {
	runner := run.New(m.client, model, model.FirstSize())
	defer runner.Close(ctx)
	made := uint32(0)
	for _, i := range steps {
		s := model.Steps[i]
		if !s.Repeats() {
			s.Operation.Arguments, _ = withIDs(s.Operation.Arguments, &made).(bson.D)
		}
		_, _, err := runner.Step(ctx, &s, nil)
		if m.writesBoth && err != nil && isThere(&s, err) {
			err = extend(ctx, runner, &s)
		}
		if err != nil && s.ExpectError == nil {
			return m.failed(ctx, &s, err)
		}
	}
	return nil
}

// extend gives documents that are there the fields with which a step inserts them, too.
func extend(ctx context.Context, runner *run.Runner, s *example.Step) error {
	o, err := runner.Operation(s, 0)
	if err != nil {
		return err
	}
	documents, _ := o.Argument("documents").(bson.A)
	for _, document := range append(slices.Clone(documents), o.Argument("document")) {
		fields, _ := document.(bson.D)
		at := slices.IndexFunc(fields, func(f bson.E) bool { return f.Key == "_id" })
		if at < 0 || len(fields) == 1 {
			continue
		}
		rest := slices.Delete(slices.Clone(fields), at, at+1)
		update := example.Operation{Name: "updateOne", Object: o.Object, Arguments: bson.D{
			{Key: "filter", Value: bson.D{fields[at]}}, {Key: "update", Value: bson.D{{Key: "$set", Value: rest}}}, {Key: "upsert", Value: true},
		}}
		if _, _, err := runner.Send(ctx, update, s.Session, "", nil); err != nil {
			return err
		}
	}
	return nil
}

// duplicateKey is the code of the error for a value that a unique index has already.
const duplicateKey = 11000

// isThere reports whether a step inserts a document whose _id is in the collection: both
// models store it there, and a program that writes both inserts it once.
func isThere(s *example.Step, err error) bool {
	var server *run.ServerError
	if s.Operation.Effect() != example.EffectAdds || !errors.As(err, &server) || server.Code != duplicateKey {
		return false
	}
	// The key of a clustered collection has no index.
	return strings.Contains(server.Message, "index: _id_ ") || !strings.Contains(server.Message, " index: ")
}

// withIDs returns the arguments of an insert, or of a bulkWrite, with an _id in each
// document that has none. They are numbered.
func withIDs(v any, made *uint32) any {
	switch v := v.(type) {
	case bson.A:
		list := make(bson.A, len(v))
		for i, item := range v {
			list[i] = withIDs(item, made)
		}
		return list
	case bson.D:
		fields := make(bson.D, len(v))
		for i, f := range v {
			fields[i] = f
			switch f.Key {
			case "requests", "insertOne":
				fields[i].Value = withIDs(f.Value, made)
			case "document":
				fields[i].Value = withID(f.Value, made)
			case "documents":
				list, _ := f.Value.(bson.A)
				documents := make(bson.A, len(list))
				for n, document := range list {
					documents[n] = withID(document, made)
				}
				fields[i].Value = documents
			}
		}
		return fields
	}
	return v
}

func withID(v any, made *uint32) any {
	document, ok := v.(bson.D)
	if !ok || slices.ContainsFunc(document, func(f bson.E) bool { return f.Key == "_id" }) {
		return v
	}
	*made++
	var id bson.ObjectID
	binary.BigEndian.PutUint32(id[8:], *made)
	return append(bson.D{{Key: "_id", Value: id}}, document...)
}

// state returns what the database holds.
func (m *moving) state(ctx context.Context) ([]Collection, error) {
	return read(ctx, m.client, m.trial.Example, true)
}
