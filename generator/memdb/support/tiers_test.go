package support

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
)

// tier is a name of testdata/tiers.txt with what is promised of it.
type tier struct {
	number  string
	refusal string // why a name of tier 2 is refused for now
}

func readTiers(t *testing.T) map[Entry]tier {
	t.Helper()
	file, err := os.Open("testdata/tiers.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() }) // it was only read
	tiers := map[Entry]tier{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		head, names, found := strings.Cut(lines.Text(), ": ")
		if !found || strings.HasPrefix(head, "#") {
			continue
		}
		number, kind, _ := strings.Cut(head, " ")
		kind, refusal, _ := strings.Cut(kind, " - ")
		for _, name := range strings.Fields(names) {
			e := Entry{Kind: Kind(kind), Name: name}
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
		allowed := []Status{Done, Accepted}
		switch {
		case tier.number == "3":
			allowed = []Status{Refused, Error}
		case tier.refusal != "":
			allowed = []Status{Refused}
		}
		if state := State(e.Kind, e.Name); !slices.Contains(allowed, state) {
			t.Errorf("%s %s of tier %s is %v", e.Kind, e.Name, tier.number, state)
		}
	}
}

// untiered are the synonyms and internals that run although no tier names them.
var untiered = map[Kind]string{
	Command: "buildinfo findandmodify deleteIndexes dbstats collstats datasize",
	// The server writes $literal so when it shows an expression.
	Expression: "$const",
	// What every index specification has, and what old ones still carry.
	IndexOption: "key v ns",
}

// What stands in no tier is refused.
func TestNothingRunsWithoutATier(t *testing.T) {
	tiers := readTiers(t)
	for _, e := range Entries() {
		if e.State != Done || slices.Contains([]Kind{Field, StageOption}, e.Kind) {
			continue
		}
		if _, ok := tiers[Entry{Kind: e.Kind, Name: e.Name}]; !ok && !slices.Contains(strings.Fields(untiered[e.Kind]), e.Name) {
			t.Errorf("%s %s is done and stands in no tier", e.Kind, e.Name)
		}
	}
}
