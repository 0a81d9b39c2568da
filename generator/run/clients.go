package run

import (
	"context"
	"errors"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/explore"
)

// writeConflict is the error code of a transaction that writes what another has
// written.
const writeConflict = 112

// clients are the clients of an "explore" in one order. They are an explore.System.
type clients struct {
	ctx     context.Context
	example *example.Example
	// touches are what the steps of each client may touch. Without them no client is
	// known to wait for another.
	touches  [][]example.Touch
	commutes func(a, b explore.Event) bool
	mishap   explore.Mishap
	begin    func() (*Runner, error)
	runner   *Runner
	programs []program
	// hasHappened says that the mishap has come about.
	hasHappened bool
	moments     []example.Moment
}

// program is a client that goes through its steps.
type program struct {
	at    int // the step to take next
	begun int // how often it has begun again
	// start is the step at which the open transaction was started, -1 for none;
	// session is its session, and locks are what it may have locked.
	start   int
	session string
	locks   []example.Resource
	// awaits are the clients whose transactions have to end before this one goes on.
	awaits explore.Clients
	isDone bool
}

func (c *clients) Begin() (err error) {
	c.start()
	c.hasHappened = c.mishap.Kind == explore.Nothing
	c.runner, err = c.begin()
	return err
}

// start puts all programs at their beginning.
func (c *clients) start() {
	c.programs, c.moments = make([]program, len(c.example.Explore.Clients)), nil
	for i := range c.programs {
		c.programs[i].start = -1
	}
}

func (c *clients) Next() explore.Clients {
	var next explore.Clients
	for i := range c.programs {
		if !c.programs[i].isDone {
			next |= explore.Of(i)
		}
	}
	return next
}

// steps are those of a client, by their indexes in the example.
func (c *clients) steps(client int) []int { return c.example.Explore.Clients[client].Steps }

// touch returns what the next step of a client may touch.
func (c *clients) touch(client int) example.Touch {
	if c.touches == nil {
		return example.Touch{}
	}
	return c.touches[client][c.programs[client].at]
}

// next is the step that a client takes next.
func (c *clients) next(client int) explore.Event {
	return explore.Event{Client: client, Step: c.programs[client].at}
}

func (c *clients) Commute(a, b int) bool { return c.commutes(c.next(a), c.next(b)) }

func (c *clients) MayWake(client, another int) bool {
	ahead := 0
	if !c.mayBeginAgain(client) {
		ahead = c.programs[client].at
	}
	for step := range c.steps(client)[ahead:] {
		if !c.commutes(explore.Event{Client: client, Step: ahead + step}, c.next(another)) {
			return true
		}
	}
	return false
}

func (c *clients) mayBeginAgain(client int) bool {
	return slices.ContainsFunc(c.steps(client), func(step int) bool {
		return c.example.Explore.Steps[step].Session != "" || c.again(step) != nil
	})
}

// isDone reports whether a client is done after what one of its steps returned.
func (c *clients) isDone(step int, value bson.RawValue) bool {
	return slices.ContainsFunc(c.example.Explore.Done, func(d example.Condition) bool { return d.Step == step && d.Holds(value) })
}

// again returns when a client begins again after a step, nil for never.
func (c *clients) again(step int) *example.Again {
	all := c.example.Explore.Again
	i := slices.IndexFunc(all, func(a example.Again) bool { return a.Step == step })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Do sends the request of a client's next step, unless it has to wait, and does with
// the reply what the client's program does.
func (c *clients) Do(client int) (bool, error) {
	if waits, err := c.waits(client, c.sent(client)); waits || err != nil {
		return false, err
	}
	return true, c.send(client)
}

// sent returns the step that a client takes next, as it is sent.
func (c *clients) sent(client int) *example.Step {
	return sent(&c.example.Explore.Steps[c.steps(client)[c.programs[client].at]])
}

func (c *clients) send(client int) error {
	step, s := c.steps(client)[c.programs[client].at], c.sent(client)
	value, _, err := c.runner.Step(c.ctx, s, nil)
	m := example.Moment{Client: client, Step: step, Value: value}
	if err != nil {
		if m.Error = stepError(err); m.Error == nil {
			return &StepFailedError{s, err}
		}
		m.Value = bson.RawValue{}
	}
	c.decide(client, s, &m)
	c.moments = append(c.moments, m)
	return nil
}

// sent returns a step as it is sent, though its client dies before it in the order
// of the file.
func sent(s *example.Step) *example.Step {
	if !s.Unsent {
		return s
	}
	copied := *s
	copied.Unsent = false
	return &copied
}

// decide does after a step what its program does.
func (c *clients) decide(client int, s *example.Step, m *example.Moment) {
	p := &c.programs[client]
	isHere := !c.hasHappened && c.mishap.At == c.next(client)
	if isHere && c.mishap.Kind == explore.Twice {
		c.hasHappened, m.Then = true, example.ThenRepeats
		return
	}
	again := c.again(m.Step)
	isConflict := m.Error != nil && m.Error.Code == writeConflict && p.start >= 0
	switch {
	case again != nil && again.Holds(outcomeOf(m)):
		m.Then, m.From = example.ThenBeginsAgain, again.From
	case c.isDone(m.Step, outcomeOf(m)):
		m.Then = example.ThenIsDone
	case isConflict:
		m.Then, m.From = example.ThenBeginsAgain, c.steps(client)[p.start]
	case m.Error != nil || s.Must != nil && s.Must.Broken(m.Value) != "":
		m.Then = example.ThenFails
	}
	if m.Then == example.ThenBeginsAgain {
		c.endTransaction(client)
		if isConflict {
			p.awaits = c.holders(c.touch(client).Locks)
		}
		if p.begun++; p.begun == example.Attempts {
			m.Then = example.ThenGivesUp
		}
	}
	if isHere && (m.Then == example.ThenGoesOn || m.Then == example.ThenBeginsAgain) {
		c.hasHappened, m.Then = true, example.ThenCrashes
	}
	switch m.Then {
	case example.ThenGoesOn:
		c.goOn(client, s)
	case example.ThenBeginsAgain:
		p.at = slices.Index(c.steps(client), m.From)
	default:
		c.endTransaction(client)
		p.isDone = true
	}
}

// outcomeOf returns what a step returned, or a document of its error.
func outcomeOf(m *example.Moment) bson.RawValue {
	if m.Error == nil {
		return m.Value
	}
	return ejson.MustRaw(bson.D{{Key: "code", Value: m.Error.Code}, {Key: "codeName", Value: m.Error.Name}})
}

// goOn leads a client to its next step after one that succeeded.
func (c *clients) goOn(client int, s *example.Step) {
	p := &c.programs[client]
	switch {
	case s.Operation.Name == "startTransaction":
		p.start, p.session, p.locks = p.at, s.Session, nil
	case s.Operation.Name == "commitTransaction" || s.Operation.Name == "abortTransaction":
		c.endTransaction(client)
	case p.start >= 0 && s.Session == p.session:
		p.locks = c.touch(client).Locks
	}
	p.at++
	p.isDone = p.at == len(c.steps(client))
}

// holders returns the clients that have an open transaction which may have locked one
// of some resources.
func (c *clients) holders(locks []example.Resource) explore.Clients {
	var holders explore.Clients
	for i, p := range c.programs {
		if p.start >= 0 && !(example.Touch{Locks: locks}).Commutes(example.Touch{Locks: p.locks}) {
			holders |= explore.Of(i)
		}
	}
	return holders
}

// endTransaction ends the transaction that a client has open, if any: aborts it,
// unless it has ended.
func (c *clients) endTransaction(client int) {
	p := &c.programs[client]
	if p.start < 0 {
		return
	}
	if in := c.runner.sessions[p.session]; in.isOpen {
		// A transaction that the server has aborted already can't be aborted again.
		_ = in.call(c.ctx, "abortTransaction")
	}
	p.start = -1
	for i := range c.programs {
		c.programs[i].awaits &^= explore.Of(client)
	}
}

// waits reports whether a step has to wait for the end of a transaction: one that
// begins again after a conflict, or a write without a transaction to a document that
// an open one has written. What it would do later is another order. Whether such a
// write conflicts is tried in a transaction, where it fails in place of waiting.
func (c *clients) waits(client int, s *example.Step) (bool, error) {
	p := &c.programs[client]
	if p.awaits != 0 {
		return true, nil
	}
	if s.Session != "" || c.holders(c.touch(client).Locks) == 0 {
		return false, nil
	}
	return c.runner.conflicts(c.ctx, s)
}

// notInTransaction is the error code of an operation that transactions can't have.
const notInTransaction = 263

// conflicts reports whether a step's write conflicts with an open transaction. One
// that can't be tried is taken for one that does.
func (r *Runner) conflicts(ctx context.Context, s *example.Step) (bool, error) {
	o, err := r.Operation(s, 0)
	if err != nil {
		return false, nil // which shows when it is sent
	}
	trial, err := r.client.StartSession()
	if err != nil {
		return false, err
	}
	defer trial.EndSession(ctx)
	if err := trial.StartTransaction(); err != nil {
		return false, err
	}
	_, err = r.call(ctx, o, &session{Session: trial, isOpen: true}, "")
	// It is there to be aborted, and may be already.
	_ = trial.AbortTransaction(ctx)
	var refused *ServerError
	if !errors.As(err, &refused) {
		return false, err
	}
	return refused.Code == writeConflict || refused.Code == notInTransaction, nil
}

// stepError returns the error of a step as its program sees it, nil for one that
// says nothing of the example: the connection broke, or the embedded database lacks
// something.
func stepError(err error) *example.StepError {
	var refused *ServerError
	var unsaved UnsavedError
	switch {
	case errors.As(err, &unsaved):
		return &example.StepError{Text: err.Error()}
	case errors.As(err, &refused) && refused.Code != example.NotImplemented:
		name := refused.Name
		if name == "" {
			name = example.CodeName(refused.Code)
		}
		return &example.StepError{Code: refused.Code, Name: name}
	}
	return nil
}
