package migration

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// Try is one way through a move: it is stopped at a place and begun again, or a program
// writes in one of its gaps, or both.
type Try struct {
	// Gap is where the program writes, or where the move is stopped.
	Gap int
	// Times is how often the step before the gap was sent when the move is stopped, or 0
	// if all of its times were; and within the step behind the gap in which of its times
	// the program writes.
	Times    int
	Program  string // "" if none writes
	Question string // that the write answers
	// Again says that the move is begun again there, from its first step.
	Again bool
	// Within says that the program writes while the step behind the gap runs: after that
	// has read, and before its $merge writes.
	Within bool
}

// MostTries is how many tries of one move there are at most.
const MostTries = 500

// Plan returns the tries of a move: a stop after each step and after each time of one
// that repeats, in each gap each write of each program there, alone and with a stop, and
// within each time of a step that merges those of each program that writes before and
// after it.
//
// Of gaps between which no step touches a collection that the write touches, a write
// alone ends in the same from each, so one is tried; the write of the new program after
// the last step that does is what the tries are compared with. A stop with a write
// differs from one before it only by a step in between that changes documents.
//
// number is how many tries there are, or more than MostTries, of which the first MostTries are returned.
func Plan(e *example.Example) (tries []Try, number int) {
	m := e.Move
	add := func(t Try) {
		if number++; number <= MostTries {
			tries = append(tries, t)
		}
	}
	for n, step := range m.Steps {
		for times := 1; times < e.Steps[step].Times(e.FirstSize()); times++ {
			add(Try{Gap: n + 1, Times: times, Again: true})
		}
		add(Try{Gap: n + 1, Again: true})
	}
	in := touchesOf(e)
	var steps []touches
	var changes []bool
	for _, step := range m.Steps {
		steps = append(steps, in.step(&e.Steps[step]))
		changes = append(changes, changesDocuments(e.Steps[step].Operation))
	}
	for _, p := range m.Programs {
		for _, q := range m.Questions {
			if !q.Writes || number > MostTries {
				continue
			}
			writes := in.write(p.Name, q)
			for gap := p.First; gap <= p.Last; gap++ {
				last := gap
				for last < p.Last && !writes.overlaps(steps[last]) {
					last++
				}
				if p.Name != "new" || last < len(m.Steps) {
					add(Try{Gap: gap, Program: p.Name, Question: q.ID})
				}
				gap = last
			}
			for gap := p.First; gap < p.Last; gap++ {
				step := &e.Steps[m.Steps[gap]]
				if !merges(step) || !writes.overlaps(steps[gap]) {
					continue
				}
				for times := 1; times <= step.Times(e.FirstSize()) && number <= MostTries; times++ {
					add(Try{Gap: gap, Times: times, Program: p.Name, Question: q.ID, Within: true})
				}
			}
			for gap := p.First; gap <= p.Last; gap++ {
				if gap == p.First && slices.Contains(changes[:gap], true) || gap > p.First && changes[gap-1] {
					add(Try{Gap: gap, Program: p.Name, Question: q.ID, Again: true})
				}
			}
		}
	}
	return tries, number
}

// changesDocuments reports whether a step may change what is stored, and not only the
// rules for it.
func changesDocuments(o example.Operation) bool {
	command, _ := o.Argument("command").(bson.D)
	switch {
	case o.Name == "runCommand" && len(command) > 0:
		return !slices.Contains([]string{"collMod", "create", "createIndexes", "dropIndexes"}, command[0].Key)
	case o.Name == "createCollection", o.Name == "createView":
		return false
	}
	return o.Writes() || o.Name == "rename"
}

// merges reports whether a step ends in $merge, outside of a transaction.
func merges(s *example.Step) bool {
	pipeline, _ := s.Operation.Argument("pipeline").(bson.A)
	if len(pipeline) == 0 || s.Session != "" {
		return false
	}
	stage, _ := pipeline[len(pipeline)-1].(bson.D)
	return len(stage) == 1 && stage[0].Key == "$merge"
}

// touches are collections that steps read or change; nil if they may be any.
type touches []string

func (t touches) overlaps(u touches) bool {
	return t == nil || u == nil || slices.ContainsFunc(t, func(name string) bool { return slices.Contains(u, name) })
}

// toucher knows the collections of a move.
type toucher struct {
	example *example.Example
	names   []string
}

func touchesOf(e *example.Example) toucher {
	t := toucher{example: e}
	for _, model := range []*example.Example{e.From, e.Move.To} {
		for _, c := range model.Collections {
			t.names = append(t.names, c.Name)
		}
	}
	return t
}

// step returns at least the collections that a step touches: its own, and each whose
// name is anywhere in its arguments.
func (t toucher) step(s *example.Step) touches {
	o := s.Operation
	found := touches{}
	if slices.Contains(t.names, o.Object) {
		found = append(found, o.Object)
	}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			if slices.Contains(t.names, v) {
				found = append(found, v)
			}
		case bson.A:
			for _, item := range v {
				visit(item)
			}
		case bson.D:
			for _, field := range v {
				visit(field.Value)
			}
		}
	}
	visit(o.Arguments)
	isKnown := len(found) > 0 && (o.Object == "" || slices.Contains(t.names, o.Object))
	if !isKnown || s.Session != "" || o.Name == "createView" || o.Name == "rename" {
		return nil
	}
	return found
}

// write returns the collections that a program touches by its write.
func (t toucher) write(program string, q example.MovedQuestion) touches {
	all := touches{}
	add := func(model *example.Example, steps []int) {
		for _, i := range steps {
			found := t.step(&model.Steps[i])
			if found == nil || all == nil {
				all = nil
				return
			}
			all = append(all, found...)
		}
	}
	if program != "new" {
		add(t.example.From, q.From)
	}
	if program != "old" {
		add(t.example.Move.To, q.To)
	}
	return all
}
