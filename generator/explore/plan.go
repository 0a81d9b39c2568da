package explore

import "errors"

// Event is a step of a client; both are counted from 0.
type Event struct{ Client, Step int }

// Kind is the kind of a mishap.
type Kind uint8

// What can happen in an order.
const (
	Nothing Kind = iota
	// Crash: a client stops for good after a step.
	Crash
	// Twice: the reply to a request is lost, so the client sends it again. What
	// others do may come between both arrivals.
	Twice
)

// Mishap is what happens in an order, at most once, and at which step.
type Mishap struct {
	Kind Kind
	At   Event
}

// Plan is what clients mean to do.
type Plan struct {
	Steps []int // how many each client has
	// Commute reports whether two steps of different clients commute.
	Commute func(a, b Event) bool
	// Crashes says that orders with a mishap belong to the plan.
	Crashes bool
	// Sends reports whether a step sends anything. A client that crashes after
	// one that doesn't has not begun what it begins.
	Sends func(Event) bool
	// ArrivesTwice reports whether it makes a difference if the step's request
	// arrives a second time.
	ArrivesTwice func(Event) bool
}

// Mishaps returns all that can happen, Nothing first. A client that crashes after
// its last step has done all that it meant to do.
func (p *Plan) Mishaps() []Mishap {
	all := []Mishap{{}}
	if !p.Crashes {
		return all
	}
	for client, steps := range p.Steps {
		for step := range steps - 1 {
			if at := (Event{client, step}); p.Sends(at) {
				all = append(all, Mishap{Crash, at})
			}
		}
	}
	for client, steps := range p.Steps {
		for step := range steps {
			if at := (Event{client, step}); p.ArrivesTwice(at) {
				all = append(all, Mishap{Twice, at})
			}
		}
	}
	return all
}

// errMany ends a search that has found enough, or taken too long.
var errMany = errors.New("there are more orders")

// Count returns how many orders the plan has, of equal ones one, if each client goes
// through its steps once. It counts up to most, and takes it for more if it has begun
// ten times as many.
func (p *Plan) Count(most int) int {
	orders, begun := 0, 0
	for _, mishap := range p.Mishaps() {
		s := p.sequences(mishap)
		s.begun = &begun
		s.mostBegun = 10 * most
		err := Search(s, func() error {
			if orders++; orders >= most {
				return errMany
			}
			return nil
		})
		if err != nil {
			return most
		}
	}
	return orders
}

// sequences are clients that go through the steps of a plan.
type sequences struct {
	plan  *Plan
	steps [][]Event // of each client
	done  []int     // of them
	// begun counts how often sequences have begun.
	begun     *int
	mostBegun int
}

func (p *Plan) sequences(mishap Mishap) *sequences {
	s := &sequences{plan: p, done: make([]int, len(p.Steps))}
	for client, steps := range p.Steps {
		var events []Event
		for step := range steps {
			at := Event{client, step}
			events = append(events, at)
			if mishap.At == at && mishap.Kind == Twice {
				events = append(events, at)
			}
			if mishap.At == at && mishap.Kind == Crash {
				break
			}
		}
		s.steps = append(s.steps, events)
	}
	return s
}

func (s *sequences) Begin() error {
	clear(s.done)
	if *s.begun++; *s.begun > s.mostBegun {
		return errMany
	}
	return nil
}

func (s *sequences) Next() Clients {
	var next Clients
	for client := range s.steps {
		if s.done[client] < len(s.steps[client]) {
			next |= Of(client)
		}
	}
	return next
}

func (s *sequences) Do(client int) (bool, error) {
	s.done[client]++
	return true, nil
}

// ahead returns the steps that a client has still to take.
func (s *sequences) ahead(client int) []Event { return s.steps[client][s.done[client]:] }

func (s *sequences) Commute(a, b int) bool { return s.plan.Commute(s.ahead(a)[0], s.ahead(b)[0]) }

func (s *sequences) MayWake(client, another int) bool {
	for _, step := range s.ahead(client) {
		if !s.plan.Commute(step, s.ahead(another)[0]) {
			return true
		}
	}
	return false
}
