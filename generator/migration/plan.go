package migration

import (
	"slices"

	"modelbook/generator/example"
)

// Try is one way through a move: it is stopped at a place and begun again, or a program
// writes in one of its gaps, or both.
type Try struct {
	// Gap is where the program writes, or where the move is stopped.
	Gap int
	// Times is how often the step before the gap was sent when the move is stopped; 0
	// if all of its times were.
	Times    int
	Program  string // "" if none writes
	Question string // that the write answers
	// Again says that the move is begun again there, from its first step.
	Again bool
}

// MostTries is how many tries of one move there are at most.
const MostTries = 500

// Plan returns the tries of a move: a stop after each step and after each time of one
// that repeats, and in each gap each write of each program there, alone and with a stop.
func Plan(e *example.Example) []Try {
	m := e.Move
	var tries []Try
	for n, step := range m.Steps {
		for times := 1; times < e.Steps[step].Times(e.FirstSize()); times++ {
			tries = append(tries, Try{Gap: n + 1, Times: times, Again: true})
		}
		tries = append(tries, Try{Gap: n + 1, Again: true})
	}
	for gap := range len(m.Steps) + 1 {
		for _, p := range m.Programs {
			if !p.Writes(gap) {
				continue
			}
			for q := range slices.Values(m.Questions) {
				if q.Writes {
					tries = append(tries, Try{Gap: gap, Program: p.Name, Question: q.ID}, Try{Gap: gap, Program: p.Name, Question: q.ID, Again: true})
				}
			}
		}
	}
	return tries
}
