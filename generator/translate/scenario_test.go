package translate_test

import (
	"crypto/sha256"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	themes "modelbook/generator/page"
	"modelbook/generator/parse"
	"modelbook/generator/translate"
	"modelbook/site"
)

// TestScenarios runs the cases of testdata/scenarios: what became of an original
// page since it was translated, and what that makes of the translation. Its
// README says how to add one.
func TestScenarios(t *testing.T) {
	cases := golden.Cases(t, "testdata/scenarios/*.txtar")
	if len(cases) < 60 {
		t.Errorf("only %d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { c.Compare(t, scenario(t, c.Texts())...) })
	}
}

// scenario seals bg.md with was.md as its original page, and compares it, or
// edited.md, with now.md.
func scenario(t *testing.T, given map[string]string) []txtar.File {
	now := page(t, "en", given["now.md"])
	var base *translate.Base
	if was, ok := given["was.md"]; ok {
		sealed, messages := translate.Compare(page(t, "en", was), page(t, "bg", given["bg.md"]), nil).Seal()
		if messages.Failed() {
			t.Fatalf("the scenario does not begin with a sealed translation: %v", messages)
		}
		base = reread(t, sealed)
	}
	own := given["bg.md"]
	if edited, ok := given["edited.md"]; ok {
		own = edited
	}
	compared := translate.Compare(now, page(t, "bg", own), base)
	files := []txtar.File{{Name: "want", Data: []byte(describe(compared))}}
	if shown := compared.Page(); shown != nil && shown != compared.Translated.Guide {
		files = append(files, txtar.File{Name: "want.page", Data: []byte(describePage(shown))})
	}
	if base != nil && !compared.Messages.Failed() {
		files = append(files, updated(t, compared, now, withHead("bg", own))...)
	}
	return files
}

// updated returns the page after an update, and holds that a second one changes
// nothing and that nothing else than what was told is left to be done.
func updated(t *testing.T, compared *translate.Translation, now *translate.Page, own string) []txtar.File {
	content, base := compared.Update(diag.NewText("content/bg/index.md", []byte(own)))
	again := translate.Compare(now, page(t, "bg", string(content)), reread(t, base))
	if again.Messages.Failed() {
		t.Errorf("after the update: %v\n%s", again.Messages, content)
	}
	twice, baseTwice := again.Update(diag.NewText("content/bg/index.md", content))
	if string(twice) != string(content) || string(baseTwice.Bytes()) != string(base.Bytes()) {
		t.Errorf("a second update changes\n%s\nto\n%s\n and\n%s\nto\n%s", content, twice, base.Bytes(), baseTwice.Bytes())
	}
	if string(content) == own {
		return nil
	}
	return []txtar.File{{Name: "want.updated.md", Data: content}}
}

func reread(t testing.TB, base *translate.Base) *translate.Base {
	read, messages := translate.ParseBase(diag.NewText(base.File, base.Bytes()))
	if len(messages) > 0 || string(read.Bytes()) != string(base.Bytes()) {
		t.Fatalf("the base is read as another one: %v\n%s\n%s", messages, base.Bytes(), read.Bytes())
	}
	return read
}

var theme = sync.OnceValue(func() *themes.Theme {
	theme, err := themes.Load(site.Theme(), []string{"en", "bg", "it", "pt-BR", "ru", "zh-CN"})
	if err != nil {
		panic(err)
	}
	return theme
})

// withHead returns a page front matter, if it has none.
func withHead(lang, content string) string {
	if strings.HasPrefix(content, "---\n") {
		return content
	}
	return "---\ntitle: " + map[string]string{"en": "Ships", "bg": "Кораби", "it": "Navi", "pt-BR": "Navios", "ru": "Корабли", "zh-CN": "船舶"}[lang] + "\n---\n\n" + content
}

func page(t testing.TB, lang, content string) *translate.Page {
	t.Helper()
	content = withHead(lang, content)
	file := "content/" + lang + "/index.md"
	text := diag.NewText(file, []byte(content))
	meta, messages := parse.Meta(guide.NotFound, text, theme().Locale(lang).Typography())
	l := theme().Locale(lang)
	g, more := parse.Guide(guide.Page{File: file, Lang: lang, IsTranslation: lang != "en", Slug: guide.NotFound, Meta: meta}, text, parse.Rules{Locale: l, List: "list.md", Patterns: []guide.Pattern{
		{Fragment: "data/<collection>", Place: guide.Alone}, {Fragment: "steps/<id>", Place: guide.Alone},
		{Fragment: "cost/<answers>", Place: guide.InList}, {Fragment: "size/<collection>/<index>", Place: guide.InText},
	}})
	if messages = append(messages, more...); messages.Failed() {
		var b strings.Builder
		messages.Print(diag.NewTerminal(&b), "text")
		t.Fatalf("%s\n%s", b.String(), content)
	}
	return translate.NewPage(&g, l)
}

var states = [...]string{guide.Fresh: "fresh", guide.Stale: "stale", guide.Misleading: "misleading", guide.Missing: "missing", guide.Before: "before"}

// describe names the segments that are not fresh, and what is wrong.
func describe(t *translate.Translation) string {
	var b strings.Builder
	if t.Rewritten {
		b.WriteString("rewritten\n")
	}
	if t.Page() == nil {
		b.WriteString("shown in English\n")
	}
	for _, block := range t.Blocks {
		flags := ""
		for _, flag := range []struct {
			set  bool
			name string
		}{{block.Split, "split"}, {block.Merged, "merged"}, {block.Untranslated, "untranslated"}, {block.Unsealed, "unsealed"}} {
			if flag.set {
				flags += ", " + flag.name
			}
		}
		if block.State == guide.Fresh && flags == "" {
			continue
		}
		fmt.Fprintf(&b, "%s%s: %s %s: %s\n", states[block.State], flags, block.Original.Place, block.Original.Kind, first(block.Original.Text))
	}
	for _, s := range t.Obsolete {
		fmt.Fprintf(&b, "obsolete: %s %s: %s\n", s.Place, s.Kind, first(s.Text))
	}
	for _, m := range t.Messages.Sorted() {
		fmt.Fprintf(&b, "%s %s:%d:%d: %s\n", m.Severity, path.Base(path.Dir(m.File)), m.Line, m.Col, m.Text)
		if m.Hint != "" {
			fmt.Fprintf(&b, "\thint: %s\n", m.Hint)
		}
	}
	return b.String()
}

func first(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if runes := []rune(line); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return line
}

var tags = regexp.MustCompile(`<[^>]*>|\n`)

// describePage lists the texts of the front matter that are shown in the original, and
// the blocks of a page as readers see them.
func describePage(g *guide.Guide) string {
	var b strings.Builder
	for _, key := range g.Meta.Untranslated {
		text := map[string]string{"title": g.Meta.Title, "question": g.Meta.Question, "description": g.Meta.Description}[key]
		fmt.Fprintf(&b, "%s in en: %s\n", key, text)
	}
	for _, block := range g.Blocks {
		note := ""
		if block.Lang != "" {
			note += " in " + block.Lang
		}
		if block.State != guide.Fresh {
			note += " " + states[block.State]
		}
		fmt.Fprintf(&b, "%d%s in #%s", block.Kind, note, block.Section)
		if block.Heading != nil {
			fmt.Fprintf(&b, " h%d #%s %s", block.Heading.Level, block.Heading.ID, block.Heading.Text)
		}
		for _, part := range block.Parts {
			b.WriteString(" " + first(strings.ReplaceAll(tags.ReplaceAllString(strings.TrimSpace(part.HTML), ""), locale.WordJoiner, "")))
			if part.Note != nil {
				b.WriteString("[^" + part.Note.Name + "]")
			}
			if part.Image != nil {
				fmt.Fprintf(&b, "![%s](%s)", part.Image.Alt, part.Image.File)
			}
			if part.Code != nil {
				b.WriteString("[" + strings.TrimSpace(part.Code.Text) + "]")
			}
		}
		for _, f := range block.Figures {
			fmt.Fprintf(&b, " [%s%s %s]", f.Lang, f.Caption, f.Link)
		}
		for _, note := range block.Notes {
			fmt.Fprintf(&b, " [^%s %s %s]", note.Name, note.Lang, note.Source)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestSealedBase holds that the base of a page that is not behind is the one that
// the original page gives by itself, so that it need not be read, and no other is.
func TestSealedBase(t *testing.T) {
	now := page(t, "en", "A ferry has a captain.\n\n## Crew {#crew}\n\n- One\n- Two\n\n```js\ndb.a.find()\n```\n\nText.[^a]\n\n[^a]: A note.")
	own := page(t, "bg", "Фериботът има капитан.\n\n## Екипаж {#crew}\n\n- Едно\n- Две\n\n```js\ndb.a.find()\n```\n\nТекст.[^a]\n\n[^a]: Бележка.")
	base, messages := translate.Compare(now, own, nil).Seal()
	if messages.Failed() {
		t.Fatal(messages)
	}
	known := now.SealedBase(base.File, sha256.Sum256(base.Bytes()))
	if known == nil || known.File != base.File || string(known.Bytes()) != string(base.Bytes()) {
		t.Errorf("got %v, want %s", known, base.Bytes())
	}
	was := page(t, "en", "A ferry has one captain.")
	if was.SealedBase(base.File, sha256.Sum256(base.Bytes())) != nil {
		t.Error("a page of other words takes the base for its own")
	}
	known.Entries[0].Editorial = "0123456789ab"
	if again := now.SealedBase(base.File, sha256.Sum256(base.Bytes())); again == nil || again.Entries[0].Editorial != "" {
		t.Error("what is changed in one language's base is changed in the next")
	}
}
