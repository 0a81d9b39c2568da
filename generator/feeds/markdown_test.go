package feeds

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/render"
)

func codeOf(lines ...string) figure.Code {
	var code figure.Code
	for _, line := range lines {
		code.Lines = append(code.Lines, figure.Line{Tokens: []figure.Token{{Text: line}}})
	}
	return code
}

func rowOf(text string) figure.Row { return figure.Row{Before: []figure.Token{{Text: text}}} }

// said returns the keys of words, and what fills them.
func said(phrase figure.Phrase, letters []string) string {
	switch phrase := phrase.(type) {
	case figure.Text:
		return string(phrase)
	case figure.Decimal:
		return strconv.FormatFloat(phrase.Value, 'f', phrase.Decimals, 64)
	case figure.Duration:
		return strconv.FormatFloat(float64(phrase), 'f', -1, 64)
	case figure.Integer:
		return strconv.FormatInt(int64(phrase), 10)
	case figure.Letter:
		return letters[phrase]
	case figure.Plural:
		return said(figure.Words{Key: phrase.Key + " " + strconv.Itoa(phrase.Count), With: phrase.With}, letters)
	case figure.Words:
		text := phrase.Key
		for _, with := range phrase.With {
			text += " " + said(with.Phrase, letters)
		}
		return text
	case figure.Enumeration:
		var texts []string
		for _, part := range phrase {
			texts = append(texts, said(part, letters))
		}
		return strings.Join(texts, ", ")
	}
	return "?"
}

// TestBehind: what the build adds to a block stands behind it.
func TestBehind(t *testing.T) {
	c := Copy{Guide: &guide.Guide{Blocks: []guide.Block{{Kind: guide.Paragraph, Source: "One."}, {Kind: guide.Paragraph, Source: "Two."}}}, Figures: make([][]figure.Figure, 2), Letters: make([][]string, 2), Coverage: make([]*figure.Coverage, 2), Behind: map[int]string{0: "Added."}}
	c.Guide.Meta.Title = "T"
	var text strings.Builder
	if err := c.Write(&text); err != nil || text.String() != "# T\n\nOne.\n\nAdded.\n\nTwo.\n" {
		t.Errorf("%v: %q", err, text.String())
	}
}

func TestCopy(t *testing.T) {
	copied := &figure.Box{Kind: figure.Embedded, Depth: 1, Copies: &figure.Copies{Count: 5}, Rows: []figure.Row{rowOf("{ _id: 7 } }")}}
	another := &figure.Box{Rows: []figure.Row{{Before: []figure.Token{{Text: "{ of:"}}, Inside: copied}}}
	inside := &figure.Box{Kind: figure.Array, Depth: 1, Rows: []figure.Row{rowOf("[ 1,"), rowOf("  2 ] }")}}
	document := &figure.Box{Rows: []figure.Row{rowOf("{ _id: 1,"), {Before: []figure.Token{{Text: "  tags: "}}, Inside: inside}}}
	c := Copy{
		Guide: &guide.Guide{
			Page: guide.Page{Meta: guide.Meta{Title: "Trees", Description: "In short."}},
			Blocks: []guide.Block{
				{Kind: guide.Paragraph, Source: "It has [214 \\[bytes\\]](../../examples/a-b.json#size/c/0) and a [link](lists.md#cost); [half](#figure/half)."},
				{Kind: guide.HeadingBlock, Source: "## Cost {#cost}"},
				{Kind: guide.Example, Source: "[The `tree`](../../examples/a-b.json#data/c)\n\n[A step](../../examples/a-b.json#steps/s)\n\n[Rules](../../examples/a-b.json#schema/c)\n\n[A stop](../../examples/a-b.json#steps/t)"},
				{Kind: guide.Comparison, Source: "What it costs:\n\n- [One | `1|2` \\| \\\\](../../examples/a-b.json#cost/q)\n- [Two](../../examples/a-c.json#cost/q)"},
				{Kind: guide.Coverage, Source: "[Stages](../../list.md#stages)"},
				{Kind: guide.Comparison, Source: "Both:\n\n- [One](../../examples/a-b.json#numbers/q/r)\n- [Two](../../examples/a-c.json#numbers/q/r)"},
				{Kind: guide.Comparison, Source: "Touched:\n\n- [One](../../examples/a-b.json#touch/q)\n- [Two](../../examples/a-c.json#touch/q)"},
				{Kind: guide.Comparison, Source: "Scanned:\n\n- [One](../../examples/a-b.json#scan/q)\n- [Two](../../examples/a-c.json#scan/q)"},
				{Kind: guide.Example, Source: "[Every order](../../examples/a-b.json#orders)"},
				{Kind: guide.List, Source: "- [One](../../examples/a-b.json#model). For\n  reading.\n- [Two](../../examples/a-c.json#model). For writing."},
				{Kind: guide.List, Source: "- [One](../../examples/a-b.json#tree/q). [1 write](../../examples/a-b.json#cost/q/documentsWritten)\n- [Two](../../examples/a-c.json#tree/q). Numbers."},
			},
		},
		Say: said,
		Figures: [][]figure.Figure{nil, nil, {
			render.Data{Collection: "c", Total: 5, Documents: []*figure.Box{document, another, another}}.Figure(),
			render.Step{Operation: codeOf("db.c.find()"), Result: render.Result{ErrorCode: 121, ErrorName: "DocumentValidationFailure"}}.Figure(),
			render.Schema{Collection: "c", Validator: codeOf("{ v: 1 }"), Indexes: []figure.Code{codeOf("db.c.createIndex()")}}.Figure(),
			render.Step{Operation: codeOf("db.c.drop()"), Unsent: true, Remarks: []render.Remark{{Key: "client", Name: "anna"}}}.Figure(),
		}, {
			render.Cost{Counts: []render.Count{{Collection: "c", Documents: 10}}, Models: []string{"a-b", "a-c"}, Rows: []figure.Measure{{Name: "roundTrips", Values: []figure.Value{{Number: 1, Measured: true}, {}}}}}.Figure(),
		}, nil, {{Panes: []figure.Pane{{Elements: []figure.Element{figure.Workload{
			Models: []string{"a-b", "a-c"}, Costs: [][]figure.ReadAndChange{{workloadCost(2, 9), workloadCost(3, 1)}},
			Remarks: []figure.Phrase{figure.Words{Key: "turn", With: []figure.Argument{{Name: "model", Phrase: figure.Letter(1)}}}},
		}}}}}}, {{Panes: []figure.Pane{{Elements: []figure.Element{figure.TouchMap{Operations: []figure.Touching{{
			{Counts: []figure.Phrase{figure.Integer(7), figure.Text("more")}}, {Counts: []figure.Phrase{figure.Integer(8)}},
		}}}}}}}}, {{Panes: []figure.Pane{{Elements: []figure.Element{figure.IndexScans{Models: []figure.ScansOfModel{
			{Scans: []figure.IndexScan{{Collection: "c", Counts: []figure.Phrase{figure.Integer(9)}}}},
			{Scans: []figure.IndexScan{{Collection: "c", Fields: []figure.IndexField{{Path: "a", Bounds: "[1, 2)"}, {Path: "b", Descending: true}}, Counts: []figure.Phrase{figure.Integer(2)}, Remarks: []figure.Phrase{figure.Text("partial")}}}},
		}}}}}}}, {{Panes: []figure.Pane{{Elements: []figure.Element{figure.Orders{Models: []figure.OrdersOfModel{{
			Groups: []figure.OrderGroup{{Ends: []string{"hold", "repaired"}}, {Ends: []string{"lost"}}},
			Bad: &figure.Timeline{
				Outcome: "lost", Clients: []string{"anna", "bo"},
				Moments: []figure.Moment{{Client: 1, Code: codeOf("db.c.insertOne()"), Then: "fails", Outcome: []figure.Element{figure.Failure{Said: figure.Words{Key: "error"}, Code: 11000}}}},
				Failed:  []figure.Moment{{Code: codeOf("db.c.find()")}},
			},
		}}}}}}}}, {{}, {Panes: []figure.Pane{{Elements: []figure.Element{figure.Picture{}, figure.List{{Name: "c", Items: []figure.Item{{Name: "of", Refers: "d._id", Said: figure.Words{Key: "many"}}, {Name: "name", Said: figure.Words{Key: "copied-value"}}}}}}}}}}, {treeFigure("parent", "2"), treeFigure("path", "/1/2/")}},
		Letters:  [][]string{nil, nil, {"A"}, {"A", "B"}, nil, {"A", "B"}, {"A", "B"}, {"A", "B"}, {"A"}, {"A", "B"}, {"A", ""}},
		Coverage: []*figure.Coverage{nil, nil, nil, nil, {Groups: []figure.NameGroup{{Treatment: figure.Runs, Count: 2, Owners: []figure.Owner{{Names: []string{"$match", "$group"}}}}}}, nil, nil, nil, nil, nil, nil},
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "# Trees\n\n> In short.\n\nIt has 214 \\[bytes\\] and a [link](lists.md#cost); half.\n\n## Cost {#cost}\n\n"+
		"The `tree` (`c`)\n\n```js\n{ _id: 1,\n  tags:\n    [ 1,\n      2 ] }\n{ of:\n    // copy-of 1 5\n    { _id: 7 } }\n{ of:\n    // copy-of 2 5\n    { _id: 7 } }\n// + 2\n```\n\n"+
		"A step\n\n```js\ndb.c.find()\n```\n\n✕ error 121 DocumentValidationFailure\n\n"+
		"Rules (`c`)\n\n```js\n{ v: 1 }\n```\n\n```js\ndb.c.createIndex()\n```\n\nA stop (remarks.client anna)\n\n```js\ndb.c.drop()\n```\n\n✕ unsent\n\n"+
		"What it costs:\n\n| measure (because c 10) | A: One \\| `1\\|2` \\| \\\\ | B: Two |\n| --- | --: | --: |\n| measures.roundTrips | 1 | not-measured |\n\n- treatments.runs 2: `$match`, `$group`\n\n"+
		"Both:\n\n| workload-words.ratio | A: One | B: Two |\n| --- | --: | --: |\n| 1 : 1 | 11 | 4 |\n| 10 : 1 | 29 | 31 |\n| 100 : 1 | 209 | 301 |\n\nturn B\n\nTouched:\n\n- A: One · 7 · more\n- B: Two · 8\n\n"+
		"Scanned:\n\n- A: One · `c` · scan-words.whole · 9\n- B: Two · `c` · `a` ↑ `[1, 2)` · `b` ↓ · 2 · partial\n\n"+
		"- A: Every order · because order-words.lost order-words.of 1 3 · because order-words.repaired order-words.of 1 3\n\norder-words.worst-lost\n\n1. bo · order-words.fails\n\n```js\ndb.c.insertOne()\n```\n\n✕ error 11000\n\norder-words.failed\n\n```js\ndb.c.find()\n```\n\n"+
		"- **A** One. For\n  reading.\n- **B** Two. For writing.\n  - `c`\n    - `of` → `d._id`\n    - `name`: copied-value\n\n"+
		"- **A** One. 1 write\n- Two. Numbers.\n\ntree-words.move-leaf Cabinet Room 1 Room 2\n\n```text\n1 House\n  2 Cabinet\n  … more-elements 3 3\n```\n\n"+
		"A: One · 4 tree-words.of 5\n\n- `2` parent: `1` → `2`\n- … because more-elements 3 3 tree-words.rewritten 3\n\n"+
		"Two · 4 tree-words.of 5\n\n- `2` path: `1` → `/1/2/`\n- … because more-elements 3 3 tree-words.rewritten 3\n")
}

func treeFigure(field, after string) figure.Figure {
	line := []figure.TreeLine{figure.LineEnd}
	return figure.Figure{Panes: []figure.Pane{{Elements: []figure.Element{figure.Tree{
		Fields: []string{field}, Written: 4, All: 5, Move: figure.TreeMove{Node: "Cabinet", From: "Room 1", To: "Room 2", IsLeaf: true},
		Rows: []figure.TreeRow{
			{ID: "1", Name: "House", Values: []figure.TreeValue{{Text: "0"}}},
			{ID: "2", Name: "Cabinet", Lines: line, Written: 1, Values: []figure.TreeValue{{Text: "1", Change: figure.Removed}, {Text: after, Change: figure.Added}}},
			{LeftOut: 3, Written: 3, Lines: line},
		},
	}}}}}
}

// TestCopyHasSketches: a sketch has its sizes, and a column for each model.
func TestCopyHasSketches(t *testing.T) {
	w := figure.Weighing{
		Day: []float64{1, 2}, Verdict: []figure.Phrase{figure.Text("Close.")}, Sketch: []figure.SketchSize{{Name: "parts", Value: 40}},
		Questions: []figure.WeighedQuestion{{Words: figure.Text("Adding"), Times: 7, Period: "day", Work: []float64{1, 2}}},
	}
	c := Copy{
		Guide: &guide.Guide{Blocks: []guide.Block{{Kind: guide.Comparison, Source: "In a day:\n\n- [One](#sketch/embed)\n- [Two](#sketch/copy)"}}},
		Say:   said, Figures: [][]figure.Figure{{{Panes: []figure.Pane{{Elements: []figure.Element{w}}}}}}, Letters: [][]string{{"A", "B"}}, Coverage: []*figure.Coverage{nil},
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "# \n\nIn a day:\n\nClose.\n\n- because sketch-words.parts 40\n\n| weigh-words.question | A: One | B: Two |\n| --- | --: | --: |\n"+
		"| because Adding weigh-words.per-day 7 | 1 | 2 |\n| weigh-words.total | 1 | 2 |\n")
}

// TestCopyShowsImages: where a page in the original stands in for another, its own images
// lie in the folder of the original.
func TestCopyShowsImages(t *testing.T) {
	image := func(file, link string) guide.Part { return guide.Part{Image: &guide.Image{File: file, Link: link}} }
	c := Copy{
		Guide: &guide.Guide{Page: guide.Page{Meta: guide.Meta{Title: "Trees"}}, Blocks: []guide.Block{{
			Kind: guide.Paragraph, Source: "See ![an oak](images/oak.png) and ![an elm](../images/elm.jpg).",
			Parts: []guide.Part{image("content/en/images/oak.png", "images/oak.png"), image("content/images/elm.jpg", "../images/elm.jpg")},
		}}},
		Say: said, Figures: [][]figure.Figure{nil}, Letters: [][]string{nil}, Coverage: []*figure.Coverage{nil},
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "# Trees\n\nSee ![an oak](../en/images/oak.png) and ![an elm](../images/elm.jpg).\n")
}

func workloadCost(read, change int64) figure.ReadAndChange {
	return figure.ReadAndChange{Read: figure.Value{Number: read, Measured: true}, Change: figure.Value{Number: change, Measured: true}}
}
