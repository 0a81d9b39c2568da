//go:build !js

package example

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// mostExplored is how many clients may be explored.
const mostExplored = 6

// mostSteps is how many steps each of them may have.
const mostSteps = 20

func (r *reader) explore(v *ejson.Value) {
	if v == nil || !r.object(v, `"explore"`, exploreKeys) {
		return
	}
	x := &Explore{Steps: slices.Clone(r.example.Steps), Pos: r.text.Pos(v.Start), After: v.Members[len(v.Members)-1].Value.End}
	r.example.Explore = x
	before := len(r.list)
	r.furtherSteps(v.Get("steps"), x)
	r.exploredClients(v.Get("clients"), x)
	if crashes := v.Get("crashes"); crashes != nil {
		x.Crashes = r.boolean(crashes, `"crashes"`)
	}
	if len(r.list) == before {
		r.again(v.Get("again"), x)
	}
	r.holds(v.Get("holds"), x)
	r.repair(v.Get("repair"), x)
	x.Expect = r.expectedOrders(v.Get("expect"))
}

// furtherSteps reads steps that are not run in the order of the file.
func (r *reader) furtherSteps(v *ejson.Value, x *Explore) {
	clear(r.dead) // they live here
	for _, item := range r.array(v, `"steps"`) {
		if !r.object(item, "the step", furtherKeys) {
			continue
		}
		step := r.readStep(item)
		if slices.Contains(stepIDs(r.example.Explore.Steps), step.ID) {
			r.errorf(item.Get("id").Start, "", "the id %q comes twice", step.ID)
		}
		x.Steps = append(x.Steps, step)
	}
}

// exploredClients reads the clients and their steps. A step may be one that is not
// sent in the order of the file, because its client dies: that is tried here.
func (r *reader) exploredClients(v *ejson.Value, x *Explore) {
	if !r.kind(v, `"clients"`, ejson.Object) {
		return
	}
	if n := len(v.Members); n == 0 || n > mostExplored {
		r.errorf(v.Start, "", `"clients" has %d clients, not 1 to %d`, n, mostExplored)
	}
	takenBy := map[int]string{}
	for _, m := range v.Members {
		if !idPattern.MatchString(m.Key) {
			r.errorf(m.Start, "a-z, 0-9 and single hyphens", "%q is not a name for a client", m.Key)
		}
		client := ExploredClient{Name: m.Key, Pos: r.text.Pos(m.Start)}
		items := r.array(m.Value, fmt.Sprintf("the client %q", m.Key))
		if m.Value.Kind == ejson.Array && len(items) == 0 {
			r.errorf(m.Value.Start, `name its steps: "anna": ["anna-reads", "anna-writes"]`, "the client %q has no steps", m.Key)
		}
		if len(items) > mostSteps {
			r.errorf(m.Value.Start, "", "the client %q has %d steps, more than %d", m.Key, len(items), mostSteps)
			continue
		}
		for _, item := range items {
			i, ok := r.stepNamed(item, "a step", r.example.Explore.Steps)
			if !ok {
				continue
			}
			step := &r.example.Explore.Steps[i]
			switch owner, isTaken := takenBy[i]; {
			case isTaken && owner == m.Key:
				r.errorf(item.Start, "", "the client %q has the step %q twice", owner, step.ID)
			case isTaken:
				r.errorf(item.Start, "a step is sent by one client", "the step %q is the client %q's already", step.ID, owner)
			case step.Client != "" && step.Client != m.Key:
				r.errorf(item.Start, "", "the step %q is sent by the client %q", step.ID, step.Client)
			}
			takenBy[i] = m.Key
			r.explorable(item, step)
			client.Steps = append(client.Steps, i)
		}
		if len(client.Steps) == len(items) {
			r.selfContained(items, client.Steps, fmt.Sprintf("the client %q", m.Key))
		}
		x.Clients = append(x.Clients, client)
	}
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

// again reads after which steps clients begin again.
func (r *reader) again(v *ejson.Value, x *Explore) {
	if v == nil || !r.kind(v, `"again"`, ejson.Object) {
		return
	}
	for _, m := range v.Members {
		id := &ejson.Value{Kind: ejson.String, Text: m.Key, Start: m.Start}
		step, known := r.stepNamed(id, "a step", r.example.Explore.Steps)
		if !r.object(m.Value, fmt.Sprintf("what follows %q", m.Key), againKeys) || !known {
			continue
		}
		from, ok := r.stepNamed(m.Value.Get("from"), `"from"`, r.example.Explore.Steps)
		client := slices.IndexFunc(x.Clients, func(c ExploredClient) bool { return slices.Contains(c.Steps, step) })
		if client < 0 {
			r.errorf(m.Start, "", "no client has the step %q", m.Key)
		}
		if !ok || client < 0 {
			continue
		}
		c := x.Clients[client]
		first, last := slices.Index(c.Steps, from), slices.Index(c.Steps, step)
		switch {
		case first < 0:
			r.errorf(m.Value.Get("from").Start, "begin again from one of its further", "the client %q does not have the step %q", c.Name, r.example.Explore.Steps[from].ID)
		case first > last:
			r.errorf(m.Value.Get("from").Start, "", "the step %q comes after %q, not before it", r.example.Explore.Steps[from].ID, m.Key)
		case r.isWithinTransaction(c.Steps[:first+1]):
			r.errorf(m.Value.Get("from").Start, "begin again where it starts, or before", "the step %q is in the middle of a transaction", r.example.Explore.Steps[from].ID)
		}
		x.Again = append(x.Again, Again{Step: step, From: from, When: raw(r.value(m.Value.Get("when")))})
	}
}

// isWithinTransaction reports whether the last of some steps is part of a
// transaction that an earlier one has started.
func (r *reader) isWithinTransaction(steps []int) bool {
	last := r.example.Explore.Steps[steps[len(steps)-1]]
	return last.Session != "" && last.Operation.Name != "startTransaction"
}

// holds reads what must be true after each order.
func (r *reader) holds(v *ejson.Value, x *Explore) {
	items := r.array(v, `"holds"`)
	if v.Kind == ejson.Array && len(items) == 0 {
		r.errorf(v.Start, "say what must be true in the end", `"holds" is empty`)
	}
	ids := stepIDs(r.example.Explore.Steps)
	for _, item := range items {
		if !r.object(item, `an entry of "holds"`, holdKeys) {
			continue
		}
		before := len(r.list)
		id, operation := item.Get("id"), item.Get("operation")
		r.isRepeated = false
		hold := Step{ID: r.id(id, `"id"`), Pos: r.text.Pos(id.Start), Operation: r.operation(operation), After: operation.End}
		r.string(item.Get("note"), `"note"`)
		r.unordered(item.Get("unordered"), &hold)
		hold.Expect = r.expectation(item.Get("expectResult"))
		if slices.Contains(ids, hold.ID) {
			r.errorf(id.Start, "", "the id %q comes twice", hold.ID)
		}
		if ids = append(ids, hold.ID); len(r.list) > before {
			continue
		}
		if d := hold.Operation.descriptor(); d.On > OnEither || hold.Operation.Effect() != EffectNothing {
			r.errorf(operation.Start, "find out what is there with find or aggregate", "%s does more than to read", d.Name)
			continue
		}
		if names := savedNames(hold.Operation.Arguments); len(names) > 0 {
			r.errorf(operation.Start, "write the value out", "%q is not known to all orders", names[0])
		}
		r.order(hold, operation)
		x.Holds = append(x.Holds, hold)
	}
}

// repair reads the steps that repair what does not hold.
func (r *reader) repair(v *ejson.Value, x *Explore) {
	items := r.array(v, `"repair"`)
	if v != nil && v.Kind == ejson.Array && len(items) == 0 {
		r.errorf(v.Start, "leave it out if nothing is repaired", `"repair" has no steps`)
	}
	for _, item := range items {
		i, ok := r.stepNamed(item, "a step", r.example.Explore.Steps)
		if !ok {
			continue
		}
		r.explorable(item, &r.example.Explore.Steps[i])
		x.Repair = append(x.Repair, i)
	}
	if len(x.Repair) == len(items) {
		r.selfContained(items, x.Repair, "the repair")
	}
}

// expectedOrders reads "expect". A number that is left out is 0.
func (r *reader) expectedOrders(v *ejson.Value) *ExpectedOrders {
	if v == nil || !r.object(v, `"expect"`, ordersKeys) {
		return nil
	}
	expected := &ExpectedOrders{Pos: r.text.Pos(v.Start), Start: v.Start, End: v.End}
	for _, m := range v.Members {
		n, _ := r.integer(m.Value, fmt.Sprintf("%q", m.Key), 0, 1<<31-1)
		*expected.Count(m.Key) = int(n)
	}
	return expected
}
