package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// explore runs the clients of "explore" in all of their orders, in the example's
// database made anew, and compares how these end with what the file expects. The steps
// have run through the driver before, as those of a move (see tryMove).
func (r *verification) explore(ctx context.Context) {
	x := r.example.Explore
	r.runner.Close(ctx)
	var client run.Client = database{sender{db: r.db}}
	if r.direct != nil {
		client = r.direct
	}
	r.runner = run.New(client, r.example, r.result.Size)
	if err := r.db.Drop(ctx); err != nil {
		r.reportUnexplored(ctx, err)
		return
	}
	exploration := run.Exploration{
		Client: client, Example: r.example, IsSample: r.options.SampleOrders,
	}
	orders, err := exploration.Run(ctx)
	var many *run.TooManyError
	switch {
	case errors.As(err, &many):
		r.list.Add(r.example.Message(x.Pos, tooManyOrders(many), fewerOrders(r.example, many)))
	case err != nil:
		r.reportUnexplored(ctx, err)
	default:
		r.leaveOutGenerated(ctx, orders.Bad())
		r.orders = orders
		r.checkOrders(x, orders)
	}
}

// leaveOutGenerated leaves out of an order, which pages show, what would be another in
// the next run: the time, and an _id that the driver or the database made.
func (r *verification) leaveOutGenerated(ctx context.Context, order *example.Order) {
	if order == nil {
		return
	}
	for i := range order.Moments {
		m := &order.Moments[i]
		if varies(&r.example.Explore.Steps[m.Step]) {
			m.Value, m.Changes = bson.RawValue{}, nil
			continue
		}
		m.Changes = r.withoutGenerated(ctx, m.Changes)
		if r.hasGenerated(ctx, m.Value) {
			m.Value = bson.RawValue{}
		}
	}
	for i := range order.Failed {
		if f := &order.Failed[i]; r.hasGenerated(ctx, f.Value) {
			f.Value = bson.RawValue{}
		}
	}
}

// reportUnexplored reports that orders could not be run.
func (r *verification) reportUnexplored(ctx context.Context, err error) {
	pos, what := r.example.Explore.Pos, "the orders can't be explored"
	var failed *run.StepFailedError
	if errors.As(err, &failed) {
		pos, what = failed.Step.Operation.Pos, fmt.Sprintf("the step %q can't be explored", failed.Step.ID)
	}
	if r.endIfLate(ctx, cmp.Or(err, ctx.Err()), pos) {
		return
	}
	f := r.failureOf(err)
	r.refuse(f)
	r.list.Add(r.example.Message(pos, what+": "+f.String(), ""))
}

func tooManyOrders(e *run.TooManyError) string {
	number := fmt.Sprint(e.Orders)
	if e.Orders == run.MostCounted || e.AtLeast {
		number = "at least " + number
	}
	return fmt.Sprintf(`"explore" has %s orders, more than %d`, number, run.MostOrders)
}

// fewerOrders says what to take out of an "explore" with too many orders.
func fewerOrders(e *example.Example, many *run.TooManyError) string {
	x := e.Explore
	longest := x.Clients[0]
	for _, client := range x.Clients {
		if len(client.Steps) > len(longest.Steps) {
			longest = client
		}
	}
	steps := fmt.Sprintf("take steps out of %q, which has %d", longest.Name, len(longest.Steps))
	switch {
	case many.AtLeast && x.Again != nil:
		return steps + `, or let fewer clients begin again`
	case x.Crashes && !many.AtLeast && many.WithoutCrashes <= run.MostOrders:
		return fmt.Sprintf(`leave out "crashes", without which there are %d, or %s`, many.WithoutCrashes, steps)
	}
	return steps
}

// checkOrders compares the numbers of orders with those that the file expects.
func (r *verification) checkOrders(x *example.Explore, got *example.Orders) {
	want := x.Expect
	isFull := !got.Sampled
	switch {
	case want != nil && (isFull && want.OrderCounts == got.OrderCounts || !isFull && !hasUnexpected(want.OrderCounts, got.OrderCounts)):
		return
	case r.options.Update && isFull && want == nil:
		r.edits = append(r.edits, ejson.Edit{Start: x.After, End: x.After, Before: `, "expect": `, Value: countsValue(got.OrderCounts)})
		return
	case r.options.Update && isFull:
		r.edits = append(r.edits, ejson.Edit{Start: want.Start, End: want.End, Value: countsValue(got.OrderCounts)})
		return
	}
	pos, text, shown := x.Pos, `"explore" does not say what it expects: `+countedOrders(got.OrderCounts), got.Bad()
	if want != nil {
		pos = r.example.Within(want.Pos, differentCount(want.OrderCounts, got.OrderCounts))
		text = fmt.Sprintf("%s, not %s", countedOrders(got.OrderCounts), countedOrders(want.OrderCounts))
		shown = moreThanExpected(want.OrderCounts, got)
	}
	m := r.example.Message(pos, text, updateHint(r.example))
	if want == nil {
		m.Hint = updateCommand(r.example)
	}
	m.Detail, m.Update = timeline(r.example, shown), r.example.Name
	r.list.Add(m)
}

// hasUnexpected reports whether an outcome came that is not expected at all.
func hasUnexpected(want, got example.OrderCounts) bool {
	return want.Hold == 0 && got.Hold > 0 || want.Repaired == 0 && got.Repaired > 0 || want.Lost == 0 && got.Lost > 0
}

func countsValue(c example.OrderCounts) *ejson.Value {
	value := bson.D{}
	for _, key := range example.OrderKeys {
		value = append(value, bson.E{Key: key, Value: int32(*c.Count(key))})
	}
	return ejson.FromBSON(ejson.MustRaw(value))
}

func countedOrders(c example.OrderCounts) string {
	if c.Orders == 1 {
		return fmt.Sprintf("1 order (hold %d, repaired %d, lost %d)", c.Hold, c.Repaired, c.Lost)
	}
	return fmt.Sprintf("%d orders (hold %d, repaired %d, lost %d)", c.Orders, c.Hold, c.Repaired, c.Lost)
}

// differentCount returns the key of the worst number that differs; "expect" itself if
// it leaves that out.
func differentCount(want, got example.OrderCounts) string {
	for _, key := range []string{"lost", "repaired", "hold"} {
		if *want.Count(key) != *got.Count(key) {
			return key
		}
	}
	return "orders"
}

// moreThanExpected returns the shortest order of the worst outcome that came more often
// than expected, nil if none but the good one did.
func moreThanExpected(want example.OrderCounts, got *example.Orders) *example.Order {
	for _, outcome := range []example.Outcome{example.Lost, example.Repaired} {
		if *got.Of(outcome) > *want.Of(outcome) {
			return got.Shortest[outcome]
		}
	}
	return nil
}

// timeline writes an order down, a line a step: who, which, what it returned.
func timeline(e *example.Example, o *example.Order) string {
	if o == nil {
		return ""
	}
	x := e.Explore
	var lines [][3]string
	for _, m := range o.Moments {
		s, result := &x.Steps[m.Step], returned(m.Value, m.Error)
		if d, _ := example.Describe(s.Operation.Name); d.On == example.OnSession && m.Error == nil {
			result = "" // always null
		}
		lines = append(lines, [3]string{x.Clients[m.Client].Name, s.ID, strings.Join(nonempty(result, then(x, m)), "; ")})
	}
	for _, f := range o.Failed {
		hold := x.Holds[f.Hold]
		lines = append(lines, [3]string{"", hold.ID, returned(f.Value, f.Error) + ", not " + inLine(hold.Expect.Value)})
	}
	widths := [2]int{}
	for _, line := range lines {
		widths[0], widths[1] = max(widths[0], len(line[0])), max(widths[1], len(line[1]))
	}
	text := "the shortest order that is " + o.Outcome.String() + why[o.Why] + ":"
	for _, line := range lines {
		text += strings.TrimRight(fmt.Sprintf("\n%-*s  %-*s  %s", widths[0], line[0], widths[1], line[1], line[2]), " ")
	}
	return text
}

var why = [...]string{
	example.WhyNot:         "",
	example.WhyNoRepair:    "",
	example.WhyRepairFails: ", as a step of the repair fails",
	example.WhyStillFails:  ", in spite of the repair",
	example.WhyUnstable:    ", as the repair changes something when it is done once more",
}

func then(x *example.Explore, m example.Moment) string {
	switch m.Then {
	case example.ThenRepeats:
		return "the reply is lost, so it is sent again"
	case example.ThenCrashes:
		return "the client stops for good"
	case example.ThenBeginsAgain:
		return "it begins again with " + x.Steps[m.From].ID
	case example.ThenIsDone:
		return "the client is done"
	case example.ThenFails:
		return "the program fails"
	case example.ThenGivesUp:
		return "it has begun again too often, and gives up"
	}
	return ""
}

func returned(value bson.RawValue, failed *example.StepError) string {
	switch {
	case failed != nil && failed.Code == 0:
		return failed.Text
	case failed != nil:
		return fmt.Sprintf("%d %s", failed.Code, failed.Name)
	}
	return inLine(value)
}

// longestInLine is how much of a value a line of a timeline shows.
const longestInLine = 160

func inLine(v bson.RawValue) string {
	text := []rune(strings.Join(strings.Fields(printed(v)), " "))
	if len(text) > longestInLine {
		return string(text[:longestInLine]) + "…"
	}
	return string(text)
}

func nonempty(texts ...string) (kept []string) {
	for _, text := range texts {
		if text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}
