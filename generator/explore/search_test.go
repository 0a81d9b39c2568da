package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// registers are clients that read and write a few numbers. A write that expects a
// number and finds another sends its client back to its first step, a few times. A
// lock lets others wait that write the same register.
type registers struct {
	programs [][]action

	values [3]int
	locked [3]int // 1 + the client that has locked it, or 0
	clients
	order []string
}

type clients []struct {
	at, begun int
	seen      int
	told      string // what its steps have returned
}

// action is a step: "r" reads a register, "w" writes, "c" writes if the register is as
// the client has read, "l" locks and "u" unlocks.
type action struct {
	kind     byte
	register int
}

func (r *registers) Begin() error {
	r.values, r.locked, r.order = [3]int{}, [3]int{}, nil
	r.clients = make(clients, len(r.programs))
	return nil
}

func (r *registers) Next() Clients {
	var next Clients
	for c := range r.programs {
		if r.clients[c].at < len(r.programs[c]) {
			next |= Of(c)
		}
	}
	return next
}

func (r *registers) Do(c int) (bool, error) {
	client, a := &r.clients[c], r.programs[c][r.clients[c].at]
	if lock := r.locked[a.register]; a.kind != 'r' && lock != 0 && lock != c+1 {
		return false, nil
	}
	r.order = append(r.order, fmt.Sprintf("%d%c%d", c, a.kind, a.register))
	client.at++
	switch a.kind {
	case 'r':
		client.seen = r.values[a.register]
		client.told += fmt.Sprint(" ", client.seen)
	case 'w':
		r.values[a.register] = 10*(c+1) + client.seen
	case 'c':
		if r.values[a.register] == client.seen {
			r.values[a.register]++
			client.told += " ok"
			break
		}
		client.told += " no"
		if client.begun++; client.begun < 3 {
			client.at = 0
		}
	case 'l':
		r.locked[a.register] = c + 1
	case 'u':
		r.locked[a.register] = 0
	}
	return true, nil
}

func (r *registers) commutes(a, b action) bool {
	isLock := func(a action) bool { return a.kind == 'l' || a.kind == 'u' }
	return a.register != b.register || a.kind == 'r' && (b.kind == 'r' || isLock(b)) || b.kind == 'r' && isLock(a)
}

func (r *registers) next(c int) action { return r.programs[c][r.clients[c].at] }

func (r *registers) Commute(a, b int) bool { return r.commutes(r.next(a), r.next(b)) }

func (r *registers) MayWake(client, another int) bool {
	return slices.ContainsFunc(r.programs[client], func(a action) bool { return !r.commutes(a, r.next(another)) })
}

// eachOrder calls visit at the end of each order that begins so.
func (r *registers) eachOrder(begin []int, visit func()) {
	r.replay(begin)
	next := r.Next()
	if next == 0 {
		visit()
	}
	next.Each(func(c int) bool {
		if r.replay(begin); r.do(c) {
			r.eachOrder(append(slices.Clone(begin), c), visit)
		}
		return true
	})
}

func (r *registers) replay(begin []int) {
	r.Begin()
	for _, c := range begin {
		r.do(c)
	}
}

func (r *registers) do(c int) bool {
	done, _ := r.Do(c) // which has no errors
	return done
}

func (r *registers) outcome() string {
	outcome := fmt.Sprint(r.values)
	for _, c := range r.clients {
		outcome += "," + c.told
	}
	return outcome
}

// least returns the least of the orders that equal the last one.
func (r *registers) least() string {
	dependent := func(a, b string) bool {
		return a[0] == b[0] || !r.commutes(action{a[1], int(a[2] - '0')}, action{b[1], int(b[2] - '0')})
	}
	var least []string
	for rest := slices.Clone(r.order); len(rest) > 0; {
		first := -1
		for i, event := range rest {
			if !slices.ContainsFunc(rest[:i], func(before string) bool { return dependent(before, event) }) && (first < 0 || event < rest[first]) {
				first = i
			}
		}
		least = append(least, rest[first])
		rest = slices.Delete(rest, first, first+1)
	}
	return strings.Join(least, " ")
}

// TestSearchLosesNothing tries generated clients in all orders, and in one of each of
// the equal ones: each outcome is found, and each order once.
func TestSearchLosesNothing(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	tried, all := 0, 0
	for range 200 {
		r := &registers{}
		for clients := 2 + source.IntN(2); len(r.programs) < clients; {
			var program []action
			for range 1 + source.IntN(5-clients) {
				program = append(program, action{"rwwc"[source.IntN(4)], source.IntN(3)})
			}
			if source.IntN(4) == 0 {
				program = []action{{'l', 0}, program[0], {'u', 0}}
			}
			r.programs = append(r.programs, program)
		}
		outcomes, orders := map[string]bool{}, map[string]bool{}
		r.eachOrder(nil, func() {
			outcomes[r.outcome()], orders[r.least()] = true, true
			all++
		})
		found, completed := map[string]bool{}, 0
		if err := Search(r, func() error {
			found[r.outcome()] = true
			completed++
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(found, outcomes) {
			t.Fatalf("%v has the outcomes\n%v, of all orders\n%v", r.programs, found, outcomes)
		}
		if completed != len(orders) {
			t.Fatalf("%v: %d orders were completed, of which %d are different", r.programs, completed, len(orders))
		}
		tried += completed
	}
	if tried*3 > all {
		t.Errorf("%d of %d orders were tried: hardly any are equal", tried, all)
	}
}

// TestStuck: two clients that lock two registers in opposite orders may wait for each
// other.
func TestStuck(t *testing.T) {
	r := &registers{programs: [][]action{{{'l', 0}, {'l', 1}}, {{'l', 1}, {'l', 0}}}}
	if err := Search(r, func() error { return nil }); err != ErrStuck {
		t.Errorf("%v", err)
	}
}

func TestCount(t *testing.T) {
	yes, no := func(Event) bool { return true }, func(Event) bool { return false }
	never := func(a, b Event) bool { return false }
	tests := []struct {
		plan Plan
		want int
	}{
		{Plan{Steps: []int{2, 2}, Commute: never}, 6},
		{Plan{Steps: []int{2, 2}, Commute: func(a, b Event) bool { return true }}, 1},
		{Plan{Steps: []int{2, 2}, Commute: func(a, b Event) bool { return a.Step == 0 || b.Step == 0 }}, 2},
		// 3 + 3 with a crash after a first step.
		{Plan{Steps: []int{2, 2}, Commute: never, Crashes: true, Sends: yes, ArrivesTwice: no}, 12},
		// 10 for each of four steps that arrive twice.
		{Plan{Steps: []int{2, 2}, Commute: never, Crashes: true, Sends: no, ArrivesTwice: yes}, 46},
		{Plan{Steps: []int{5, 5, 5}, Commute: never}, 1000},
	}
	for _, tt := range tests {
		if got := tt.plan.Count(1000); got != tt.want {
			t.Errorf("%v: %d orders, want %d", tt.plan.Steps, got, tt.want)
		}
	}
}
