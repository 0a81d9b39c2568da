package support

import (
	"cmp"
	"slices"
	"strings"
)

// Topic is a chapter of the list: kinds of names that people look for together.
type Topic struct {
	ID    string
	Kinds []Kind
}

// Topics are all topics in the order in which people meet them.
var Topics = []Topic{
	{"query-operators", []Kind{QueryOperator}},
	{"schema-keywords", []Kind{SchemaKeyword}},
	{"projection", []Kind{ProjectOperator}},
	{"update-operators", []Kind{UpdateOperator, PushModifier}},
	{"stages", []Kind{Stage}},
	{"stage-options", []Kind{StageOption}},
	{"expressions", []Kind{Expression}},
	{"accumulators", []Kind{Accumulator}},
	{"window-functions", []Kind{WindowFunction}},
	{"variables", []Kind{Variable}},
	{"indexes", []Kind{IndexKind, IndexOption}},
	{"collections", []Kind{CollectionOption}},
	{"commands", []Kind{Command}},
	{"command-fields", []Kind{Field}},
}

// Line is one line of the list of supported names.
type Line struct {
	State  Status
	Names  []string // sorted
	Reason string   // of a refusal or of an error; "" for names that run
}

// List returns the names of a topic among entries, by state and reason. Within a
// state the longest line comes first.
func List(entries []Entry, topic Topic) []Line {
	type key struct {
		state  Status
		reason string
	}
	names := map[key][]string{}
	for _, e := range entries {
		if slices.Contains(topic.Kinds, e.Kind) {
			k := key{e.State, reason(e)}
			names[k] = append(names[k], e.Name)
		}
	}
	var lines []Line
	for k, list := range names {
		slices.Sort(list)
		lines = append(lines, Line{State: k.state, Names: list, Reason: k.reason})
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.State, b.State), cmp.Compare(len(b.Names), len(a.Names)), cmp.Compare(a.Reason, b.Reason))
	})
	return lines
}

// reason returns the key of why memdb refuses an entry or answers with an error,
// "" for any other.
func reason(e Entry) string {
	if e.State != Refused && e.State != Error {
		return ""
	}
	for _, family := range families {
		for _, word := range strings.Fields(family.names) {
			if (family.kind == "" || family.kind == e.Kind) && Matches(word, e.Name) {
				return family.reason
			}
		}
	}
	return reasonOfKind(e)
}

// Matches compares a name with a word; a * at the word's end matches any rest. A field
// or option is found by its own name, without its owner's.
func Matches(word, name string) bool {
	last := name[strings.LastIndex(name, ".")+1:]
	if start, found := strings.CutSuffix(word, "*"); found {
		return strings.HasPrefix(last, start)
	}
	return word == last || word == name
}

func reasonOfKind(e Entry) string {
	switch {
	case e.State == Error:
		return "standalone"
	case e.Kind == Command:
		return "administration"
	}
	return "not-yet"
}

// FamilyWords are the words of all families.
func FamilyWords() []string {
	var words []string
	for _, family := range families {
		words = append(words, strings.Fields(family.names)...)
	}
	return words
}
