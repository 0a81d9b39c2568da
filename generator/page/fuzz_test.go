package page_test

import (
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/page/pagetest"
	"modelbook/generator/parse"
	"modelbook/site"
)

// checkPage renders a page and holds it to the tags and attributes of ours.
func checkPage(t *testing.T, theme *page.Theme, in page.Input) {
	t.Helper()
	if err := pagetest.Foreign(render(t, theme, in)); err != nil {
		t.Error(err)
	}
}

// FuzzPage makes pages of front matter and Markdown, as a guide and as a home
// page: neither brings a tag or an attribute of its own.
func FuzzPage(f *testing.F) {
	f.Add("A title", "Text *with* `code`, [a link](one.md#two) and [another](https://example.org/?a=\"b\").\n\n| a | b |\n|-|-:|\n| c | d |\n")
	f.Add(`</title><script>alert(1)</script>`, "<script>alert(1)</script>\n\n## A \"heading\" {#id}\n\n> [!NOTE]\n> Text.\n")
	f.Add(`" onload="x`, "[x](https://example.org/\"onclick=\"x) &quot;&lt;script&gt; <https://example.org/'\"> \\<b\\>\n\n[^1]\n\n[^1]: Note <b>\n")
	f.Add("${{7*7}}", "```js\n</code></pre><script>\n```\n\n- [ ] {{.Site}}\n")
	theme := load(f)
	f.Fuzz(func(t *testing.T, title, markdown string) {
		text := diag.NewText("content/en/one.md", []byte("---\ntitle: "+title+"\ndescription: "+title+"\n---\n"+markdown))
		meta, messages := parse.Meta(guide.Home, text, theme.Locale("en").Typography())
		named := guide.Page{Slug: guide.Home, Lang: "en", File: text.File, Meta: meta}
		g, found := parse.Guide(named, text, parse.Rules{Locale: theme.Locale("en")})
		if messages = append(messages, found...); messages.Failed() {
			return
		}
		in := guidePage(theme, "en", true)
		in.Guide, in.Drawings = &g, drawCode(g)
		for _, kind := range []page.Kind{page.GuidePage, page.PartPage, page.HomePage, page.NotFoundPage} {
			in.Kind, in.Root, in.Folder = kind, "https://example.org/", "https://example.org/en/"
			checkPage(t, theme, in)
		}
	})
}

// drawCode gives each block of code as plain text.
func drawCode(g guide.Guide) []page.Drawing {
	drawings := make([]page.Drawing, len(g.Blocks))
	for i, block := range g.Blocks {
		for _, part := range block.Parts {
			if part.Code == nil {
				continue
			}
			code := figure.Code{Language: part.Code.Language, Lines: []figure.Line{{Tokens: []figure.Token{{Text: part.Code.Text}}}}}
			drawings[i].Codes = append(drawings[i].Codes, code)
		}
	}
	return drawings
}

// FuzzSite makes pages of a site's settings: its name, addresses and languages.
func FuzzSite(f *testing.F) {
	f.Add("name: M\ndescription: {en: x}\nlanguages: [en]\naddress: https://example.org/\nrepository: https://example.org/r\ndatabase: {page: one, list: a/b.md}\n")
	f.Add("name: '\"><script>'\ndescription: {en: x}\nlanguages: [en]\naddress: 'https://example.org/\"><script>alert(1)</script>'\n")
	f.Add("name: |\n  x\n  y\ndescription: {en: x}\nlanguages: [en, \"bg\\n\"]\naddress: https://a:b@example.org/\n")
	theme := load(f)
	f.Fuzz(func(t *testing.T, yaml string) {
		settings, messages := parse.Site(diag.NewText("content/site.yaml", []byte(yaml)))
		if messages.Failed() {
			return
		}
		in := homePage(theme)
		in.Site, in.Edit = &settings, settings.Repository+"/edit/main/x.md"
		if settings.Database.Page != "" {
			in.About = settings.Database.Page + ".html"
		}
		in.Canonical = settings.URL("en", "one")
		if settings.Address != "" {
			in.Root, in.Folder = settings.Address, settings.Address+"en/"
		}
		checkPage(t, theme, in)
		in.Kind = page.NotFoundPage
		checkPage(t, theme, in)
	})
}

// FuzzStrings makes pages of the interface's strings in one language. Each string of
// a language is a file by itself: those that it lacks are English.
func FuzzStrings(f *testing.F) {
	file := string(site.Theme()["strings/bg.yaml"])
	for _, entry := range regexp.MustCompile(`(?m)^[a-z].*\n(?: .*\n)*`).FindAllString(file, -1) {
		f.Add(entry)
		key, _, _ := strings.Cut(entry, ":")
		f.Add(key + `: '"><script>alert(1)</script>'`)
	}
	f.Add("name: &a [*a]\n")
	theme := load(f)
	f.Fuzz(func(t *testing.T, words string) {
		changed, err := theme.WithStrings("bg", []byte(words))
		if err != nil {
			return
		}
		checkPage(t, changed, guidePage(changed, "bg", len(words)%2 == 0))
	})
}

// TestTitlesStayText: a title is no markup, nor a mark of where the tree and the body
// go, in whatever place of the page it stands.
func TestTitlesStayText(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	title := "\x00tree\x00 \x00body\x00 </title><i>"
	in.Guide.Meta.Title, in.Guide.Meta.Description = title, title
	for _, entry := range []**page.Entry{&in.Part, &in.Previous, &in.Next} {
		*entry = &page.Entry{Number: 1, Slug: "other", Title: title, Lang: "bg"}
	}
	html := render(t, theme, in)
	const escaped = "\ufffdtree\ufffd \ufffdbody\ufffd &lt;/title&gt;&lt;i&gt;"
	lacks(t, html, "\x00", "<i>")
	has(t, html, "<title>"+escaped+" · ", `<meta name="description" content="`+escaped+`">`, "<h1>"+escaped+"</h1>",
		`<p class="crumb"><a href="other.html" lang="bg">1 `+escaped+`</a></p>`,
		`<a rel="prev" href="other.html"><span class="way">Previous</span><span lang="bg">`+escaped+"</span></a>\n<a class=\"next\" rel=\"next\"")
}

// A theme's address is ours only as far as its site says.
func TestAddressesAreEscaped(t *testing.T) {
	theme := load(t)
	for _, kind := range []page.Kind{page.HomePage, page.NotFoundPage} {
		in := homePage(theme)
		in.Kind, in.Root, in.Folder = kind, `https://example.org/"><script>alert(1)</script>`, `https://example.org/"><script>alert(1)</script>en/`
		lacks(t, render(t, theme, in), "<script>")
	}
}
