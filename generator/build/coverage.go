package build

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"modelbook/generator/diag"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/memdb"
)

// evidenceTopic is the list of the sources of expected results.
const evidenceTopic = "evidence"

// covered returns the operators, commands and options that the embedded
// database supports. Every page with a list calls it.
var covered = sync.OnceValue(memdb.Support)

// topics returns the lists that there are.
func topics() []string {
	var known []string
	for _, topic := range covered().Topics {
		known = append(known, topic.ID)
	}
	return append(known, evidenceTopic)
}

// checkTopics reports links to lists that the embedded database does not have.
func checkTopics(g *guide.Guide) diag.List {
	var messages diag.List
	for _, block := range g.Blocks {
		if block.Kind != guide.Coverage {
			continue
		}
		if known := topics(); !slices.Contains(known, block.Topic.ID) {
			messages.Add(diag.Message{
				Pos: block.Topic.Pos, Text: "there is no list of " + block.Topic.ID, Source: block.Source,
				Hint: diag.Suggest(block.Topic.ID, "lists", known),
			})
		}
	}
	return messages
}

// coverage draws a list.
func coverage(id string) *figure.Coverage {
	if id == evidenceTopic {
		return &figure.Coverage{Evidence: drawEvidence(covered())}
	}
	topics := covered().Topics
	return drawTopic(topics[slices.IndexFunc(topics, func(t memdb.Topic) bool { return t.ID == id })])
}

func drawEvidence(of *memdb.Coverage) *figure.Evidence {
	drawn := &figure.Evidence{Assumed: of.Assumed, ZoneData: of.ZoneData}
	for _, source := range of.Sources {
		if source.Cases > 0 {
			drawn.Sources = append(drawn.Sources, figure.EvidenceSource{Name: source.Name, Cases: source.Cases})
		}
	}
	return drawn
}

func drawTopic(topic memdb.Topic) *figure.Coverage {
	owners := map[string]bool{}
	for _, line := range topic.Lines {
		for _, name := range line.Names {
			owners[ownerOf(name)] = true
		}
	}
	drawn := &figure.Coverage{}
	for _, line := range topic.Lines {
		drawn.Groups = append(drawn.Groups, figure.NameGroup{
			Treatment: treatments[line.State], Reason: line.Reason, Count: len(line.Names),
			Owners: byOwner(line.Names, owners),
		})
	}
	return drawn
}

var treatments = map[string]figure.Treatment{
	"done": figure.Runs, "accepted without effect": figure.Ignored,
	"refused": figure.Refused, "server's error": figure.FailsToo,
}

func ownerOf(name string) string {
	owner, _, owned := strings.Cut(name, ".")
	if !owned {
		return ""
	}
	return owner
}

// byOwner groups names by their owners. A name that every owner has is listed
// once, before the others.
func byOwner(names []string, owners map[string]bool) []figure.Owner {
	having, namesOf := map[string]int{}, map[string][]string{}
	for _, name := range names {
		owner := ownerOf(name)
		short := strings.TrimPrefix(name, owner+".")
		having[short]++
		namesOf[owner] = append(namesOf[owner], short)
	}
	shared := func(name string) bool { return len(owners) > 1 && having[name] == len(owners) }
	list := []figure.Owner{{All: true, Names: slices.DeleteFunc(slices.Sorted(maps.Keys(having)), func(name string) bool { return !shared(name) })}}
	for _, owner := range slices.Sorted(maps.Keys(namesOf)) {
		list = append(list, figure.Owner{Name: owner, Names: slices.DeleteFunc(namesOf[owner], shared)})
	}
	return slices.DeleteFunc(list, func(o figure.Owner) bool { return len(o.Names) == 0 })
}
