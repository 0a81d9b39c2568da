package build

import (
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/memdb"
	"modelbook/generator/render"
	"modelbook/site"
)

// Every form belongs to one kind, and can be told from the others by its kind,
// its number of parts and its place.
func TestKinds(t *testing.T) {
	type shape struct {
		kind  string
		parts int
		text  bool
		of    bool // the page
	}
	seen, owner := map[shape]bool{}, map[string]int{}
	for i, k := range render.Kinds() {
		for _, f := range k.Patterns {
			if other, ok := owner[f.Kind()]; ok && other != i {
				t.Errorf("#%s belongs to two kinds of figure", f.Fragment)
			}
			owner[f.Kind()] = i
		}
	}
	for _, f := range patterns() {
		parts := make([]string, 1)
		for parts[0] = f.Kind(); !f.Fits(parts); parts = append(parts, "1") {
		}
		s := shape{f.Kind(), len(parts), f.Place == guide.InText, f.IsOfPage}
		if seen[s] {
			t.Errorf("#%s looks like another form", f.Fragment)
		}
		seen[s] = true
		if target, err := f.Target("a", parts); err != nil || target.Kind != f.Kind() {
			t.Errorf("#%s reads as %+v, %v", f.Fragment, target, err)
		}
	}
}

// What comes from Go as a key has its words.
func TestKeysHaveWords(t *testing.T) {
	var words struct {
		Measures   map[string]string
		Unmeasured map[string]string
		Treatments map[string]string
		Remarks    map[string]string
		Needs      map[string]string
		Sources    map[string]string `yaml:"evidence-sources"`
	}
	if err := yaml.Unmarshal(site.Theme()["strings/en.yaml"], &words); err != nil {
		t.Fatal(err)
	}
	expect := func(of map[string]string, keys []string) {
		t.Helper()
		for _, key := range keys {
			if of[key] == "" {
				t.Errorf("there are no words for %s", key)
			}
		}
		if len(of) != len(keys) {
			t.Errorf("%d words for %d keys", len(of), len(keys))
		}
	}
	expect(words.Measures, slices.Concat(example.Measures, example.FootprintMeasures))
	var reasons []string
	for _, reason := range example.Reasons() {
		reasons = append(reasons, string(reason))
	}
	expect(words.Unmeasured, reasons)
	expect(words.Remarks, render.Remarks())
	expect(words.Needs, append(example.LackWords(), "and", "or"))
	expect(words.Treatments, []string{string(figure.Runs), string(figure.Ignored), string(figure.Refused), string(figure.FailsToo)})
	of := memdb.Support()
	var sources []string
	for _, source := range of.Sources {
		sources = append(sources, source.Name)
	}
	expect(words.Sources, sources)
}
