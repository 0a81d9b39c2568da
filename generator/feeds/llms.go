package feeds

import (
	"bytes"
	"io"
	"strings"

	"modelbook/generator/guide"
)

// LLMs returns llms.txt as llmstxt.org describes it: the name and description of
// the site, and links to each page's Markdown by part, in the original language;
// then links to the home pages of the other languages.
func LLMs(site guide.Site, outline guide.Outline) []byte {
	var b bytes.Buffer
	original := site.Original()
	b.WriteString("# " + site.Name + "\n\n> " + site.Description[original] + "\n\n")
	item := func(lang, slug, title, description string) {
		b.WriteString("- [" + title + "](" + site.Address + guide.MarkdownPath(lang, slug) + ")")
		if description != "" {
			b.WriteString(": " + description)
		}
		b.WriteByte('\n')
	}
	page := func(t guide.Translations) {
		p := t.First()
		item(original, t.Slug, p.Meta.Title, p.Meta.Description)
	}
	page(outline.Home)
	for _, chapter := range outline.Chapters {
		b.WriteString("\n## " + chapter.Overview.First().Meta.Title + "\n\n")
		for _, t := range chapter.Guides {
			page(t)
		}
	}
	b.WriteString("\n## Optional\n\n")
	b.WriteString("- [All of it in one file](" + site.Address + "llms-full.txt)\n")
	b.WriteString("- [The examples and their measured costs](" + site.Address + ExamplesPath + ")\n")
	for _, lang := range site.Languages {
		if p, ok := outline.Home.Pages[lang]; ok && lang != original {
			item(lang, guide.Home, p.Meta.Title, p.Meta.Description)
		}
	}
	return b.Bytes()
}

// LLMsFull writes llms-full.txt: every page's Markdown in the original language, in
// the order of the outline. copyOf returns the Markdown of a page.
func LLMsFull(w io.Writer, outline guide.Outline, copyOf func(slug string) ([]byte, error)) error {
	for _, t := range outline.All() {
		if t.Slug == guide.NotFound {
			continue
		}
		text, err := copyOf(t.Slug)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, strings.TrimRight(string(text), "\n")+"\n\n"); err != nil {
			return err
		}
	}
	return nil
}
