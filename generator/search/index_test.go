package search

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/guide"
)

func document(slug, title string, sections ...Section) Document {
	return Document{Page: guide.Page{Slug: slug, Lang: "en", Meta: guide.Meta{Title: title}}, Sections: sections}
}

func indexOf(concepts []Concept, documents ...Document) *Index {
	v := NewVocabularies()
	pages := []*Page{nil} // a page that the language lacks
	for _, d := range documents {
		pages = append(pages, v.NewPage(d))
	}
	return NewIndex(v, "en", pages, concepts, []string{"the"})
}

var documents = []Document{
	document("trees", "Trees", Section{Text: "A tree has roots."}, Section{ID: "leaves", Heading: "Leaves", Text: "Each leaf, one-to-many."}),
	document("lists", "Lists", Section{Text: "A $list.", Names: []string{"$push"}}),
}

func TestDirectory(t *testing.T) {
	directory, words := indexOf(nil, documents...).Shards(2)
	want := `modelbookIndex("search/en/directory",["","lists"],"ACB","the")` + "\n"
	if string(directory) != want || len(words) != 2 {
		t.Errorf("got %d shards and %s, want 2 and %s", len(words), directory, want)
	}
}

// However the index is divided, each form leads to the same sections.
func TestShards(t *testing.T) {
	x := indexOf([]Concept{{Names: []string{"list"}, Aliases: []string{"linked rows"}}}, documents...)
	_, one := x.Shards(1)
	all := read(t, one[0])
	for form, sections := range map[string]string{
		"tree": "0", "trees": "0", "leaf": "1", "leaves": "1", "one to many": "1", "$list": "2", "list": "2", "push": "2", "linked rows": "2",
	} {
		if all[form] != sections {
			t.Errorf("%s leads to the sections %q, want %q", form, all[form], sections)
		}
	}
	for count := 2; count < 2*len(x.entries); count++ {
		again := map[string]string{}
		_, words := x.Shards(count)
		for _, shard := range words {
			maps.Copy(again, read(t, shard))
		}
		if !maps.Equal(again, all) {
			t.Errorf("in %d shards\n%v\nin one\n%v", count, again, all)
		}
	}
}

var script = regexp.MustCompile(`^modelbookIndex\("search/en/words-\d+","(.*)","(.*)"\)\n$`)

// read returns the sections of each form of a shard.
func read(t *testing.T, shard []byte) map[string]string {
	t.Helper()
	parts := script.FindSubmatch(shard)
	if parts == nil {
		t.Fatalf("not a shard: %s", shard)
	}
	lists := strings.Split(string(parts[2]), `\n`)
	sections := map[string]string{}
	last, next := "", 0
	for _, line := range strings.Split(string(parts[1]), `\n`) {
		if line == "" {
			continue
		}
		rest, terms, listed := strings.Cut(line[1:], `\t`)
		last = string([]rune(last)[:strings.IndexByte(digits, line[0])]) + rest
		if !listed {
			terms = strconv.FormatInt(int64(next), 36)
		}
		var found []string
		for term := range strings.FieldsSeq(terms) {
			n, err := strconv.ParseInt(term, 36, 0)
			if err != nil {
				t.Fatal(err)
			}
			next = max(next, int(n)+1)
			found = append(found, decode(lists[n])...)
		}
		sections[last] = strings.Join(found, " ")
	}
	return sections
}

func decode(list string) []string {
	var sections []string
	section, n, shift := 0, 0, 0
	for _, digit := range list[1:] {
		bits := strings.IndexRune(digits, digit)
		n |= bits & 31 << shift
		shift += 5
		if bits&32 != 0 {
			continue
		}
		section += n >> 4
		sections = append(sections, strconv.Itoa(section))
		n, shift = 0, 0
	}
	return sections
}

// What readers type for a page leads to its beginning, also to that of a page
// without a translation, and to no other section.
func TestSought(t *testing.T) {
	english := document("bucket", "Buckets", Section{Text: "Beginning."}, Section{ID: "hour", Heading: "Hours", Text: "Readings."})
	english.Page.Meta.Description = "An hour of rain."
	english.Sought = []string{"time series"}
	for _, test := range []struct {
		document Document
		want     map[string]string
	}{
		{english, map[string]string{"series": "0", "beginning": "0", "hours": "0 1", "readings": "1"}},
		{english.Untranslated("it"), map[string]string{"series": "0", "buckets": "0", "rain": "0", "beginning": "", "readings": ""}},
	} {
		v := NewVocabularies()
		_, words := NewIndex(v, test.document.Page.Lang, []*Page{v.NewPage(test.document)}, nil, nil).Shards(1)
		found := read(t, bytes.Replace(words[0], []byte("search/it/"), []byte("search/en/"), 1))
		for form, want := range test.want {
			if found[form] != want {
				t.Errorf("%s: %s leads to the sections %q, want %q", test.document.Page.Lang, form, found[form], want)
			}
		}
	}
	var script strings.Builder
	if err := WritePage(&script, english.Untranslated("it"), 7, "Patterns"); err != nil {
		t.Fatal(err)
	}
	if want := "modelbookIndex(\"search/it/page-7\",[\"bucket\",\"Buckets\",\"Patterns\",\"en\",\n[\"\",\"\",\"An hour of rain.\"]])\n"; script.String() != want {
		t.Errorf("got %s, want %s", script.String(), want)
	}
}

// Links to other pages say little about their subjects.
func TestSeeAlso(t *testing.T) {
	v := NewVocabularies()
	level := func(id string) int {
		x := NewIndex(v, "en", []*Page{v.NewPage(document("trees", "Trees", Section{Text: "Roots."}, Section{ID: id, Heading: "Leaves", Text: "Leaves."}))}, nil, nil)
		_, words := x.Shards(1)
		list := string(script.FindSubmatch(words[0])[2])
		return strings.IndexByte(digits, strings.Split(list, `\n`)[0][1]) & maxLevel
	}
	if also, own := level(guide.SeeAlso), level("leaves"); also >= own {
		t.Errorf("a word of See also has the level %d, of a section of its own %d", also, own)
	}
}

func TestConcepts(t *testing.T) {
	for _, test := range []struct {
		concept Concept
		form    string
		want    string
	}{
		{Concept{Names: []string{"leaf"}, Aliases: []string{"node"}}, "node", "1"},
		{Concept{Names: []string{"one-to-many"}, Aliases: []string{"1:N"}}, "1 n", "1"},
		{Concept{Names: []string{"a tree", "leaf"}, Aliases: []string{"plant"}}, "plant", "0 1"},
		{Concept{Names: []string{"no such thing"}, Aliases: []string{"nothing"}}, "nothing", ""},
		// A word that has a sense of its own keeps it.
		{Concept{Names: []string{"list"}, Aliases: []string{"roots"}}, "roots", "0 2"},
	} {
		_, words := indexOf([]Concept{test.concept}, documents...).Shards(1)
		if got := read(t, words[0])[test.form]; got != test.want {
			t.Errorf("%s leads to the sections %q, want %q", test.form, got, test.want)
		}
	}
}

// A word that stands everywhere costs no more than maxPostings, and keeps the
// sections that it says most about.
func TestStrongest(t *testing.T) {
	postings := []posting{newPosting(1, 3), newPosting(2, 9), newPosting(3, 5), newPosting(4, 5), newPosting(5, 1)}
	for n, want := range map[int][]posting{1: postings[1:2], 2: postings[1:3], 3: postings[1:4], 5: postings, 9: postings} {
		if got := strongest(postings, n); !slices.Equal(got, want) {
			t.Errorf("the strongest %d of %v are %v, want %v", n, postings, got, want)
		}
	}
}

// What is indexed does not hang on the order in which pages were counted.
func TestOrderOfCounting(t *testing.T) {
	forward, backward := NewVocabularies(), NewVocabularies()
	first := []*Page{forward.NewPage(documents[0]), forward.NewPage(documents[1])}
	second := []*Page{nil, backward.NewPage(documents[1])}
	second[0] = backward.NewPage(documents[0])
	_, a := NewIndex(forward, "en", first, nil, nil).Shards(1)
	_, b := NewIndex(backward, "en", second, nil, nil).Shards(1)
	if string(a[0]) != string(b[0]) {
		t.Errorf("%s\n%s", a[0], b[0])
	}
}

func TestNewDocument(t *testing.T) {
	g := &guide.Guide{Page: guide.Page{Slug: "trees"}, Blocks: []guide.Block{
		{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: "<p>It takes "}, {Number: &guide.Number{Text: "2 trips"}}, {HTML: ` &amp; more.<sup id="fnref:1"><a href="#fn:1">1</a></sup></p>` + "\n"}}},
		{Kind: guide.HeadingBlock, Heading: &guide.Heading{Level: 2, ID: "cost", Text: "Cost"}},
		{Kind: guide.List, Parts: []guide.Part{{HTML: "<ul>\n<li>one</li>\n<li><code>$two</code></li>\n</ul>\n"}}},
		{Kind: guide.Example, Figures: []guide.Figure{{Caption: "A <em>tree</em>"}, {Caption: "Its cost"}}},
		{Kind: guide.Footnotes, Parts: []guide.Part{{HTML: "<p>Manual</p>"}}},
	}}
	got := fmt.Sprintf("%q", NewDocument(g, func(block int) []string { return []string{strconv.Itoa(block)} }).Sections)
	want := `[{"" "" "It takes 2 trips & more." ["0"]} {"cost" "Cost" "one\n$two\nA tree\nIts cost" ["2" "3"]}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
