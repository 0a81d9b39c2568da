package example

import (
	"fmt"
	"slices"

	"modelbook/generator/ejson"
)

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
		r.done(v.Get("done"), x)
	}
	r.holds(v.Get("holds"), x)
	r.repair(v.Get("repair"), x)
	r.expectedOrders(v.Get("expect"), x)
}

// furtherSteps reads steps that are not run in the order of the file.
func (r *reader) furtherSteps(v *ejson.Value, x *Explore) {
	clear(r.dead) // they live here
	for _, item := range r.array(v, `"steps"`) {
		if !r.object(item, "the step", furtherKeys) {
			continue
		}
		step := r.readStep(item)
		r.checkFurther(item, step)
		x.Steps = append(x.Steps, step)
	}
}

// exploredClients reads the clients and their steps. A step may be one that is not
// sent in the order of the file, because its client dies: that is tried here.
func (r *reader) exploredClients(v *ejson.Value, x *Explore) {
	if !r.kind(v, `"clients"`, ejson.Object) {
		return
	}
	for _, m := range v.Members {
		client := ExploredClient{Name: m.Key, Pos: r.text.Pos(m.Start), Steps: r.stepsNamed(r.array(m.Value, fmt.Sprintf("the client %q", m.Key)))}
		x.Clients = append(x.Clients, client)
	}
	r.checkClients(v, x)
}

// stepsNamed reads the ids of steps, of which it leaves out unknown ones.
func (r *reader) stepsNamed(items []*ejson.Value) []int {
	var steps []int
	for _, item := range items {
		if i, ok := r.stepNamed(item, "a step", r.example.Explore.Steps); ok {
			steps = append(steps, i)
		}
	}
	return steps
}

// again reads after which steps clients begin again.
func (r *reader) again(v *ejson.Value, x *Explore) {
	if v == nil || !r.kind(v, `"again"`, ejson.Object) {
		return
	}
	for _, m := range v.Members {
		condition, ok := r.condition(m, againKeys)
		from, isKnown := r.stepNamed(m.Value.Get("from"), `"from"`, x.Steps)
		if ok && isKnown && r.checkAgain(m, condition.Step, from) {
			x.Again = append(x.Again, Again{condition, from})
		}
	}
}

// done reads after which steps clients are done.
func (r *reader) done(v *ejson.Value, x *Explore) {
	if v == nil || !r.kind(v, `"done"`, ejson.Object) {
		return
	}
	for _, m := range v.Members {
		if condition, ok := r.condition(m, doneKeys); ok && r.checkDone(m, condition) {
			x.Done = append(x.Done, condition)
		}
	}
}

// condition reads what a step returns for its client to leave the order of its steps,
// from a member with these keys. It reports whether there is no mistake.
func (r *reader) condition(m ejson.Member, keys string) (Condition, bool) {
	step := r.stepsNamed([]*ejson.Value{{Kind: ejson.String, Text: m.Key, Start: m.Start}})
	if !r.object(m.Value, fmt.Sprintf("what follows %q", m.Key), keys) || len(step) == 0 {
		return Condition{}, false
	}
	return Condition{Step: step[0], When: raw(r.value(m.Value.Get("when")))}, true
}

// holds reads what must be true after each order.
func (r *reader) holds(v *ejson.Value, x *Explore) {
	for _, item := range r.array(v, `"holds"`) {
		if !r.object(item, `an entry of "holds"`, holdKeys) {
			continue
		}
		before := len(r.list)
		id, operation := item.Get("id"), item.Get("operation")
		r.isRepeated = false
		hold := Step{ID: r.id(id, `"id"`), Pos: r.text.Pos(id.Start), Operation: r.operation(operation), After: operation.End}
		r.unordered(item.Get("unordered"), &hold)
		hold.Expect = r.expectation(item.Get("expectResult"))
		if len(r.list) == before && r.checkHold(item, hold) {
			x.Holds = append(x.Holds, hold)
		}
	}
	r.checkHolds(v)
}

// repair reads the steps that repair what does not hold.
func (r *reader) repair(v *ejson.Value, x *Explore) {
	x.Repair = r.stepsNamed(r.array(v, `"repair"`))
	r.checkRepair(v, x)
}
