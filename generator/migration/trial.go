// Package migration holds that a move between two models arrives.
//
// A Trial runs the steps of an example's move on the data of its first model, in a
// new database each time: once through, stopped anywhere and begun again, and with
// writes of old and new programs between any two steps. It compares what each ends in,
// holds it to the model at which the move arrives, and tries what guards each $merge.
// Lost finds fields that a move does not keep; it needs no database.
package migration

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// Trial tries the move of an example.
type Trial struct {
	Example *example.Example
	// Open makes a new empty database. The function that it returns drops it.
	Open func(context.Context) (run.Client, func(), error)
	// OnceThrough leaves out all tries but the one without a stop or a write.
	OnceThrough bool

	move      *example.Move
	beginning []bson.D // commands that make the first model
	runs      int
	list      diag.List
	states    map[string][]Collection // after the move and a write of the new program, by question
	first     []Collection            // after the move alone
	open      leeway
	kept      map[int]*run.Runner // what steps have saved, by the gap behind them; see beginAt
	chance    map[string]leeway   // with what is left to chance, by question, as far as known
	used      map[string]bool     // fields without whose leeway ends would differ
	reported  map[string]int      // messages by what they are about
	more      map[int]int         // how many tries failed as that of a message
}

// CheckNumber reports a move with too many tries, which is not to be run at all.
func CheckNumber(e *example.Example) diag.List {
	var list diag.List
	if _, number := Plan(e); number > MostTries {
		list.Add(e.Message(e.Move.Pos, fmt.Sprintf("the move would be tried in %d ways or more, and at most %d are", number, MostTries),
			"let fewer steps repeat, or each less often; or move models that answer fewer questions"))
	}
	return list
}

// Run returns how often the move has run, and messages. Its error says why it could not
// run at all.
func (t *Trial) Run(ctx context.Context) (int, diag.List, error) {
	t.move, t.states, t.reported, t.more = t.Example.Move, map[string][]Collection{}, map[string]int{}, map[int]int{}
	t.kept = map[int]*run.Runner{}
	defer t.dropKept(context.WithoutCancel(ctx))
	t.open, t.chance, t.used = leewayOf(t.move), map[string]leeway{}, map[string]bool{}
	tries, _ := Plan(t.Example)
	arrives, err := t.arrives(ctx)
	if err != nil || !arrives || t.OnceThrough {
		return t.runs, t.list, err
	}
	for _, try := range tries {
		if _, isKnown := t.reported["stop"]; isKnown && try.Again && try.Program != "" {
			continue // a stop fails without a write
		}
		if err := t.try(ctx, try); err != nil {
			return t.runs, t.list, err
		}
	}
	if len(t.list) == 0 {
		t.checkLeeway()
		if err := t.checkGuards(ctx, tries); err != nil {
			return t.runs, t.list, err
		}
	}
	for i, n := range t.more {
		t.list[i].Hint = fmt.Sprintf("%s; in all %d ways fail", t.list[i].Hint, n+1)
	}
	return t.runs, t.list, nil
}

func (t *Trial) add(pos diag.Pos, text, hint string) {
	t.list.Add(t.Example.Message(pos, text, hint))
}

// addOnce adds a message unless there is one about the same, whose tries it counts.
func (t *Trial) addOnce(about string, pos diag.Pos, text, hint string) {
	if i, known := t.reported[about]; known {
		t.more[i]++
		return
	}
	t.reported[about] = len(t.list)
	t.add(pos, text, hint)
}

// begin makes a new database with the data of the first model.
func (t *Trial) begin(ctx context.Context) (*moving, error) {
	client, drop, err := t.Open(ctx)
	if err != nil {
		return nil, err
	}
	e := t.Example
	m := &moving{trial: t, client: client, drop: drop, runner: run.New(client, e, e.FirstSize())}
	if t.beginning == nil {
		t.beginning, err = commandsOf(ctx, e)
	}
	for _, command := range t.beginning {
		if err == nil {
			_, err = client.Command(ctx, client.Database(), command)
		}
	}
	if err != nil {
		m.end(ctx)
		return nil, err
	}
	return m, nil
}

// commandsOf returns the commands that make the collections of an example and insert its
// data, which have been accepted before.
func commandsOf(ctx context.Context, e *example.Example) ([]bson.D, error) {
	var commands []bson.D
	data := e.Data(e.FirstSize()).Under(ctx)
	for i := range e.Collections {
		c := &e.Collections[i]
		commands = append(commands, c.Create())
		for _, index := range c.Indexes {
			commands = append(commands, index.Create(c.Name))
		}
		documents, size := bson.A{}, 0
		for d := range data.Documents(c.Name) {
			documents = append(documents, d.Raw)
			if size += len(d.Raw); len(documents) > mostDocuments || size > mostBytes {
				return nil, errLarge
			}
		}
		if wrong := data.Failure(); wrong != nil {
			return nil, errors.New(wrong.Text)
		}
		if len(documents) > 0 {
			commands = append(commands, bson.D{{Key: "insert", Value: c.Name}, {Key: "documents", Value: documents}})
		}
	}
	return commands, nil
}

// tick is longer than a server's clock takes from one time to the next: what is made by
// the clock differs in two runs only if they are as far apart.
const tick = 2 * time.Millisecond

// try runs one way through the move and compares its end.
func (t *Trial) try(ctx context.Context, way Try) error {
	want, err := t.wanted(ctx, way.Question)
	if err != nil || want == nil {
		return err
	}
	gaps, sent := len(t.move.Steps), way.Gap
	isPartly := way.Times > 0 && !way.Within
	if isPartly {
		sent--
	}
	m, err := t.beginAt(ctx, sent)
	if err != nil {
		return err
	}
	defer m.end(ctx)
	t.runs++
	if isPartly {
		err = m.times(ctx, sent, way.Times)
	}
	if way.Within {
		err = m.merge(ctx, way.Gap, way.Times, func() error { return t.writeAs(ctx, m, way) })
	} else if err == nil && way.Program != "" {
		if err = t.writeAs(ctx, m, way); errors.As(err, new(*stepError)) {
			t.report(way, "the write fails: "+err.Error())
			return nil
		}
	}
	from := way.Gap
	if way.Within {
		from++
	}
	if way.Again {
		from = 0
		m.again(ctx)
	}
	if err == nil {
		err = m.steps(ctx, from, gaps)
	}
	if errors.As(err, new(*stepError)) {
		t.report(way, "the move fails: "+err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	got, err := m.state(ctx)
	if err != nil {
		return err
	}
	open, isKnown := t.chance[way.Question]
	if !isKnown {
		open = t.open
	}
	d := compare(want, got, open)
	if d != nil && !isKnown {
		time.Sleep(tick)
		again, err := t.again(ctx, way.Question)
		if err != nil {
			return err
		}
		open = t.open.byChance(want, again)
		t.chance[way.Question] = open
		d = compare(want, got, open)
	}
	if d == nil {
		t.use(want, got, open)
	} else {
		t.report(way, "the move ends in something else: "+d.text)
	}
	return nil
}

// use notes which fields two states may differ in that differ in no others.
func (t *Trial) use(want, got []Collection, open leeway) {
	for _, f := range slices.Concat(t.move.Unordered, t.move.Ranks) {
		if !t.used[f.Field] && compare(want, got, open.without(f.Field)) != nil {
			t.used[f.Field] = true
		}
	}
}

// checkLeeway reports leeway of which no try made use.
func (t *Trial) checkLeeway() {
	for _, f := range slices.Concat(t.move.Unordered, t.move.Ranks) {
		if !t.used[f.Field] {
			t.add(f.Pos, fmt.Sprintf("all ways through the move end with the same order in %s", f.Field), "take it out")
		}
	}
}

// writeAs lets a program send the write of a try.
func (t *Trial) writeAs(ctx context.Context, m *moving, way Try) error {
	q := t.question(way.Question)
	if way.Program != "new" {
		if err := m.write(ctx, t.Example.From, q.From); err != nil {
			return err
		}
	}
	if way.Program != "old" {
		to := q.To
		if m.writesBoth = way.Program == "both"; m.writesBoth {
			to = t.unsent(q)
		}
		return m.write(ctx, t.move.To, to)
	}
	return nil
}

// unsent returns the steps by which the other model answers a question, without changes
// that the first model's steps are, too: a program that writes both sends those once.
func (t *Trial) unsent(q example.MovedQuestion) []int {
	sent := map[string]int{}
	for _, i := range q.From {
		sent[changeOf(&t.Example.From.Steps[i])]++
	}
	return slices.DeleteFunc(slices.Clone(q.To), func(i int) bool {
		change := changeOf(&t.move.To.Steps[i])
		if change == "" || sent[change] == 0 {
			return false
		}
		sent[change]--
		return true
	})
}

// changeOf returns what tells the change that a step makes from others, or "" if it is
// to be sent in any case: it changes nothing, or others use what it returns.
func changeOf(s *example.Step) string {
	if s.Operation.Effect() != example.EffectChanges || s.Save != "" || s.Repeats() {
		return ""
	}
	text, err := bson.MarshalExtJSON(bson.D{{Key: "object", Value: s.Operation.Object}, {Key: s.Operation.Name, Value: s.Operation.Arguments}}, true, false)
	if err != nil {
		return ""
	}
	return string(text)
}

func (t *Trial) question(id string) example.MovedQuestion {
	return t.move.Questions[slices.IndexFunc(t.move.Questions, func(q example.MovedQuestion) bool { return q.ID == id })]
}

// wanted returns the state that a move with a write has to end in: that of the move,
// and of the new program's write after it. It is nil if that write fails, which was
// reported.
func (t *Trial) wanted(ctx context.Context, question string) ([]Collection, error) {
	if question == "" {
		return t.first, nil
	}
	if state, known := t.states[question]; known {
		return state, nil
	}
	m, err := t.beginAt(ctx, len(t.move.Steps))
	if err != nil {
		return nil, err
	}
	defer m.end(ctx)
	t.runs++
	state, err := m.asked(ctx, question)
	if failed := (*stepError)(nil); errors.As(err, &failed) {
		t.add(t.move.Pos, fmt.Sprintf("after the move the question %q can't be asked alone in %s: %v", question, t.move.To.Name, failed), "")
		t.states[question] = nil
		return nil, nil
	}
	if err == nil {
		t.states[question] = state
	}
	return state, err
}

// again returns the state after a move of its own, with the new program's write that
// answers a question, if there is one. What it differs in is left to chance.
func (t *Trial) again(ctx context.Context, question string) ([]Collection, error) {
	m, err := t.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer m.end(ctx)
	t.runs++
	if err := m.steps(ctx, 0, len(t.move.Steps)); err != nil {
		return nil, err
	}
	return m.asked(ctx, question)
}

// asked returns the state after the new program's write that answers a question.
func (m *moving) asked(ctx context.Context, question string) ([]Collection, error) {
	if question != "" {
		if err := m.write(ctx, m.trial.move.To, m.trial.question(question).To); err != nil {
			return nil, err
		}
	}
	return m.state(ctx)
}

// timeOf names a step, and which of its times is meant if that isn't 0.
func timeOf(s *example.Step, times int) string {
	if times == 0 {
		return fmt.Sprintf("the step %q", s.ID)
	}
	return fmt.Sprintf("time %d of the step %q", times, s.ID)
}

// programNames name the programs in messages.
var programNames = map[string]string{"old": "the old program", "both": "the program that writes both models", "new": "the new program"}

// report says how the move went wrong in a try, at the step before which a write came or
// after which the move was stopped.
func (t *Trial) report(way Try, how string) {
	e, steps := t.Example, t.move.Steps
	if way.Program == "" {
		s := &e.Steps[steps[way.Gap-1]]
		t.addOnce("stop", s.Pos, fmt.Sprintf("stopped after %s and begun again from the first step, %s", timeOf(s, way.Times), how), "let each step change only what it has not changed before")
		return
	}
	again := ""
	if way.Again {
		again = ", and begun again from the first step"
	}
	at := &e.Steps[steps[min(way.Gap, len(steps)-1)]]
	if way.Within {
		times := 0
		if at.Repeats() {
			times = way.Times
		}
		t.addOnce("within "+at.ID, at.Pos, fmt.Sprintf("with the write %q of %s after %s has read and before it writes, %s", way.Question, programNames[way.Program], timeOf(at, times), how),
			guardHint)
		return
	}
	t.addOnce(way.Program+" "+way.Question, at.Pos,
		fmt.Sprintf("with the write %q of %s %s%s, %s", way.Question, programNames[way.Program], t.move.Gap(e, way.Gap), again, how),
		"a write after the copying has to be copied again or sent to both models, and no step may undo it")
}
