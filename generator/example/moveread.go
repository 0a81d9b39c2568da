//go:build !js

package example

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// from takes schema, references, data and the first size of another example.
func (r *reader) from(v *ejson.Value) {
	name := v.Get("from")
	for _, m := range v.Members {
		if slices.Contains(modelKeys, m.Key) {
			r.errorf(m.Start, "leave it out, or \"from\"", "an example with \"from\" has no %q of its own", m.Key)
		}
	}
	r.example.fromPos = r.text.Pos(name.Start)
	from := r.other(name, `"from"`)
	if from == nil {
		return
	}
	e := r.example
	e.From, e.References = from, from.References
	e.Collections, e.unstored = slices.Clone(from.Collections), from.unstored
	if len(from.Sizes) > 0 {
		e.Sizes = from.Sizes[:1:1]
	}
}

// other reads the name of another example, and that example; nil if it can't be had.
func (r *reader) other(v *ejson.Value, what string) *Example {
	name := r.string(v, what)
	switch {
	case name == "":
		return nil
	case name == r.example.Name:
		r.errorf(v.Start, "", "%s names the example itself", what)
		return nil
	case !slices.Contains(r.others.Names, name):
		r.errorf(v.Start, diag.Suggest(name, "examples", r.others.Names), "there is no example %q", name)
		return nil
	}
	text := r.others.Text(name)
	if text == nil {
		r.errorf(v.Start, "its own messages say why", "the example %q can't be read", name)
		return nil
	}
	if root, _ := ejson.Parse(text); root != nil && root.Get("from") != nil && root.Get("from").Kind == ejson.String {
		r.errorf(v.Start, fmt.Sprintf("name that: %q", root.Get("from").Text), "%q has its data from another example", name)
		return nil
	}
	e, list := Parse(text)
	if e == nil {
		m := r.text.Message(v.Start, fmt.Sprintf("the example %q can't be read: %s", name, list[0].Text), "")
		m.Follows = list[0].Pos
		r.list.Add(m)
	}
	return e
}

// arrives reads how the steps of the example move its data to another model.
func (r *reader) arrives(v *ejson.Value) {
	if v == nil || !r.object(v, `"arrives"`, arrivesKeys) {
		return
	}
	if r.example.From == nil {
		if len(r.list) == 0 {
			r.errorf(v.Start, `name the example that it moves: "from": "…"`, `"arrives" needs the data of another example`)
		}
		return
	}
	m := &Move{To: r.other(v.Get("example"), `"example"`), Pos: r.text.Pos(v.Get("example").Start)}
	r.stepsOfMove(v.Get("steps"), m)
	if m.To == nil || len(r.list) > 0 {
		return
	}
	if from := r.example.From; m.To.Name == from.Name {
		r.errorf(v.Get("example").Start, "", "the move arrives at %s, where it begins", from.Name)
	} else if m.To.FirstSize() != from.FirstSize() {
		r.errorf(v.Get("example").Start, "models are compared at the same size", "%s begins at the size %d, and %s at %d", from.Name, from.FirstSize(), m.To.Name, m.To.FirstSize())
	}
	r.movedQuestions(v, m)
	r.programs(v, m)
	m.Drops, m.Unordered, m.Ranks = r.movedFields(v, "drops"), r.movedFields(v, "unordered"), r.movedFields(v, "ranks")
	r.example.Move = m
}

func (r *reader) movedFields(v *ejson.Value, key string) (fields []MovedField) {
	for _, item := range r.array(v.Get(key), fmt.Sprintf("%q", key)) {
		if field := r.string(item, fmt.Sprintf("a field in %q", key)); field != "" {
			fields = append(fields, MovedField{field, r.text.Pos(item.Start)})
		}
	}
	return fields
}

// mostWrongSteps is after how many mistakes a list of steps is read no further: each is
// compared with the names of all steps.
const mostWrongSteps = 20

// stepsOfMove reads the ids of the steps that make the move up; all of them if there
// is no list.
func (r *reader) stepsOfMove(v *ejson.Value, m *Move) {
	items := r.array(v, `"steps"`)
	if v != nil && v.Kind == ejson.Array && len(items) == 0 {
		r.errorf(v.Start, "leave it out if all steps are part of the move", `"steps" names no step`)
	}
	for _, item := range items {
		if len(r.list) > mostWrongSteps {
			return
		}
		if i, ok := r.stepNamed(item, "a step", r.example.Steps); ok {
			if last := len(m.Steps) - 1; last >= 0 && i <= m.Steps[last] {
				r.errorf(item.Start, "name each once, in the order of the file", "the step %q does not come after %q in the file", item.Text, r.example.Steps[m.Steps[last]].ID)
			}
			m.Steps = append(m.Steps, i)
		}
	}
	if v == nil {
		for i := range r.example.Steps {
			m.Steps = append(m.Steps, i)
		}
	}
	for _, i := range m.Steps {
		if s := r.example.Steps[i]; s.ExpectError != nil || s.Unsent || s.MustFail() {
			r.list.Add(r.example.Message(s.Pos, fmt.Sprintf("the step %q does not succeed, so it is no part of a move", s.ID), `name the others: "arrives": { "steps": ["…"] }`))
		}
	}
}

// programs reads in which gaps the programs write. If any question writes, each gap
// has a program, or says that writes are stopped.
func (r *reader) programs(v *ejson.Value, m *Move) {
	var covered []Program
	for _, name := range []string{"old", "both", "new", stopped} {
		span := v.Get(name)
		if span == nil || !r.object(span, fmt.Sprintf("%q", name), spanKeys) {
			continue
		}
		p := Program{name, 0, len(m.Steps)}
		if from := span.Get("from"); from != nil {
			p.First = r.gapBefore(from, m)
		}
		if until := span.Get("until"); until != nil {
			p.Last = r.gapBefore(until, m)
		}
		if p.First > p.Last {
			r.errorf(span.Start, "", "%q ends before it begins", name)
		}
		covered = append(covered, p)
		if name != stopped {
			m.Programs = append(m.Programs, p)
		}
	}
	writes := slices.ContainsFunc(m.Questions, func(q MovedQuestion) bool { return q.Writes })
	for gap := range len(m.Steps) + 1 {
		if writes && !slices.ContainsFunc(covered, func(p Program) bool { return p.Writes(gap) }) {
			r.errorf(v.Start, `say which does: "old": { "until": "…" }, "both" or "new"; or that writes are stopped: "stopped": { "from": "…", "until": "…" }`,
				"no program writes %s", m.Gap(r.example, gap))
		}
	}
}

// gapBefore reads the id of a step of the move and returns the gap before it.
func (r *reader) gapBefore(v *ejson.Value, m *Move) int {
	i, ok := r.stepNamed(v, "a step", r.example.Steps)
	gap := slices.Index(m.Steps, i)
	if ok && gap < 0 {
		r.errorf(v.Start, `its "steps" do not name it`, "the step %q is no part of the move", v.Text)
	}
	return max(gap, 0)
}

// movedQuestions compares the questions of both examples. Each is answered, and if it
// is a write, written, by both, or is named in "without".
func (r *reader) movedQuestions(v *ejson.Value, m *Move) {
	before, after := r.example.From, m.To
	without, paused := r.questionsIn(v, "without"), r.questionsIn(v, "paused")
	needsBefore, needsAfter := before.needs(), after.needs()
	all := after.AnswersIDs()
	for _, id := range before.AnswersIDs() {
		if !contains(all, id) {
			all = append(all, id)
		}
	}
	for _, id := range all {
		q := MovedQuestion{ID: id, From: before.answering(id, needsBefore), To: after.answering(id, needsAfter), Fields: after.fieldsFor(id), Writes: after.writesFor(id)}
		only := ""
		switch {
		case q.From == nil:
			only = "is answered by " + after.Name
		case q.To == nil:
			only = "is answered by " + before.Name
		case q.Writes && !before.writesFor(id):
			only = "is a write in " + after.Name
		case !q.Writes && before.writesFor(id):
			only = "is a write in " + before.Name
		}
		if item := paused[id]; item != nil {
			if only != "" || !q.Writes {
				r.errorf(item.Start, "leave it out", "%q is not a write of both examples", id)
			}
			q.Writes = false
		}
		switch item := without[id]; {
		case only == "" && item == nil:
			m.Questions = append(m.Questions, q)
		case only == "":
			r.errorf(item.Start, "leave it out", "both examples answer %q", id)
		case item == nil:
			r.errorf(v.Get("example").Start, fmt.Sprintf(`answer it in both, or say that it can't be compared: "without": [%q]`, id), "the question %q %s alone", id, only)
		}
		delete(without, id)
		delete(paused, id)
	}
	maps.Copy(without, paused)
	for _, item := range sortedByStart(without) {
		r.errorf(item.Start, diag.Suggest(item.Text, "questions", all), "neither example answers %q", item.Text)
	}
}

// questionsIn reads a list of questions.
func (r *reader) questionsIn(v *ejson.Value, key string) map[string]*ejson.Value {
	named := map[string]*ejson.Value{}
	for _, item := range r.array(v.Get(key), fmt.Sprintf("%q", key)) {
		if id := r.string(item, fmt.Sprintf("a question in %q", key)); id != "" {
			named[id] = item
		}
	}
	return named
}

func sortedByStart(values map[string]*ejson.Value) []*ejson.Value {
	var sorted []*ejson.Value
	for _, v := range values {
		sorted = append(sorted, v)
	}
	slices.SortFunc(sorted, func(a, b *ejson.Value) int { return cmp.Compare(a.Start, b.Start) })
	return sorted
}

func (e *Example) fieldsFor(question string) []string {
	for _, s := range e.Steps {
		if s.Answers != nil && s.Answers.ID == question {
			return s.Answers.Fields
		}
	}
	return nil
}

func (e *Example) writesFor(question string) bool {
	return slices.ContainsFunc(e.Steps, func(s Step) bool {
		return s.Answers != nil && s.Answers.ID == question && s.Operation.Writes()
	})
}

// needs are what the steps of an example need of each other.
type needs struct {
	steps     map[string][]int // that answer a question
	uses      [][]string       // names that the step at an index uses
	savers    map[string]int   // steps by the names that they save
	ofSession map[string][]int
}

func (e *Example) needs() needs {
	n := needs{steps: map[string][]int{}, savers: map[string]int{}, ofSession: map[string][]int{}}
	for i, s := range e.Steps {
		n.uses = append(n.uses, s.Operation.uses())
		if s.Answers != nil {
			n.steps[s.Answers.ID] = append(n.steps[s.Answers.ID], i)
		}
		if s.Save != "" {
			n.savers[s.Save] = i
		}
		n.ofSession[s.Session] = append(n.ofSession[s.Session], i)
	}
	return n
}

// answering returns the steps that answer a question, by their indexes, with those
// that save what they use, and with the rest of their sessions; nil if it is not
// answered.
func (e *Example) answering(question string, n needs) []int {
	needed, sessions := map[int]bool{}, map[string]bool{"": true}
	var need func(i int)
	need = func(i int) {
		if needed[i] {
			return
		}
		needed[i] = true
		for _, name := range n.uses[i] {
			if saver, saved := n.savers[name]; saved {
				need(saver)
			}
		}
		if session := e.Steps[i].Session; !sessions[session] {
			sessions[session] = true
			for _, other := range n.ofSession[session] {
				need(other)
			}
		}
	}
	for _, i := range n.steps[question] {
		need(i)
	}
	return sortedKeys(needed)
}

// uses returns the names under which earlier steps have saved what the operation
// needs.
func (o Operation) uses() []string {
	names := []string{o.Object} // of a change stream
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case bson.A:
			for _, item := range v {
				visit(item)
			}
		case bson.D:
			for _, field := range v {
				if path, ok := field.Value.(string); ok && field.Key == PlaceSaved {
					name, _, _ := strings.Cut(path, ".")
					names = append(names, name)
				}
				visit(field.Value)
			}
		}
	}
	visit(o.Arguments)
	return names
}
