package build

import (
	"context"
	"fmt"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	"modelbook/generator/parse"
	"modelbook/generator/search"
)

// Trial checks original guides with other text than they have, for a program that
// changes them on purpose and looks whether that is found.
type Trial struct {
	site  *Site
	pages []guide.Page // the original guides
}

// NewTrial reads a source folder and runs its examples. The messages are those about
// files as they are.
func NewTrial(ctx context.Context, options Options) (*Trial, diag.List, error) {
	source, messages, err := Read(options, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	verified, found, err := Verify(ctx, options, source, nil)
	messages = append(messages, found...)
	if err != nil {
		source.Close()
		return nil, nil, err
	}
	site, _ := newSite(source, verified, search.NewVocabularies())
	trial := &Trial{site: site}
	for _, t := range site.outline.All() {
		if t.First().Meta.Part != "" {
			trial.pages = append(trial.pages, t.First())
		}
	}
	return trial, messages, nil
}

// Close closes the source folder.
func (t *Trial) Close() { t.site.source.Close() }

// Locale returns how the guides write.
func (t *Trial) Locale() *locale.Locale {
	return t.site.theme.Locale(t.site.source.settings.Original())
}

// Guides returns the original guides of the source: their front matter.
func (t *Trial) Guides() []guide.Page { return slices.Clone(t.pages) }

// Content returns the text of a guide.
func (t *Trial) Content(page guide.Page) ([]byte, error) {
	text, err := t.site.source.reread(page.File, nil)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", page.File, err)
	}
	return text.Bytes, nil
}

// Check checks a guide as a build does that has this content for it, but for links to
// other pages, images and drawings. The guide that it returns has its numerals.
func (t *Trial) Check(page guide.Page, content []byte) (*guide.Guide, diag.List) {
	text, l := diag.NewText(page.File, content), t.Locale()
	meta, messages := parse.Meta(page.Slug, text, l.Typography())
	page.Meta = meta
	rules := t.site.source.rules(page, l)
	rules.Numerals = true
	g, found := parse.Guide(page, text, rules)
	messages = append(messages, found...)
	_, found = t.site.checkOriginal(&g, l)
	return &g, append(messages, found...)
}
