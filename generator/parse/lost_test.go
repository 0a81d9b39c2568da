package parse

import (
	"bytes"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

var bare = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote, extension.TaskList))

// TestNothingLost reads the guides of the source folder.
func TestNothingLost(t *testing.T) {
	files, err := filepath.Glob("../../content/*/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, body := frontMatter(content)
		g, _ := Guide(guide.Page{Lang: filepath.Base(filepath.Dir(file)), Slug: guide.Home}, diag.NewText(file, content[body:]), rules(filepath.Base(filepath.Dir(file))))
		checkNothingLost(t, content[body:], g)
	}
}

var (
	note    = regexp.MustCompile(`<sup id="fnref.*?</sup>|<a href="#fnref.*?</a>`)
	tags    = regexp.MustCompile(`<!--.*?-->|<[^>]*>`)
	not     = regexp.MustCompile(`\{#[a-z0-9-]+\}|\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|[\s\x{a0}☐☑↩\x{fe0e}]`)
	unquote = strings.NewReplacer(locale.WordJoiner, "", "“", "'", "”", "'", "„", "'", "«", "'", "»", "'", "‘", "'", "’", "'", `"`, "'")
)

// visible returns the characters that a reader sees in HTML, apart from spaces
// and from what the two renderers do in another way: which marks a quotation has
// depends on the language, where „ may stand for ' as well as for ".
func visible(markedUp string) string {
	return unquote.Replace(not.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(markedUp, "")), ""))
}

// checkNothingLost holds a guide to the text that goldmark gives by itself.
func checkNothingLost(t *testing.T, body []byte, g guide.Guide) {
	t.Helper()
	var want bytes.Buffer
	if err := bare.Convert(body, &want); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, block := range g.Blocks {
		if block.Heading != nil {
			got.WriteString(block.Heading.HTML)
		}
		for _, part := range block.Drawn() {
			switch {
			case part.Code != nil:
				got.WriteString(html.EscapeString(part.Code.Text))
			case part.Number != nil:
				got.WriteString(html.EscapeString(part.Number.Text))
			case part.Figure != nil:
				got.WriteString(part.Figure.Caption)
			default:
				got.WriteString(part.HTML)
			}
		}
		if block.Topic != nil {
			got.WriteString(block.Topic.Caption)
		}
		for _, figure := range block.Figures {
			got.WriteString(figure.Caption)
		}
	}
	if visible(got.String()) != visible(note.ReplaceAllString(want.String(), "")) {
		t.Errorf("of\n%s\ncomes\n%s\nand by goldmark alone\n%s", body, visible(got.String()), visible(note.ReplaceAllString(want.String(), "")))
	}
}
