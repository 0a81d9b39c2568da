package play

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/direct"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/render"
	"modelbook/generator/run"
)

// Orders are the orders in which an example's clients can take their steps, as the build
// has tried them.
type Orders struct {
	Clients []string   `json:"clients"`
	Ends    []OrderEnd `json:"ends"`
}

// OrderEnd is how an order ended. All but the way are keys of order-words.
type OrderEnd struct {
	Way     string `json:"way"` // an example.Way
	Mishap  string `json:"mishap"`
	Outcome string `json:"outcome"`
}

// describeOrders returns the orders of an example, nil if not all were tried.
func describeOrders(r *example.Result) *Orders {
	if r.Orders == nil || r.Orders.Sampled || r.Status != example.Passed {
		return nil
	}
	all := &Orders{}
	for _, client := range r.Example.Explore.Clients {
		all.Clients = append(all.Clients, client.Name)
	}
	for _, end := range r.Orders.Ordered() {
		all.Ends = append(all.Ends, OrderEnd{Way: end.Way.String(), Mishap: render.MishapKey(end.Way.Mishap()), Outcome: end.Outcome.String()})
	}
	return all
}

// Order is one order, from the data before it to its outcome.
type Order struct {
	Outcome string  `json:"outcome"` // a key of order-words
	Frames  []Frame `json:"frames"`
}

// FrameKind is what a frame shows.
type FrameKind string

// The kinds of frames, in the order in which they come.
const (
	FrameStart       FrameKind = "start"  // nothing has happened
	FrameMoment      FrameKind = "moment" // a client has taken a step
	FrameCheck       FrameKind = "check"  // what must hold was asked
	FrameRepair      FrameKind = "repair" // a step of the repair was taken
	FrameRepairAgain FrameKind = "again"  // the whole repair was done once more
)

// Frame is a place in an order at which a reader can stop.
type Frame struct {
	Kind   FrameKind `json:"kind"`
	Client int       `json:"client"`         // of a moment, counted from 0
	Then   string    `json:"then,omitempty"` // of a moment, a key of order-words
	// Inside says that the step of a moment writes inside of a transaction.
	Inside bool `json:"inside,omitempty"`
	// Requests are what was sent: one, all that are checked, or none that is shown.
	Requests []Request `json:"requests,omitempty"`
	// Fits says that all is as it must be.
	Fits    bool     `json:"fits,omitempty"`
	Changes []Change `json:"changes,omitempty"` // of documents, as others see them
	// Documents are those after it.
	Documents []Documents `json:"documents"`
}

// Request is a step that was sent, and what came back.
type Request struct {
	Step   string   `json:"step"`
	Source []Line   `json:"source"`
	Result *Result  `json:"result,omitempty"`
	Error  *Failure `json:"error,omitempty"`
	// Due is what it must have returned, if it has returned something else.
	Due  *Result `json:"due,omitempty"`
	Fits bool    `json:"fits,omitempty"`
}

// Replay runs the clients of an example's "explore" in one order, in a database of their
// own, and finds out how that ends.
func Replay(ctx context.Context, text *diag.Text, way string) (*Order, error) {
	session, err := Open(text, 0)
	if err != nil {
		return nil, err
	}
	turns, ok := example.ParseWay(way)
	if !ok || session.example.Explore == nil {
		return nil, fmt.Errorf("the example has no order %q", way)
	}
	db := memdb.New(memdb.Options{ReplicaSet: topologyOf(session.example) == example.ReplicaSet})
	replay, err := run.NewReplay(ctx, direct.New(db, session.example.Name), session.example)
	if err != nil {
		return nil, err
	}
	defer replay.Close()
	s := &stepping{example: session.example, replay: replay}
	return s.order(turns)
}

// stepping makes the frames of an order.
type stepping struct {
	example *example.Example
	replay  *run.Replay
	frames  []Frame
	states  []state // of each frame
	// isRepairedAgain says that the repair was done once more.
	isRepairedAgain bool
}

// state are the documents after a frame, by collection, and what has just changed.
type state struct {
	documents map[string][]bson.Raw
	changes   []example.Change
}

func (s *stepping) order(way example.Way) (*Order, error) {
	if err := s.add(Frame{Kind: FrameStart}, nil); err != nil {
		return nil, err
	}
	for _, turn := range way {
		moment, changes, err := s.replay.Take(turn)
		if err != nil {
			return nil, err
		}
		if err := s.moment(moment, changes); err != nil {
			return nil, err
		}
	}
	judged, err := s.replay.Judge(s.found)
	if err != nil {
		return nil, err
	}
	if s.isRepairedAgain {
		changes, err := s.replay.Changes()
		if err != nil {
			return nil, err
		}
		if err := s.add(Frame{Kind: FrameRepairAgain, Fits: judged.Outcome == example.Repaired}, changes); err != nil {
			return nil, err
		}
	}
	return &Order{judged.Outcome.String(), s.frames}, s.drawDocuments()
}

// add adds a frame after which some documents have changed.
func (s *stepping) add(f Frame, changes []example.Change) (err error) {
	now := state{changes: changes}
	if now.documents, err = s.replay.Documents(); err != nil {
		return err
	}
	f.Changes, err = drawChanges(changes)
	s.frames, s.states = append(s.frames, f), append(s.states, now)
	return err
}

func (s *stepping) moment(m example.Moment, changes []example.Change) error {
	step := &s.example.Explore.Steps[m.Step]
	sent, err := s.request(step, m.Value, m.Error)
	if err != nil {
		return err
	}
	f := Frame{Kind: FrameMoment, Client: m.Client, Then: render.ThenKey(m.Then), Inside: step.Session != "" && step.Operation.Writes(), Requests: []Request{sent}}
	return s.add(f, changes)
}

// found adds what is found at the end of the order: all that must hold in one frame,
// each step of the repair in one of its own, and the repair that is done again in one.
func (s *stepping) found(f run.Finding) error {
	if f.Stage == run.RepairsAgain {
		s.isRepairedAgain = true
		return nil
	}
	sent, err := s.request(f.Step, f.Value, f.Error)
	if err != nil {
		return err
	}
	if f.Stage == run.Repairs {
		changes, err := s.replay.Changes()
		if err != nil {
			return err
		}
		return s.add(Frame{Kind: FrameRepair, Requests: []Request{sent}, Fits: f.Fits}, changes)
	}
	if sent.Fits = f.Fits; !f.Fits {
		if sent.Due, err = result(f.Step.Operation, f.Step.Expect.Value); err != nil {
			return err
		}
	}
	if last := &s.frames[len(s.frames)-1]; last.Kind == FrameCheck {
		last.Requests, last.Fits = append(last.Requests, sent), last.Fits && f.Fits
		return nil
	}
	return s.add(Frame{Kind: FrameCheck, Requests: []Request{sent}, Fits: f.Fits}, nil)
}

// request draws a step and what it returned.
func (s *stepping) request(step *example.Step, value bson.RawValue, failed *example.StepError) (Request, error) {
	code, err := render.StepCode(step, s.example.FirstSize())
	if err != nil {
		return Request{}, err
	}
	sent := Request{Step: step.ID, Source: lines(code)}
	if failed != nil {
		sent.Error = &Failure{Code: failed.Code, Name: failed.Name, Message: failed.Text}
		return sent, nil
	}
	sent.Result, err = result(step.Operation, value)
	return sent, err
}

// drawDocuments draws for each frame the documents after it.
func (s *stepping) drawDocuments() error {
	changing := map[string]bool{}
	for _, now := range s.states {
		for _, c := range now.changes {
			changing[c.Collection+run.IDOf(c.Before)] = true
			changing[c.Collection+run.IDOf(c.After)] = true
		}
	}
	drawer := newDocumentDrawer(s.example)
	for i, now := range s.states {
		kinds := map[string]render.ChangeKind{}
		for _, c := range now.changes {
			kinds[c.Collection+run.IDOf(c.After)] = render.KindOf(c)
		}
		for _, collection := range s.example.Written() {
			shown, err := drawer.draw(collection, now.documents[collection], changing, kinds)
			if err != nil {
				return err
			}
			s.frames[i].Documents = append(s.frames[i].Documents, shown)
		}
	}
	return nil
}
