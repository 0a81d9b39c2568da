package memdb

import (
	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/support"
)

// Coverage lists how memdb treats each name that MongoDB's server 8.2 knows, and
// the sources of the answers that it is tested against.
type Coverage struct {
	Topics []Topic
	// Sources are the sources of the expected results of its cases, the most certain
	// first, and Assumed the keys of the cases that no source decides.
	Sources []Source
	Assumed []string
	// ZoneData is the release of the time zone database that dates are computed with.
	ZoneData string
}

// Topic is a chapter of a Coverage: "stages", "commands", …
type Topic struct {
	ID    string
	Lines []Line
}

// Line is the names of a topic that memdb treats alike, for one reason.
type Line struct {
	State  string // "done", "accepted without effect", "refused" or "server's error"
	Reason string // the key of why it is refused or an error, "" if it is neither
	Names  []string
}

// Source is a source of expected results and how many cases have it.
type Source struct {
	Name  string
	Cases int
}

// Support returns the coverage, from the parsers' tables and the counts of the cases.
func Support() *Coverage {
	evidence, _ := support.ReadEvidence() // an embedded file, which a test writes
	c := &Coverage{Assumed: evidence.Assumed, ZoneData: date.ZoneData}
	for _, source := range support.Sources {
		c.Sources = append(c.Sources, Source{Name: string(source), Cases: evidence.Cases[source]})
	}
	names := command.KnownNames()
	for _, topic := range support.Topics {
		t := Topic{ID: topic.ID}
		for _, line := range support.List(names, topic) {
			t.Lines = append(t.Lines, Line{State: line.State.String(), Reason: line.Reason, Names: line.Names})
		}
		c.Topics = append(c.Topics, t)
	}
	return c
}

// Stage describes a stage of a pipeline, for programs that analyse pipelines
// without running them.
type Stage struct {
	Name string
	// Foreign is the option that names another collection, "" if there is none.
	Foreign string
	// Elsewhere is true if it reads or writes more than its input documents, and
	// Writes if it writes.
	Elsewhere, Writes bool
	// Order of the documents that leave it: "kept", "sorted", "fixed", "open" or
	// "single".
	Order string
	// Documents that leave it: "passed", "chosen", "reshaped" or "made".
	Documents string
}

// Stages returns the stages of MongoDB's server 8.2 that examine or change documents,
// sorted by name.
func Stages() []Stage {
	var list []Stage
	for _, s := range pipeline.Stages() {
		if s.Reach != pipeline.ReachServer {
			list = append(list, Stage{
				Name: s.Name, Foreign: s.Foreign(), Elsewhere: s.Elsewhere(), Writes: s.Writes(),
				Order: string(s.Order), Documents: string(s.Documents),
			})
		}
	}
	return list
}
