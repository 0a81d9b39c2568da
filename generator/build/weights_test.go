package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
	"modelbook/generator/search"
	"modelbook/generator/tmpfs"
)

// A page may show one figure so often that it takes too many bytes, and then says which
// and how often. Its translations show the same and say nothing.
func TestPageOfManyFigures(t *testing.T) {
	source := handbook(t)
	const name = "one-to-one-embedded"
	file := filepath.Join(source, "content", "en", "one-to-one.md")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again := "\n## Again {#again}\n\n" + strings.Repeat("[A ferry](../../examples/"+name+".json#data/ferries)\n\n", 1200)
	if err := os.WriteFile(file, append(content, again...), 0o666); err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(tmpfs.TempDir(t), "site")
	report, messages, err := Build(t.Context(), Options{Source: source, Output: output})
	if err != nil || report.Output != "" {
		t.Fatalf("%+v, %v", report, err)
	}
	var told []string
	for _, m := range messages {
		if strings.Contains(m.Text, "the figures of the page") {
			told = append(told, m.Pos.String()+": "+m.Text)
		}
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "content/en/one-to-one.md:") || !strings.HasSuffix(told[0], " times") {
		t.Errorf("%q among %v", told, messages)
	}
}

// A figure that a page shows again is not drawn again, nor one of a page that has too
// many already.
func TestFigureIsDrawnOnce(t *testing.T) {
	d := &drawer{figures: map[drawnKey]figure.Figure{}}
	link := guide.Figure{Target: guide.Target{Kind: "data", Example: "a", Collection: "ferries"}}
	known := figure.Figure{Names: []string{"drawn"}}
	d.figures[drawnKey{target: link.Target}] = known
	var on drawing
	on.Drawing = new(page.Drawing)
	for range 2 {
		if messages := d.figure(&on, link, drawnKey{target: link.Target}, render.Models{}); messages != nil {
			t.Fatal(messages)
		}
	}
	d.weights.drawn = maxFigures + 1
	if messages := d.figure(&on, guide.Figure{Target: guide.Target{Kind: "none"}}, drawnKey{models: "none"}, render.Models{}); messages != nil {
		t.Errorf("it is drawn: %v", messages)
	}
	if len(on.Figures) != 2 || on.Figures[1].Names[0] != "drawn" {
		t.Errorf("%+v", on.Figures)
	}
}

// What a page's figures take is counted as often as they are shown, and what they take
// of memory once.
func TestWeights(t *testing.T) {
	link := func(example string, line int) guide.Figure {
		return guide.Figure{Target: guide.Target{Example: example}, Pos: diag.Pos{File: "content/en/a.md", Line: line, Col: 1}}
	}
	var w weights
	w.add(drawnKey{models: "small"}, link("small", 1), 1<<20)
	w.add(drawnKey{models: "large"}, link("large", 2), 2<<20)
	if got := w.messages(); got != nil {
		t.Errorf("3 MB are too many: %v", got)
	}
	w.add(drawnKey{models: "small"}, link("small", 3), 1<<20)
	w.add(drawnKey{models: "small"}, link("small", 4), 1<<20)
	want := "content/en/a.md:1:1: the figures of the page take more than 4 MB; this one takes 3.0 MB, for it is shown 3 times"
	if got := w.messages(); len(got) != 1 || got[0].Pos.String()+": "+got[0].Text != want {
		t.Errorf("got %v, want %s", got, want)
	}
	var once weights
	once.add(drawnKey{}, link("large", 7), 5<<20)
	want = "content/en/a.md:7:1: the figures of the page take more than 4 MB; this one takes 5.0 MB"
	if got := once.messages(); len(got) != 1 || got[0].Pos.String()+": "+got[0].Text != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// A site that has more bytes than it may is not written, and says what has most.
func TestSiteThatIsTooLarge(t *testing.T) {
	options := Options{Source: handbook(t)}
	source, _, err := openSource(options)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if messages := source.readAll(options, nil, nil); messages.Failed() {
		t.Fatal(messages)
	}
	verified, messages, err := Verify(t.Context(), options, source, nil)
	if err != nil || messages.Failed() {
		t.Fatal(messages, err)
	}
	for most, want := range map[int64]bool{1 << 30: true, 1 << 20: false} {
		options.Output = filepath.Join(tmpfs.TempDir(t), "site")
		target, err := openOutput(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		site, _ := newSite(source, verified, search.NewVocabularies())
		_, messages, err := site.write(t.Context(), target, nil, most)
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(messages, func(m diag.Message) bool {
			return strings.HasPrefix(m.Text, "the site has more than 1 MB; most of them has ") && strings.HasPrefix(m.File, "content/")
		})
		if messages.Failed() == want || told == want {
			t.Errorf("up to %d bytes: %v", most, messages)
		}
		if err := target.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
