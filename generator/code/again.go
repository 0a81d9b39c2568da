package code

import (
	"fmt"
	"slices"

	"modelbook/generator/code/layout"
	"modelbook/generator/example"
)

// Again are statements of a program that begins with them again, if the last run's result
// has another count than the one that decides. It fails after so many attempts.
type Again struct {
	Title    *Title
	Body     Block
	Last     *Run // of Body
	Attempts int
}

// Repeats are the steps of a program with which it begins again: those from First to Last,
// by index.
type Repeats struct{ First, Last int }

// Program returns the example whose steps are those of an example's scripts: if a client
// of its "explore" begins again, those of the first that does, and which of them it
// repeats. They need not end as in the example, where those of others come in between.
func Program(e *example.Example) (*example.Example, *Repeats) {
	if _, isConsumer := consumerOf(e); isConsumer || e.Explore == nil {
		return e, nil
	}
	for _, c := range e.Explore.Clients {
		again := slices.DeleteFunc(slices.Clone(e.Explore.Again), func(a example.Again) bool { return !slices.Contains(c.Steps, a.Step) })
		if len(again) != 1 {
			continue
		}
		program := *e
		program.Steps = nil
		for _, i := range c.Steps {
			s := e.Explore.Steps[i]
			s.Unsent, s.Expect, s.ExpectError = false, nil, nil
			program.Steps = append(program.Steps, s)
		}
		r := &Repeats{slices.Index(c.Steps, again[0].From), slices.Index(c.Steps, again[0].Step)}
		if r.decides(program.Steps, again[0]) {
			return &program, r
		}
	}
	return e, nil
}

// decides reports whether a program begins again because of the count that decides, and
// needs nothing of what it repeats afterwards. It has no session.
func (r *Repeats) decides(steps []example.Step, again example.Again) bool {
	last := &steps[r.Last]
	if last.Must == nil || last.Must.Broken(again.When) == "" {
		return false
	}
	for i := range steps {
		if steps[i].Session != "" || i >= r.First && i <= r.Last && isUsed(steps[i].Save, steps[r.Last+1:]) {
			return false
		}
	}
	return true
}

// isUsed reports whether steps use a saved value.
func isUsed(save string, steps []example.Step) bool {
	return save != "" && slices.ContainsFunc(steps, func(s example.Step) bool { return uses(&s, save) })
}

func (a *Again) lower(l Language) layout.Doc {
	of := l.Facts()
	with := With{"attempts": fmt.Sprint(a.Attempts), "message": of.Quote(broken(a.Last.Must, a.Last.Object))}
	body := layout.Nest(layout.Hard(), a.Body.lower(l))
	return layout.Concat(a.Title.lower(l), of.Fill(of.Templates.AgainHead, with), body, layout.Hard(), of.Fill(of.Templates.AgainFoot, with))
}

// beginAgain returns the tree of the steps that a script repeats.
func beginAgain(l Language, steps []sent, r *Repeats) (*Again, error) {
	a := &Again{Title: &Title{r.First, true}, Attempts: example.Attempts}
	for i := r.First; i <= r.Last; i++ {
		nodes, err := statements(l, steps[i], true)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", steps[i].Pos, err)
		}
		if i > r.First {
			a.Body = append(a.Body, &Title{i, true})
		}
		a.Body = append(a.Body, nodes...)
	}
	a.Last = a.Body[len(a.Body)-1].(*Run)
	a.Last.Attempts = a.Attempts
	return a, nil
}
