package build

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/load"
)

// Choice says which examples to run, and how far. Its zero value is all of them.
type Choice struct {
	Names []string // or patterns, as path.Match takes them
	Step  string   // the last step to run, of the examples that have it; "" for all
	// Shard and Of run one part of several, which together are all; Shard counts
	// from 1.
	Shard, Of int
}

// choose leaves only the files of the examples that were chosen.
func (s *Source) choose(c Choice) error {
	var known []string
	for _, file := range s.files.Examples {
		known = append(known, file.Name)
	}
	for _, name := range c.Names {
		if _, err := path.Match(name, ""); err != nil {
			return fmt.Errorf("%s is not a pattern: an opening [ has no ]", name)
		}
		if !slices.ContainsFunc(known, func(of string) bool { return matches(name, of) }) {
			return fmt.Errorf("there is no example %s; %s", name, suggestExamples(name, known))
		}
	}
	s.files.Examples = slices.DeleteFunc(s.files.Examples, func(file load.Example) bool {
		return len(c.Names) > 0 && !slices.ContainsFunc(c.Names, func(name string) bool { return matches(name, file.Name) })
	})
	if c.Of > 0 {
		s.files.Examples = part(s.files.Examples, c.Shard, c.Of)
	}
	return nil
}

// suggestExamples returns the hint for a name that no example has. The names of a
// guide's examples begin with the guide's.
func suggestExamples(name string, known []string) string {
	if slices.ContainsFunc(known, func(of string) bool { return strings.HasPrefix(of, name+"-") }) {
		return fmt.Sprintf("did you mean '%s-*'?", name)
	}
	return diag.Suggest(name, "examples", known)
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// part returns every n-th element of a list, beginning with the i-th.
func part[T any](list []T, i, n int) []T {
	var kept []T
	for at := i - 1; at < len(list); at += n {
		kept = append(kept, list[at])
	}
	return kept
}

// upTo removes the steps after the named one, and the examples that don't have
// it.
func (s *Source) upTo(step string) error {
	if step == "" {
		return nil
	}
	var known []string
	s.files.Examples = slices.DeleteFunc(s.files.Examples, func(file load.Example) bool {
		read := s.read[file.File]
		if read.example == nil {
			return false // its mistakes were reported
		}
		has := func(of example.Step) bool { return of.ID == step }
		i := slices.IndexFunc(read.example.Steps, has)
		for _, of := range read.example.Steps {
			known = append(known, of.ID)
		}
		if i >= 0 {
			read.example.Steps, read.example.Explore, read.example.Move = read.example.Steps[:i+1], nil, nil
		}
		return i < 0
	})
	if len(s.files.Examples) == 0 {
		slices.Sort(known)
		return fmt.Errorf("no example has a step %s; %s", step, diag.Suggest(step, "steps", known))
	}
	return nil
}
