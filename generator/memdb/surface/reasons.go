package surface

import (
	"fmt"
	"slices"
	"strings"
)

// Line is one line of the list of what memdb does, for people who write examples.
type Line struct {
	State  Status
	Kind   Kind
	Names  []string // sorted
	Reason string   // of a refusal or of an error, in words; "" for what runs
}

// List gives the whole table by state and kind, refusals also by their reason. In
// each state the kinds stand in the order of Kinds.
func List() []Line {
	var lines []Line
	index := map[string]int{}
	for _, e := range Entries() {
		reason := Reason(e)
		key := fmt.Sprint(e.State, e.Kind, reason)
		at, known := index[key]
		if !known {
			at = len(lines)
			index[key] = at
			lines = append(lines, Line{State: e.State, Kind: e.Kind, Reason: reason})
		}
		lines[at].Names = append(lines[at].Names, e.Name)
	}
	slices.SortStableFunc(lines, func(a, b Line) int {
		if a.State != b.State {
			return int(a.State - b.State)
		}
		return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind)
	})
	return lines
}

// Kinds are all kinds in the order in which an author meets them.
var Kinds = []Kind{
	QueryOperator, SchemaKeyword, ProjectOperator, UpdateOperator, PushModifier, Stage, StageOption, Expression,
	Accumulator, WindowFunction, Variable, IndexKind, IndexOption, CollectionOption, Command, Field,
}

// Reason says why memdb refuses an entry or answers with an error, "" for any
// other.
func Reason(e Entry) string {
	if e.State != Refused && e.State != Error {
		return ""
	}
	for _, family := range families {
		for _, word := range strings.Fields(family.names) {
			if (family.kind == "" || family.kind == e.Kind) && matches(word, e.Name) {
				return family.reason
			}
		}
	}
	return reasonOfKind(e)
}

// matches compares a name with a word; a * at the word's end stands for any rest.
// A field or option is found by its own name, without its owner's.
func matches(word, name string) bool {
	own := name[strings.LastIndex(name, ".")+1:]
	if start, found := strings.CutSuffix(word, "*"); found {
		return strings.HasPrefix(own, start)
	}
	return word == own || word == name
}

func reasonOfKind(e Entry) string {
	switch {
	case e.State == Error:
		return "a MongoDB server that stands alone answers with an error too"
	case e.Kind == Command:
		return "it runs a server or a cluster; an example has no use for it"
	case e.Kind == Field || e.Kind == StageOption:
		return "it is for servers, routers and tools among themselves, or not done"
	}
	return "not done yet"
}
