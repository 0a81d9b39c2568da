package translate_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
	"modelbook/generator/translate"
)

// TestInOrder holds pages whose segments are paired in their order to what match
// finds of them, in all scenarios and with segments that are taken away, moved or
// put twice.
func TestInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	inOrder, others := 0, 0
	for _, c := range golden.Cases(t, "testdata/scenarios/*.txtar") {
		given := c.Texts()
		original := page(t, "en", given["now.md"])
		for _, name := range []string{"bg.md", "edited.md", "want.updated.md"} {
			if given[name] == "" {
				continue
			}
			for round := range 40 {
				own, of := page(t, "bg", given[name]), *original
				if round > 0 {
					of.Segments = withEdits(random, of.Segments)
					own.Segments = withEdits(random, own.Segments)
				}
				if hasTwins(of.Segments) || hasTwins(own.Segments) {
					continue // an error, which the parser reports
				}
				switch isInOrder, isMatched := translate.InOrder(&of, own); {
				case !isInOrder:
					others++
				case !isMatched:
					t.Fatalf("%s: %s: %+v\nand\n%+v\nare paired in their order, but do not match so", c.Name, name, of.Segments, own.Segments)
				default:
					inOrder++
				}
			}
		}
	}
	if inOrder < 300 || others < 300 {
		t.Errorf("%d are in order, %d are not", inOrder, others)
	}
}

// withEdits changes the order of segments, or leaves it. Each is in the section of the
// heading above it, as the parser has it.
func withEdits(random *rand.Rand, segments []translate.Segment) []translate.Segment {
	segments = slices.Clone(segments)
	i, j := random.IntN(len(segments)), random.IntN(len(segments))
	switch random.IntN(5) {
	case 0:
		segments = slices.Delete(segments, i, i+1)
	case 1:
		segments = slices.Insert(segments, j, segments[i])
	case 2:
		segments[i], segments[j] = segments[j], segments[i]
	}
	place := "#"
	for i := range segments {
		switch s := &segments[i]; {
		case s.Kind == "heading":
			place = s.Place
		case s.Place != translate.FrontMatter && s.Place != translate.Footnotes:
			s.Place = place
		}
	}
	return segments
}

// hasTwins reports whether two segments have one name.
func hasTwins(segments []translate.Segment) bool {
	for i, s := range segments {
		for _, other := range segments[i+1:] {
			if s.Kind == other.Kind && (s.Kind == "heading" && s.Place == other.Place || s.Place == translate.FrontMatter || s.Kind == "footnote" && s.Text == other.Text) {
				return true
			}
		}
	}
	return false
}

// TestIsUpToDate changes a translation that is up to date, its original page or its
// base: all that may be left to be done is seen.
func TestIsUpToDate(t *testing.T) {
	const original = "A ferry has 2 captains.\n\n## Crew {#crew}\n\nOne of the crew sleeps.\n\nThe other one steers.[^a]\n\n[^a]: A note of the crew.\n"
	const own = "Фериботът има 2 капитани.\n\n## Екипаж {#crew}\n\nЕдин от екипажа спи.\n\nДругият управлява.[^a]\n\n[^a]: Бележка за екипажа.\n"
	for _, c := range []struct {
		name, of, before, now string
		isUpToDate            bool
	}{
		{"as it is", "", "", "", true},
		{"a line broken elsewhere", "bg", "има 2", "има\n2", true},
		{"an editorial change", "base", "", "", true},
		{"another word", "en", "sleeps", "rests", false},
		{"blocks in another order", "en", "One of the crew sleeps.\n\nThe other one steers.[^a]", "The other one steers.[^a]\n\nOne of the crew sleeps.", false},
		{"a new block", "en", "One of", "A new text.\n\nOne of", false},
		{"another number", "bg", "2", "3", false},
		{"a block of its own", "bg", "Един", "<!-- +1 -->\n\nЕдин", false},
		{"a mark", "bg", "Един", "<!-- translate 0123456789ab -->\n\nЕдин", false},
		{"a block that is obsolete", "bg", "Един", "<!-- obsolete -->\n\nЕдин", false},
		{"a text that was not translated", "bg", "Един от екипажа спи.", "One of the crew sleeps.", false},
		{"a block that is missing", "bg", "Един от екипажа спи.\n\n", "", false},
		{"no base", "base", "", "", false},
		{"a base that is behind", "base", "sleeps", "rests", false},
	} {
		pages := map[string]string{"en": original, "bg": own}
		pages[c.of] = strings.Replace(pages[c.of], c.before, c.now, 1)
		sealed, messages := translate.Compare(page(t, "en", original), page(t, "bg", own), nil).Seal()
		if messages.Failed() {
			t.Fatal(messages)
		}
		switch {
		case c.name == "no base":
			sealed = nil
		case c.name == "an editorial change":
			sealed.Entries[2].Editorial = "0123456789ab"
		case c.of == "base":
			sealed.Entries[3].Text = strings.Replace(sealed.Entries[3].Text, c.before, c.now, 1)
		}
		if got := translate.Compare(page(t, "en", pages["en"]), page(t, "bg", pages["bg"]), sealed).IsUpToDate(); got != c.isUpToDate {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
	// A text that an update left is still to be translated.
	was, now := page(t, "en", original), page(t, "en", strings.Replace(original, "sleeps", "rests", 1))
	sealed, _ := translate.Compare(was, page(t, "bg", own), nil).Seal()
	_, updated := translate.Compare(now, page(t, "bg", own), sealed).Update(diag.NewText("content/bg/index.md", []byte(withHead("bg", own))))
	if translate.Compare(was, page(t, "bg", own), updated).IsUpToDate() {
		t.Error("a base with the text of an update counts as one that is up to date")
	}
}
