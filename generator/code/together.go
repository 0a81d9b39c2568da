package code

import (
	"strings"

	"modelbook/generator/code/layout"
)

// Together are runs that are sent at the same time, each after its title but for the
// first, whose title comes before.
type Together struct {
	Runs    []*Run
	Titles  []*Title
	IsFirst bool // of the program
}

func (t *Together) lower(l Language) layout.Doc {
	of := l.Facts()
	head := of.Templates.Together
	if !t.IsFirst {
		head = of.Templates.NextTogether
	}
	var sent []layout.Doc
	for i, r := range t.Runs {
		if i > 0 {
			sent = append(sent, t.Titles[i].lower(l))
		}
		sent = append(sent, l.Send(r))
	}
	body := layout.Concat(sent...)
	if strings.HasSuffix(head, ":") {
		body = layout.Nest(layout.Hard(), body)
		return Lines(layout.Concat(of.Fill(head, nil), body), l.Receive(t.Runs))
	}
	return Lines(of.Fill(head, nil), body, l.Receive(t.Runs))
}

// togetherFrom returns how many steps are sent at the same time from one on: 1 for a step
// that is sent alone.
func togetherFrom(l Language, steps []sent) int {
	if l.Facts().IsShell { // which waits for each result
		return 1
	}
	count := 1
	for count < len(steps) && steps[count].Alongside == steps[0].ID {
		count++
	}
	return count
}

// together returns the tree of steps that are sent at the same time. The titles of those
// after the first are in it.
func together(l Language, steps []sent, first int, isScript bool) (*Together, error) {
	t := &Together{}
	for i, s := range steps {
		nodes, err := statements(l, s, isScript)
		if err != nil {
			return nil, err
		}
		t.Runs = append(t.Runs, nodes[0].(*Run))
		t.Titles = append(t.Titles, &Title{first + i, isScript})
	}
	return t, nil
}
