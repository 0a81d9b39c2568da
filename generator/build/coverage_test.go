package build

import (
	"maps"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"modelbook/generator/memdb"
	"modelbook/site"
)

// The theme has words for each reason of a refusal and for each assumption, and
// for no other.
func TestReasonsHaveWords(t *testing.T) {
	var words struct{ Reasons, Assumptions map[string]string }
	if err := yaml.Unmarshal(site.Theme()["strings/en.yaml"], &words); err != nil {
		t.Fatal(err)
	}
	of := memdb.Support()
	used := map[string]bool{}
	for _, topic := range of.Topics {
		for _, line := range topic.Lines {
			if treatments[line.State] == "" {
				t.Errorf("no treatment is called %q", line.State)
			}
			if line.Reason != "" {
				used[line.Reason] = true
			}
		}
	}
	if got, want := slices.Sorted(maps.Keys(words.Reasons)), slices.Sorted(maps.Keys(used)); !slices.Equal(got, want) {
		t.Errorf("the theme has words for the reasons\n%v\nthe table has the reasons\n%v", got, want)
	}
	if got, want := slices.Sorted(maps.Keys(words.Assumptions)), slices.Sorted(slices.Values(of.Assumed)); !slices.Equal(got, want) {
		t.Errorf("the theme has words for the assumptions\n%v\nthe cases assume\n%v", got, want)
	}
}
