package parse

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
	"modelbook/generator/guide"
)

// tag is what a page's HTML may consist of besides text.
var tag = regexp.MustCompile(`^<(/?(p|em|strong|code|ul|li|ol|blockquote|table|thead|tbody|tr|div|span|a)|ul class="tiles"|ol start="[0-9]+"|br|hr|` +
	`t[hd]( scope="(col|row)")?( class="(right|center)")?|/t[hd]|span class="task"|a href="[^"<>]*"( rel="external noopener")?|` +
	`div class="table" role="region" tabindex="0" aria-label="[^"<>]*")>`)

// isLoaded reports whether package load lets a text through.
func isLoaded(content string) bool {
	return utf8.ValidString(content) && !strings.ContainsFunc(content, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7F })
}

// FuzzGuide holds the output to tags of ours, balanced, and to blocks whose
// Markdown stands in the page, and to all the text that there is.
func FuzzGuide(f *testing.F) {
	for _, c := range golden.Cases(f, "testdata/*.txtar") {
		f.Add(string(c.Given[0].Data), "en")
	}
	f.Add("| a | b |\n|-|-:|\n| `\\|` | *x\n\n[^1] [^1]\n\n[^1]: > - x", "zh-CN")
	f.Add(">[!NOTE\n0", "en")
	f.Add("x =  y × 2 =&#32;&#32;*z*", "en")
	f.Add("> [!NOTE]\n> - [ ] \"a\n\n***a** _b_*\n\n<!-- +1 -->\n\n1) x\n   ```go\n   x\n", "ru")
	f.Fuzz(func(t *testing.T, content, lang string) {
		if !isLoaded(content) {
			return
		}
		if theme().Locale(lang) == nil {
			return // nothing is read in a language that has no words
		}
		g, messages := Guide(guide.Page{Slug: "index", Lang: lang, IsTranslation: lang != "en"}, diag.NewText("f.md", []byte(content)), rules(lang))
		for _, m := range messages {
			if m.Line < 1 || m.Line > strings.Count(content, "\n")+1 {
				t.Errorf("%v: %s is outside the page", m.Pos, m.Text)
			}
		}
		if messages.Failed() {
			return
		}
		for _, block := range g.Blocks {
			checkBlock(t, content, block)
		}
		_, body := frontMatter([]byte(content))
		checkNothingLost(t, []byte(content)[body:], g)
	})
}

func checkBlock(t *testing.T, content string, block guide.Block) {
	var html strings.Builder
	for _, part := range block.Parts {
		html.WriteString(part.HTML)
	}
	if block.Topic != nil {
		html.WriteString(block.Topic.Caption)
	}
	for _, figure := range block.Figures {
		html.WriteString(figure.Caption)
	}
	if block.Heading != nil {
		html.WriteString(block.Heading.HTML)
	}
	checkHTML(t, html.String())
	for paragraph := range strings.SplitSeq(block.Source, "\n\n") {
		if !strings.Contains(content, paragraph) {
			t.Errorf("%q is not in the page", paragraph)
		}
	}
}

func checkHTML(t *testing.T, html string) {
	var open []string
	for rest := html; ; {
		i := strings.IndexAny(rest, "<>")
		if i < 0 {
			break
		}
		rest = rest[i:]
		found := tag.FindString(rest)
		if found == "" {
			t.Fatalf("%.80q in %q is not a tag of ours", rest, html)
		}
		rest = rest[len(found):]
		name, _, _ := strings.Cut(strings.Trim(found, "</>"), " ")
		switch {
		case name == "br" || name == "hr":
		case found[1] != '/':
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			t.Fatalf("%s closes %v in %q", found, open, html)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%v stay open in %q", open, html)
	}
}

// FuzzSettings looks for YAML that makes the reader panic.
func FuzzSettings(f *testing.F) {
	f.Add("title: One\nupdated: 2026-07-01\nmoved_from: [a, b]\n")
	f.Add("description:\n  en: &a text\n  <<: *a\n")
	f.Add("? [a]\n: !!int |\n  x\n---\n- b")
	f.Fuzz(func(t *testing.T, yaml string) {
		for _, text := range []string{yaml, "---\n" + yaml + "\n---\n"} {
			_, messages := Site(diag.NewText("site.yaml", []byte(text)))
			_, more := Meta("one", diag.NewText("one.md", []byte(text)), theme().Locale("zh-CN").Typography())
			for _, m := range append(messages, more...) {
				if m.Line < 1 || m.Text == "" {
					t.Errorf("%q: a message without place or text: %+v", text, m)
				}
			}
		}
	})
}
