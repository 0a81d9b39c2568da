package build

import (
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/support"
)

// evidenceTopic is the list of where the expected results come from.
const evidenceTopic = "evidence"

// topics gives the lists that there are.
func topics() []string {
	var known []string
	for _, topic := range support.Topics {
		known = append(known, topic.ID)
	}
	return append(known, evidenceTopic)
}

// checkTopics tells of links to lists that the embedded database does not have.
func checkTopics(g *guide.Guide) diag.List {
	var messages diag.List
	known := topics()
	for _, block := range g.Blocks {
		if block.Kind != guide.Coverage || slices.Contains(known, block.Topic.ID) {
			continue
		}
		messages.Add(diag.Message{
			Pos: block.Topic.Pos, Text: "there is no list of " + block.Topic.ID, Source: block.Source,
			Hint: diag.Suggest(block.Topic.ID, "lists", known),
		})
	}
	return messages
}

// coverage draws a list.
func coverage(id string) (*figure.Coverage, error) {
	if id == evidenceTopic {
		evidence, err := drawEvidence()
		return &figure.Coverage{Evidence: evidence}, err
	}
	return drawTopic(id), nil
}

func drawEvidence() (*figure.Evidence, error) {
	known, err := support.ReadEvidence()
	drawn := &figure.Evidence{Assumed: known.Assumed, ZoneData: memdb.ZoneData}
	for _, source := range support.Sources {
		if n := known.Cases[source]; n > 0 {
			drawn.Sources = append(drawn.Sources, figure.EvidenceSource{Name: string(source), Cases: n})
		}
	}
	return drawn, err
}

func drawTopic(id string) *figure.Coverage {
	i := slices.IndexFunc(support.Topics, func(t support.Topic) bool { return t.ID == id })
	lines := support.List(memdb.Support(), support.Topics[i])
	owners := map[string]bool{}
	for _, line := range lines {
		for _, name := range line.Names {
			owners[ownerOf(name)] = true
		}
	}
	drawn := &figure.Coverage{}
	for _, line := range lines {
		drawn.Groups = append(drawn.Groups, figure.NameGroup{
			Treatment: treatments[line.State], Reason: line.Reason, Count: len(line.Names),
			Owners: byOwner(line.Names, owners),
		})
	}
	return drawn
}

var treatments = map[support.Status]figure.Treatment{
	support.Done: figure.Runs, support.Accepted: figure.Ignored,
	support.Refused: figure.Refused, support.Error: figure.FailsToo,
}

func ownerOf(name string) string {
	owner, _, owned := strings.Cut(name, ".")
	if !owned {
		return ""
	}
	return owner
}

// byOwner sorts names by what they belong to. A name that every owner has
// stands once, before the others.
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
