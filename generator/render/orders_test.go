package render

import (
	"fmt"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// booked is an example whose two clients took these orders.
func booked(orders *example.Orders) *example.Result {
	step := func(id, operation string) example.Step {
		return example.Step{ID: id, Operation: example.Operation{Name: operation, Object: "huts", Arguments: bson.D{{Key: "filter", Value: bson.D{}}}}}
	}
	unsent := step("dies", "deleteOne")
	unsent.Unsent = true
	e := &example.Example{Name: "huts", Steps: []example.Step{step("reads", "findOne"), step("deletes", "deleteOne"), unsent}}
	hold := step("none", "countDocuments")
	hold.Expect = &example.Expectation{Value: ejson.MustRaw(int32(0))}
	e.Explore = &example.Explore{
		Steps: append(e.Steps[:3:3], step("extra", "deleteOne")), Holds: []example.Step{hold},
		Clients: []example.ExploredClient{{Name: "anna", Steps: []int{0, 1}}, {Name: "bo", Steps: []int{3, 2}}},
		Expect:  &example.ExpectedOrders{OrderCounts: example.OrderCounts{Orders: 3, Hold: 2, Lost: 1}},
	}
	return &example.Result{Example: e, Orders: orders}
}

// Orders are grouped by what happens in them, and within that by how they end.
func TestOrderGroups(t *testing.T) {
	repeated := example.Way{{Mishap: example.ThenRepeats}}
	all := &example.Orders{OrderCounts: example.OrderCounts{Orders: 4, Hold: 2, Repaired: 1, Lost: 1}, Ends: []example.OrderEnd{
		{Outcome: example.Lost, Way: repeated}, {Outcome: example.Repaired}, {Outcome: example.Holds, Way: repeated}, {Outcome: example.Holds},
	}}
	for _, c := range []struct {
		orders *example.Orders
		status example.Status
		want   string
	}{
		{all, example.Passed, "[{calm [hold repaired]} {twice [hold lost]}]"},
		{&example.Orders{OrderCounts: example.OrderCounts{Orders: 2, Hold: 1, Lost: 1}, Sampled: true}, example.Passed, "[{ [hold hold lost]}]"},
		{nil, example.Skipped, "[]"},
	} {
		r := booked(c.orders)
		r.Status = c.status
		drawn, err := OrdersOf([]*example.Result{r, r})
		if err != nil || len(drawn.Models) != 2 || fmt.Sprint(drawn.Models[1].Groups) != c.want || drawn.Models[0].Bad != nil {
			t.Errorf("%+v, %v, not %s", drawn, err, c.want)
		}
	}
}

// The worst order of a single example shows for each moment the documents that it
// changes, or else its result, and at the end what does not hold. A step that only this order
// sends has no name on the page.
func TestTimeline(t *testing.T) {
	before := bson.Raw(ejson.MustRaw(bson.D{{Key: "_id", Value: int32(1)}}).Value)
	bad := &example.Order{
		Outcome: example.Lost, Failed: []example.FailedHold{{Hold: 0, Value: ejson.MustRaw(int32(1))}},
		Moments: []example.Moment{
			{Client: 0, Step: 0, Value: ejson.MustRaw(bson.D{{Key: "_id", Value: int32(1)}})},
			{Client: 1, Step: 3, Value: ejson.MustRaw(bson.D{{Key: "deletedCount", Value: int32(1)}}), Changes: []example.Change{{Collection: "huts", Before: before}}, Then: example.ThenCrashes},
			{Client: 1, Step: 2, Then: example.ThenIsDone, Value: ejson.MustRaw(bson.D{{Key: "deletedCount", Value: int32(0)}})},
			{Client: 0, Step: 1, Error: &example.StepError{Code: 112, Name: "WriteConflict"}, Then: example.ThenFails},
		},
	}
	drawn, err := OrdersOf([]*example.Result{booked(&example.Orders{Shortest: [3]*example.Order{example.Lost: bad}})})
	if err != nil {
		t.Fatal(err)
	}
	line := drawn.Models[0].Bad
	var got []string
	for _, m := range line.Moments {
		last := m.Outcome[len(m.Outcome)-1]
		got = append(got, fmt.Sprintf("%s %q %q %T", line.Clients[m.Client], m.Step, m.Then, last))
	}
	want := []string{
		`anna "reads" "" figure.Listing`, `bo "" "crashes" figure.ChangedDocuments`, `bo "" "done" figure.Listing`, `anna "deletes" "fails" figure.Failure`,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || line.Outcome != "lost" {
		t.Errorf("%s: %q", line.Outcome, got)
	}
	if len(line.Failed) != 1 || len(line.Failed[0].Outcome) != 4 {
		t.Fatalf("%+v", line.Failed)
	}
	if is, due := line.Failed[0].Outcome[1].(figure.Listing), line.Failed[0].Outcome[3].(figure.Listing); is.Code.Text() != "1\n" || due.Code.Text() != "0\n" {
		t.Errorf("%q, not %q", is.Code.Text(), due.Code.Text())
	}
}
