package play

import (
	"cmp"
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/render"
	"modelbook/generator/run"
)

// runStep runs the next step's own operation, and returns its cost.
func (s *Session) runStep(ctx context.Context) (Statement, example.Cost) {
	step := &s.example.Steps[s.next]
	if step.Unsent {
		return Statement{Unsent: true}, example.UnmeasuredCost(example.NotRun)
	}
	o, err := s.runner.Operation(step, 0)
	if err != nil {
		statement := Statement{Error: failure(err)}
		statement.setCost(example.Cost{})
		return statement, example.Cost{}
	}
	return s.statement(ctx, o, step.Session, func() (bson.RawValue, example.Cost, error) {
		value, spent, err := s.runner.Step(ctx, step, wantsAll)
		if err == nil && step.Must != nil && !step.MustFail() {
			if broken := step.Must.Broken(value); broken != "" {
				err = errors.New(broken)
			}
		}
		return value, spent, err
	})
}

// statement calls send, which sends an operation, perhaps several times, and
// returns its outcome with the plan and the changed documents.
func (s *Session) statement(ctx context.Context, o example.Operation, session string, send func() (bson.RawValue, example.Cost, error)) (Statement, example.Cost) {
	var statement Statement
	mayChange := o.Effect() != example.EffectNothing || session != ""
	var before snapshot
	if mayChange {
		before = s.snapshot(ctx)
	}
	if plan, ok := s.runner.Meter(ctx).Plan(o); ok {
		statement.Plan = &Plan{Stages: notNil(plan.Stages), Indexes: notNil(plan.Indexes)}
	}
	value, spent, err := send()
	statement.setCost(spent)
	if err == nil {
		if statement.Result, err = result(o, value); err == nil && value.Type != 0 {
			statement.Result.Value = ejson.Print(value)
		}
	}
	if mayChange {
		var undrawn error
		statement.Changes, undrawn = changes(before, s.snapshot(ctx))
		err = cmp.Or(err, undrawn)
	}
	if err != nil {
		statement.Error = failure(err)
	}
	return statement, spent
}

func wantsAll(string) bool { return true }

func notNil(list []string) []string { return append([]string{}, list...) }

// failure returns an error as the page shows it.
func failure(err error) *Failure {
	var server *run.ServerError
	if !errors.As(err, &server) {
		return &Failure{Message: err.Error()}
	}
	f := &Failure{Code: server.Code, Name: example.CodeName(server.Code), Message: server.Message, Refused: server.Code == example.NotImplemented}
	if len(server.Details) > 0 {
		if code, err := render.Value(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: server.Details}); err == nil {
			f.Details = lines(code)
		}
	}
	return f
}

// snapshot holds the documents of a database by collection.
type snapshot map[string][]bson.Raw

// snapshot reads all documents. It leaves out collections that can't be read, and
// views, whose documents are another collection's.
func (s *Session) snapshot(ctx context.Context) snapshot {
	all := snapshot{}
	list := bson.D{{Key: "listCollections", Value: int32(1)}, {Key: "filter", Value: bson.D{{Key: "type", Value: "collection"}}}, {Key: "nameOnly", Value: true}}
	reply, err := s.runner.Meter(ctx).Run(list)
	if err != nil {
		return all
	}
	for _, c := range ejson.Elements(reply.Lookup("cursor", "firstBatch")) {
		name := c.Document().Lookup("name").StringValue()
		if documents, ok := s.runner.Documents(ctx, name, run.Most{}); ok {
			all[name] = documents
		}
	}
	return all
}

// changes compares two snapshots, and draws the changed documents as a guide does.
func changes(before, after snapshot) ([]Change, error) {
	var changed []example.Change
	for _, name := range collectionsOf(before, after) {
		changed = append(changed, run.Changes(name, before[name], after[name])...)
	}
	return drawChanges(changed)
}
