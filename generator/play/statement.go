package play

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/render"
)

// recording runs the operations of a statement and adds up what they cost.
type recording struct {
	session *Session
	to      *sender
	last    example.Operation
	total   example.Cost
	count   int
	plan    *Plan
}

// statement runs a statement and looks at what it did.
func (s *Session) statement(to *sender, run func(*recording) (bson.RawValue, error)) (Statement, example.Cost) {
	r := &recording{session: s, to: to}
	before := s.snapshot(to.ctx)
	value, err := run(r)
	var statement Statement
	statement.measured(r.total)
	statement.Plan = r.plan
	if err == nil {
		statement.Result, err = result(r.last, value)
	}
	if r.last.Name == "" || r.last.Effect() != example.EffectNothing || to.session != nil {
		var undrawn error
		statement.Changes, undrawn = changes(before, s.snapshot(to.ctx))
		err = cmp.Or(err, undrawn)
	}
	if err != nil {
		statement.Error = failure(err)
	}
	return statement, r.total
}

// operation runs one operation.
func (r *recording) operation(o example.Operation) (bson.RawValue, error) {
	s := r.session
	r.last = o
	meter := s.meter(r.to.ctx)
	counting := meter.Count(o, wantsAll, r.to.session.open())
	if plan, ok := meter.Plan(o); ok && r.count == 0 {
		r.plan = &Plan{Stages: notNil(plan.Stages), Indexes: notNil(plan.Indexes)}
	}
	r.to.recorder = cost.NewRecorder(s.example.Name, s.example.Name)
	value, err := r.to.call(o)
	spent := counting(r.to.recorder)
	if r.count++; r.count > 1 {
		spent = r.total.Plus(spent)
	}
	r.total = spent
	return value, err
}

func wantsAll(string) bool { return true }

func notNil(list []string) []string { return append([]string{}, list...) }

// meter asks the session's database with commands that are not counted.
func (s *Session) meter(ctx context.Context) cost.Meter {
	return cost.Meter{Run: s.sender(ctx).send, TransactionOpen: s.transactionOpen}
}

// failure gives an error as the page shows it.
func failure(err error) *Failure {
	var server *serverError
	if !errors.As(err, &server) {
		return &Failure{Message: err.Error()}
	}
	f := &Failure{Code: server.code, Name: example.CodeName(server.code), Message: server.message, Refused: server.code == example.NotImplemented}
	if len(server.details) > 0 {
		if code, err := render.Value(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: server.details}); err == nil {
			f.Details = lines(code)
		}
	}
	return f
}

// snapshot is what a database holds: its documents by collection and _id.
type snapshot map[string]*stored

type stored struct {
	order     []string
	documents map[string]bson.Raw
}

// snapshot reads all documents. What can't be read is not there: a view, whose
// documents are another collection's.
func (s *Session) snapshot(ctx context.Context) snapshot {
	all := snapshot{}
	run := s.sender(ctx).send
	reply, err := run(bson.D{{Key: "listCollections", Value: int32(1)}, {Key: "filter", Value: bson.D{{Key: "type", Value: "collection"}}}, {Key: "nameOnly", Value: true}})
	if err != nil {
		return all
	}
	for _, c := range ejson.Elements(reply.Lookup("cursor", "firstBatch")) {
		name := c.Document().Lookup("name").StringValue()
		found := &stored{documents: map[string]bson.Raw{}}
		for document, err := range s.meter(ctx).Documents(name, bson.D{{Key: "find", Value: name}}) {
			if err != nil {
				break
			}
			id := document.Lookup("_id")
			key := string(id.Type) + string(id.Value)
			found.order = append(found.order, key)
			found.documents[key] = document
		}
		all[name] = found
	}
	return all
}

// names gives the collections of two snapshots in order.
func names(before, after snapshot) []string {
	var all []string
	for _, s := range []snapshot{before, after} {
		for name := range s {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return all
}

func (s snapshot) in(name string) *stored {
	if found := s[name]; found != nil {
		return found
	}
	return &stored{}
}

func same(a, b bson.Raw) bool { return bytes.Equal(a, b) }
