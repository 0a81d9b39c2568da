//go:build !js

package example

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// mostExplored is how many clients may be explored.
const mostExplored = 6

// mostSteps is how many steps each of them may have.
const mostSteps = 20

// stepNamed returns the index of the step that v names.
func (r *reader) stepNamed(v *ejson.Value, what string, among []Step) (i int, ok bool) {
	id := r.string(v, what)
	i = slices.IndexFunc(among, func(s Step) bool { return s.ID == id })
	if i < 0 && id != "" {
		r.errorf(v.Start, diag.Suggest(id, "steps", stepIDs(among)), "there is no step %q", id)
	}
	return i, i >= 0
}

// checkFurther checks that a further step has a name of its own.
func (r *reader) checkFurther(v *ejson.Value, step Step) {
	if slices.Contains(stepIDs(r.example.Explore.Steps), step.ID) {
		r.errorf(v.Get("id").Start, "", "the id %q comes twice", step.ID)
	}
}

// checkClients checks that the clients are few and have names, and steps that they can
// take.
func (r *reader) checkClients(v *ejson.Value, x *Explore) {
	if n := len(v.Members); n == 0 || n > mostExplored {
		r.errorf(v.Start, "", `"clients" has %d clients, not 1 to %d`, n, mostExplored)
	}
	takenBy := map[string]string{}
	for c, m := range v.Members {
		if !idPattern.MatchString(m.Key) {
			r.errorf(m.Start, "a-z, 0-9 and single hyphens", "%q is not a name for a client", m.Key)
		}
		items := m.Value.Items
		if m.Value.Kind == ejson.Array && len(items) == 0 {
			r.errorf(m.Value.Start, `name its steps: "anna": ["anna-reads", "anna-writes"]`, "the client %q has no steps", m.Key)
		}
		if len(items) > mostSteps {
			r.errorf(m.Value.Start, "", "the client %q has %d steps, more than %d", m.Key, len(items), mostSteps)
			continue
		}
		for _, item := range items {
			r.checkStepOf(m.Key, item, takenBy)
		}
		if steps := x.Clients[c].Steps; len(steps) == len(items) {
			r.selfContained(items, steps, fmt.Sprintf("the client %q", m.Key))
		}
	}
}

// checkStepOf checks a step of a client. takenBy has the clients of steps by their ids.
func (r *reader) checkStepOf(client string, v *ejson.Value, takenBy map[string]string) {
	i := slices.IndexFunc(r.example.Explore.Steps, func(s Step) bool { return s.ID == v.Text })
	if i < 0 {
		return
	}
	step := &r.example.Explore.Steps[i]
	switch owner, isTaken := takenBy[step.ID]; {
	case isTaken && owner == client:
		r.errorf(v.Start, "", "the client %q has the step %q twice", owner, step.ID)
	case isTaken:
		r.errorf(v.Start, "a step is sent by one client", "the step %q is the client %q's already", step.ID, owner)
	case step.Client != "" && step.Client != client:
		r.errorf(v.Start, "", "the step %q is sent by the client %q", step.ID, step.Client)
	}
	takenBy[step.ID] = client
	r.explorable(v, step)
}

// explorable refuses steps that are more than a request, and change streams, which
// wait for others.
func (r *reader) explorable(v *ejson.Value, s *Step) {
	d, _ := Describe(s.Operation.Name)
	switch {
	case s.Repeats():
		r.errorf(v.Start, "write a step that is sent once", "the step %q is sent several times, between which others could come", s.ID)
	case s.Alongside != "":
		r.errorf(v.Start, "write a step that is sent by itself", "the step %q is sent together with another, in no order", s.ID)
	case d.On == OnStream || d.Returns == ReturnsStream:
		r.errorf(v.Start, "", "the step %q has to do with a change stream, whose events are not explored", s.ID)
	}
}

// selfContained checks that steps which follow each other save what they use, and
// begin the transactions that they end.
func (r *reader) selfContained(items []*ejson.Value, steps []int, who string) {
	saved, isOpen := map[string]bool{}, map[string]bool{}
	for n, i := range steps {
		s := &r.example.Explore.Steps[i]
		at := items[n].Start
		for _, name := range savedNames(s.Operation.Arguments) {
			if !saved[name] {
				r.errorf(at, "", "the step %q uses %q, which no earlier step of %s saves", s.ID, name, who)
			}
		}
		saved[s.Save] = true
		switch name := s.Operation.Name; {
		case name == "startTransaction" && isOpen[s.Session]:
			r.errorf(at, "", "the transaction before the step %q has not ended", s.ID)
		case name == "startTransaction":
			isOpen[s.Session] = true
		case s.Session != "" && !isOpen[s.Session]:
			r.errorf(at, "let a step with startTransaction come before it", "the step %q is part of no transaction that %s begins", s.ID, who)
		case name == "commitTransaction" || name == "abortTransaction":
			isOpen[s.Session] = false
		}
	}
	for _, session := range sortedKeys(isOpen) {
		if isOpen[session] {
			r.errorf(items[0].Start, "let it end with commitTransaction", "%s does not end the transaction of the session %q", who, session)
		}
	}
}

// savedNames returns the names of saved values that arguments use.
func savedNames(arguments any) (names []string) {
	switch v := arguments.(type) {
	case bson.A:
		for _, item := range v {
			names = append(names, savedNames(item)...)
		}
	case bson.D:
		for _, e := range v {
			if path, ok := e.Value.(string); ok && e.Key == PlaceSaved {
				name, _, _ := strings.Cut(path, ".")
				names = append(names, name)
			}
			names = append(names, savedNames(e.Value)...)
		}
	}
	return names
}

// checkAgain checks that a client has the step after which it begins again, and the one
// from which it does.
func (r *reader) checkAgain(m ejson.Member, step, from int) bool {
	c := r.clientWith(m, step)
	if c == nil {
		return false
	}
	x := r.example.Explore
	at, id := m.Value.Get("from").Start, x.Steps[from].ID
	first, last := slices.Index(c.Steps, from), slices.Index(c.Steps, step)
	switch {
	case first < 0:
		r.errorf(at, "begin again from one of its further", "the client %q does not have the step %q", c.Name, id)
	case first > last:
		r.errorf(at, "", "the step %q comes after %q, not before it", id, m.Key)
	case r.isWithinTransaction(c.Steps[:first+1]):
		r.errorf(at, "begin again where it starts, or before", "the step %q is in the middle of a transaction", id)
	default:
		return true
	}
	return false
}

// checkDone looks at a step after which its client is done.
func (r *reader) checkDone(m ejson.Member, done Condition) bool {
	c := r.clientWith(m, done.Step)
	if c == nil {
		return false
	}
	isSame := func(a Again) bool { return a.Step == done.Step && a.When.Equal(done.When) }
	switch {
	case done.Step == c.Steps[len(c.Steps)-1]:
		r.errorf(m.Start, "name a step with others behind it", "the step %q is the last of the client %q, which is done anyway", m.Key, c.Name)
	case slices.ContainsFunc(r.example.Explore.Again, isSame):
		r.errorf(m.Value.Get("when").Start, "", "the client %q begins again then", c.Name)
	default:
		return true
	}
	return false
}

// clientWith returns the client that has the step that a member names, nil if none has.
func (r *reader) clientWith(m ejson.Member, step int) *ExploredClient {
	clients := r.example.Explore.Clients
	i := slices.IndexFunc(clients, func(c ExploredClient) bool { return slices.Contains(c.Steps, step) })
	if i < 0 {
		r.errorf(m.Start, "", "no client has the step %q", m.Key)
		return nil
	}
	return &clients[i]
}

// isWithinTransaction reports whether the last of some steps is part of a
// transaction that an earlier one has started.
func (r *reader) isWithinTransaction(steps []int) bool {
	last := r.example.Explore.Steps[steps[len(steps)-1]]
	return last.Session != "" && last.Operation.Name != "startTransaction"
}

// checkHold checks that an entry of "holds" has a name of its own, and only reads.
func (r *reader) checkHold(v *ejson.Value, hold Step) bool {
	before, operation := len(r.list), v.Get("operation")
	r.string(v.Get("note"), `"note"`)
	d, names := hold.Operation.descriptor(), savedNames(hold.Operation.Arguments)
	switch {
	case slices.Contains(slices.Concat(stepIDs(r.example.Explore.Steps), stepIDs(r.example.Explore.Holds)), hold.ID):
		r.errorf(v.Get("id").Start, "", "the id %q comes twice", hold.ID)
	case d.On > OnEither || hold.Operation.Effect() != EffectNothing:
		r.errorf(operation.Start, "find out what is there with find or aggregate", "%s does more than to read", d.Name)
	case len(names) > 0:
		r.errorf(operation.Start, "write the value out", "%q is not known to all orders", names[0])
	default:
		r.order(hold, operation)
	}
	return len(r.list) == before
}

// checkHolds checks that something must hold.
func (r *reader) checkHolds(v *ejson.Value) {
	if v.Kind == ejson.Array && len(v.Items) == 0 {
		r.errorf(v.Start, "say what must be true in the end", `"holds" is empty`)
	}
}

// checkRepair checks that the repair has steps, which need no others.
func (r *reader) checkRepair(v *ejson.Value, x *Explore) {
	if v == nil {
		return
	}
	if v.Kind == ejson.Array && len(v.Items) == 0 {
		r.errorf(v.Start, "leave it out if nothing is repaired", `"repair" has no steps`)
	}
	for _, step := range x.Repair {
		item := v.Items[slices.IndexFunc(v.Items, func(item *ejson.Value) bool { return item.Text == x.Steps[step].ID })]
		r.explorable(item, &x.Steps[step])
	}
	if len(x.Repair) == len(v.Items) {
		r.selfContained(v.Items, x.Repair, "the repair")
	}
}

// expectedOrders reads "expect". A number that is left out is 0.
func (r *reader) expectedOrders(v *ejson.Value, x *Explore) {
	if v == nil || !r.object(v, `"expect"`, ordersKeys) {
		return
	}
	x.Expect = &ExpectedOrders{Pos: r.text.Pos(v.Start), Start: v.Start, End: v.End}
	for _, m := range v.Members {
		n, _ := r.integer(m.Value, fmt.Sprintf("%q", m.Key), 0, 1<<31-1)
		*x.Expect.Count(m.Key) = int(n)
	}
}
