// Package explore enumerates the orders in which the steps of several clients can
// follow each other.
//
// Search runs a System through them, one after the other, each from the beginning.
// Two orders are equal if exchanging neighbours that commute leads from one to the
// other; of equal orders Search completes exactly one. Plan holds clients whose
// steps are known beforehand, and what can happen to one of them.
package explore

import (
	"errors"
	"math/bits"
)

// MostClients is how many clients a System may have.
const MostClients = 64

// System is clients that take turns. What a client does next depends only on what
// the clients did before.
type System interface {
	// Begin puts all clients at their beginning.
	Begin() error
	// Next returns the clients that have not come to their end.
	Next() Clients
	// Do lets a client take its next step. It reports false if the step has to
	// wait for another client; then nothing has changed.
	Do(client int) (bool, error)
	// Commute reports whether the next steps of two clients have the same
	// results and effects in either order, and neither makes the other possible.
	Commute(a, b int) bool
	// MayWake reports whether the client may still take a step that does not
	// commute with the next one of another.
	MayWake(client, another int) bool
}

// Clients is a set of clients, which are numbers from 0 to MostClients-1.
type Clients uint64

// Of returns the set of some clients.
func Of(clients ...int) Clients {
	var set Clients
	for _, c := range clients {
		set |= 1 << c
	}
	return set
}

// Has reports whether a client is in the set.
func (c Clients) Has(client int) bool { return c&Of(client) != 0 }

// Each calls do with each client of the set, in the order of their numbers, until
// it returns false.
func (c Clients) Each(do func(client int) bool) {
	for c != 0 {
		client := bits.TrailingZeros64(uint64(c))
		if c &^= Of(client); !do(client) {
			return
		}
	}
}

// ErrStuck is the error of a search that comes to a place where each client waits
// for another.
var ErrStuck = errors.New("each client waits for another")

// place is a place on the way through a System: what was done before it is the same
// whenever it is come to.
type place struct {
	next Clients // that have not come to their end
	// asleep are the clients whose next step needs no trying here: an order in
	// which it comes now equals one that was completed already.
	asleep Clients
	// waiting are the clients whose next step has to wait here.
	waiting Clients
	chosen  int             // the client that takes a step here
	commute map[int]Clients // by client, those whose next steps commute with its
	wakers  map[int]Clients // by client, those that may wake it
}

// Search completes one of each set of equal orders, and calls visit when each is
// complete. It ends with the first error.
//
// It is a depth-first search with sleep sets (P. Godefroid, "Partial-Order Methods
// for the Verification of Concurrent Systems", 1996, chapter 5), which begins anew
// for each order, as the clients can't go back.
func Search(s System, visit func() error) error {
	way := []*place{nil}
	for len(way) > 0 {
		if err := s.Begin(); err != nil {
			return err
		}
		for _, p := range way[:len(way)-1] {
			if _, err := s.Do(p.chosen); err != nil {
				return err
			}
		}
		for {
			p := way[len(way)-1]
			if p == nil {
				p = arrive(s, way[:len(way)-1])
				way[len(way)-1] = p
			}
			if p.next == 0 {
				if err := visit(); err != nil {
					return err
				}
				break
			}
			isOpen := p.choose()
			if !isOpen && p.waiting == p.next {
				return ErrStuck
			}
			if !isOpen {
				break
			}
			done, err := s.Do(p.chosen)
			if err != nil {
				return err
			}
			if !done {
				p.waiting |= Of(p.chosen)
				continue
			}
			way = append(way, nil)
		}
		way = back(way)
	}
	return nil
}

// arrive makes the place at the end of a way.
func arrive(s System, way []*place) *place {
	p := &place{next: s.Next(), commute: map[int]Clients{}, wakers: map[int]Clients{}}
	p.next.Each(func(a int) bool {
		p.next.Each(func(b int) bool {
			if a == b {
				return true
			}
			if s.Commute(a, b) {
				p.commute[a] |= Of(b)
			}
			if s.MayWake(b, a) {
				p.wakers[a] |= Of(b)
			}
			return true
		})
		return true
	})
	if len(way) > 0 {
		last := way[len(way)-1]
		p.asleep = last.asleep & last.commute[last.chosen]
	}
	return p
}

// choose chooses the next client that is to be tried at the place; false if there
// is none. An order in which a client sleeps that none may wake is not begun: it
// could not be completed.
func (p *place) choose() (ok bool) {
	(p.next &^ p.asleep &^ p.waiting).Each(func(client int) bool {
		ok = true
		(p.asleep & p.commute[client]).Each(func(sleeper int) bool {
			ok = p.wakers[sleeper] != 0
			return ok
		})
		p.chosen = client
		return !ok
	})
	return ok
}

// back leads from a place that was dealt with to the last one at which another
// client can be tried.
func back(way []*place) []*place {
	for way = way[:len(way)-1]; len(way) > 0; way = way[:len(way)-1] {
		p := way[len(way)-1]
		p.asleep |= Of(p.chosen)
		if p.choose() {
			return way
		}
	}
	return way
}
