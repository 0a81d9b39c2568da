package build

import (
	"maps"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/support"
	"modelbook/site"
)

// The theme has words for each reason of a refusal and for each assumption, and
// for no other.
func TestReasonsHaveWords(t *testing.T) {
	var words struct{ Reasons, Assumptions map[string]string }
	if err := yaml.Unmarshal(site.Theme()["strings/en.yaml"], &words); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, topic := range support.Topics {
		for _, line := range support.List(memdb.Support(), topic) {
			if line.Reason != "" {
				used[line.Reason] = true
			}
		}
	}
	if got, want := slices.Sorted(maps.Keys(words.Reasons)), slices.Sorted(maps.Keys(used)); !slices.Equal(got, want) {
		t.Errorf("the theme has words for the reasons\n%v\nthe table has the reasons\n%v", got, want)
	}
	known, err := support.ReadEvidence()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(maps.Keys(words.Assumptions)), slices.Sorted(slices.Values(known.Assumed)); !slices.Equal(got, want) {
		t.Errorf("the theme has words for the assumptions\n%v\nthe cases assume\n%v", got, want)
	}
}
