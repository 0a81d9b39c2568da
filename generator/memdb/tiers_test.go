package memdb

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/support"
)

// tier is a name of testdata/tiers.txt with what is promised of it.
type tier struct {
	number  string
	refusal string // why a name of tier 2 is refused for now
}

func readTiers(t *testing.T) map[support.Entry]tier {
	t.Helper()
	file, err := os.Open("testdata/tiers.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() }) // it was only read
	tiers := map[support.Entry]tier{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		head, names, found := strings.Cut(lines.Text(), ": ")
		if !found || strings.HasPrefix(head, "#") {
			continue
		}
		number, kind, _ := strings.Cut(head, " ")
		kind, refusal, _ := strings.Cut(kind, " - ")
		for _, name := range strings.Fields(names) {
			e := support.Entry{Kind: support.Kind(kind), Name: name}
			if old, twice := tiers[e]; twice {
				t.Errorf("%s %s stands in tiers %s and %s", kind, name, old.number, number)
			}
			tiers[e] = tier{number, refusal}
		}
	}
	if lines.Err() != nil || len(tiers) < 200 {
		t.Fatalf("%d names, %v", len(tiers), lines.Err())
	}
	return tiers
}

// What must work works, and what is refused is refused.
func TestTableKeepsToTheTiers(t *testing.T) {
	for e, tier := range readTiers(t) {
		allowed := []support.Status{support.Done, support.Accepted}
		switch {
		case tier.number == "3":
			allowed = []support.Status{support.Refused, support.Error}
		case tier.refusal != "":
			allowed = []support.Status{support.Refused}
		}
		if state := state(e.Kind, e.Name); !slices.Contains(allowed, state) {
			t.Errorf("%s %s of tier %s is %v", e.Kind, e.Name, tier.number, state)
		}
	}
}

// untiered are the synonyms and internals that run although no tier names them.
var untiered = map[support.Kind]string{
	support.Command: "buildinfo findandmodify deleteIndexes dbstats collstats datasize",
	// The server writes $literal so when it shows an expression.
	support.Expression: "$const",
	// What every index specification has, and what old ones still carry.
	support.IndexOption: "key v ns",
}

// What stands in no tier is refused.
func TestNothingRunsWithoutATier(t *testing.T) {
	tiers := readTiers(t)
	for _, e := range command.KnownNames() {
		if e.State != support.Done || slices.Contains([]support.Kind{support.Field, support.StageOption}, e.Kind) {
			continue
		}
		if _, ok := tiers[support.Entry{Kind: e.Kind, Name: e.Name}]; !ok && !slices.Contains(strings.Fields(untiered[e.Kind]), e.Name) {
			t.Errorf("%s %s is done and stands in no tier", e.Kind, e.Name)
		}
	}
}
