package parse

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// TestKeyRemarks reads the comments above keys of the front matter.
func TestKeyRemarks(t *testing.T) {
	text := diag.NewText("404.md", []byte("---\n# translate 0123456789ab: [-Old-]{+New+}\n# lint: term a name\n# lint: latin it is quoted\ntitle: One\n# a comment\ndescription: Two\n---\n"))
	meta, messages := Meta(guide.NotFound, text, nil)
	if len(messages) > 0 {
		t.Fatal(messages)
	}
	title := meta.Remarks["title"]
	if title.Todo != "0123456789ab" || len(title.Waivers) != 2 {
		t.Fatalf("%+v", title)
	}
	if w := title.Waivers[1]; w.Rule != "latin" || w.Reason != "it is quoted" || w.Pos != (diag.Pos{File: "404.md", Line: 4, Col: 1}) {
		t.Errorf("%+v", w)
	}
	if of := meta.Remarks["description"]; of.Todo != "" || len(of.Waivers) > 0 {
		t.Errorf("what stands above another key counts for the next: %+v", of)
	}
	text = diag.NewText("404.md", []byte("---\n# lint: term\ntitle: One\n---\n"))
	if _, messages := Meta(guide.NotFound, text, nil); len(messages) != 1 || messages[0].Line != 2 || messages[0].Text != "a rule is left out for a reason" {
		t.Errorf("got %v", messages)
	}
}
