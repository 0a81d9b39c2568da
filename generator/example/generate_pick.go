package example

import (
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// pickMaker reads {"$$pick": [a, b, …]}: one of them, each as often; or
// {"$$pick": {"values": […], "weights": […]}}, where a weight of 3 is drawn
// three times as often as one of 1; or {"$$pick": {"values": […], "order":
// "turns"}}, the first, the next, after the last the first again.
func (r *reader) pickMaker(v *ejson.Value) template {
	values := v
	if v.Kind == ejson.Object {
		if !r.object(v, `"$$pick"`, "values! weights order") {
			return nothing
		}
		values = v.Get("values")
	}
	items := r.templates(r.array(values, `"$$pick"`))
	if len(items) == 0 {
		r.errorf(v.Start, "", `"$$pick" has nothing to pick from`)
		return nothing
	}
	weights, order := v.Get("weights"), v.Get("order")
	switch {
	case weights != nil && order != nil, v.Kind == ejson.Object && weights == nil && order == nil:
		r.errorf(v.Start, `of values alone write an array`, `"$$pick" has one of "weights" and "order" beside its "values"`)
		return nothing
	case order != nil && r.takesTurns(order):
		turn := r.takeTurns()
		return func(m *making, out []byte) (bson.Type, []byte) { return items[turn(m)%uint64(len(items))](m, out) }
	}
	limits := r.weights(weights, len(items))
	if limits == nil {
		return nothing
	}
	total := limits[len(limits)-1]
	return func(m *making, out []byte) (bson.Type, []byte) {
		drawn := m.random.below(total)
		i, found := slices.BinarySearch(limits, drawn)
		if found {
			i++ // a limit is the first number of the next value
		}
		return items[i](m, out)
	}
}

// weights returns for each of n values the sum of the weights up to it; without
// weights each counts as one.
func (r *reader) weights(v *ejson.Value, n int) (limits []uint64) {
	if v == nil {
		for i := range n {
			limits = append(limits, uint64(i)+1)
		}
		return limits
	}
	items := r.array(v, `"weights"`)
	if len(items) != n {
		r.errorf(v.Start, "", "there are %d weights for %d values", len(items), n)
		return nil
	}
	total := uint64(0)
	for i, item := range items {
		weight, ok := r.integer(item, fmt.Sprintf("the weight of value %d", i+1), 1, 1_000_000)
		if !ok {
			return nil
		}
		total += uint64(weight)
		limits = append(limits, total)
	}
	return limits
}
