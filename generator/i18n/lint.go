package i18n

import (
	"bytes"
	"maps"
	"slices"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/translate"
)

// Lint holds pages of a language, its strings and the site's description to its
// glossary. The original pages are held to the original glossary.
func (w *Workspace) Lint(lang string, names []string) (diag.List, error) {
	_, messages, err := w.lint(lang, names)
	return messages, err
}

// LintTally returns the findings of each rule in each language of the site, the
// original first, by language.
func (w *Workspace) LintTally() (map[string][]translate.Tally, diag.List, error) {
	tallies := map[string][]translate.Tally{}
	var messages diag.List
	for _, lang := range append([]string{w.Original()}, w.Languages()...) {
		tally, found, err := w.lint(lang, nil)
		if err != nil {
			return nil, nil, err
		}
		tallies[lang], messages = tally, append(messages, found...)
	}
	return tallies, messages, nil
}

func (w *Workspace) lint(lang string, names []string) ([]translate.Tally, diag.List, error) {
	pages, err := w.selected(names)
	if err != nil {
		return nil, nil, err
	}
	linter, messages := w.linter(lang)
	if messages.Failed() {
		return nil, messages, nil
	}
	found, err := w.each(pages, []string{lang}, func(u *unit) error {
		switch {
		case lang == w.Original():
			messages = append(messages, linter.LintOriginal(u.original)...)
		case u.compared != nil:
			messages = append(messages, linter.Lint(u.compared)...)
		}
		return nil
	})
	messages = append(messages, found...)
	if len(names) == 0 {
		messages = append(messages, w.lintStrings(linter, lang)...)
	}
	return linter.Tallies(), messages, err
}

func (w *Workspace) linter(lang string) (*translate.Linter, diag.List) {
	glossary, messages := w.pages.Glossary(lang)
	original, found := w.pages.Glossary(w.Original())
	l := w.pages.Locale(lang)
	if messages = append(messages, found...); messages.Failed() || l == nil {
		return nil, append(messages, w.Messages...)
	}
	return translate.NewLinter(l, glossary, original), messages
}

func (w *Workspace) lintStrings(linter *translate.Linter, lang string) diag.List {
	file := build.StringsFile(lang)
	labels := w.pages.Strings(lang)
	var messages diag.List
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		for _, m := range linter.Text(diag.Pos{File: file}, labels[key]) {
			m.Text = key + ": " + m.Text
			messages.Add(m)
		}
	}
	if lang != w.Original() {
		messages = append(messages, translate.Labels(file, labels, w.pages.Strings(w.Original()), linter.Alike())...)
	}
	return append(messages, linter.Text(diag.Pos{File: build.SettingsFile}, w.pages.Site().Description[lang])...)
}

// Mend corrects marks of the wrong width, and returns the names of the files that
// it changed.
func (w *Workspace) Mend(lang string, names []string) (changed []string, messages diag.List, err error) {
	pages, err := w.selected(names)
	if err != nil {
		return nil, nil, err
	}
	messages, err = w.each(pages, []string{lang}, func(u *unit) error {
		page, text := u.translated, u.translatedText
		if lang == w.Original() {
			page, text = u.original, u.originalText
		}
		if page == nil || u.messages.Failed() || !page.Locale.Typography().Han {
			return nil
		}
		mended := page.Mend(text)
		if bytes.Equal(mended, text.Bytes) {
			return nil
		}
		changed = append(changed, page.Guide.File)
		return w.pages.Write(page.Guide.File, mended)
	})
	return changed, messages, err
}
