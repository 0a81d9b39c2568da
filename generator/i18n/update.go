package i18n

import (
	"bytes"
	"fmt"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/translate"
)

// Update brings new text of the original into translations and returns the names
// of the files that it changed. A page without a translation is left alone.
func (w *Workspace) Update(lang string, names []string) (changed []string, messages diag.List, err error) {
	pages, err := w.selected(names)
	if err != nil {
		return nil, nil, err
	}
	var refused diag.List
	messages, err = w.each(pages, []string{lang}, func(u *unit) error {
		switch {
		case u.compared == nil || u.messages.Failed():
			return nil
		case u.compared.Base == nil:
			refused.Add(diag.Message{Pos: diag.Pos{File: u.translated.Guide.File}, Text: "the page was never sealed, so nobody knows what changed since it was translated",
				Hint: "seal it first: modelbook i18n seal " + lang + " " + u.translated.Guide.Slug})
			return nil
		}
		page, base := u.compared.Update(u.translatedText)
		files, err := w.write(u, page, base)
		changed = append(changed, files...)
		return err
	})
	return changed, append(messages, refused...), err
}

// write writes a page and its base where they differ from the files.
func (w *Workspace) write(u *unit, page []byte, base *translate.Base) (changed []string, err error) {
	if err := w.pages.CheckSize(base.File, base.Bytes()); err != nil {
		return nil, err // before the page is written: without its base it would count as never sealed
	}
	if u.translatedText == nil || u.isNew || !bytes.Equal(page, u.translatedText.Bytes) {
		if err := w.pages.Write(u.file(), page); err != nil {
			return nil, err
		}
		changed = append(changed, u.file())
	}
	if u.compared != nil && u.compared.Base != nil && !u.isNew && bytes.Equal(u.compared.Base.Bytes(), base.Bytes()) {
		return changed, nil
	}
	return append(changed, base.File), w.pages.Write(base.File, base.Bytes())
}

// Begin writes the page of a translation that does not exist yet: the original
// text, each block with a mark.
func (w *Workspace) Begin(lang, name string) (changed []string, messages diag.List, err error) {
	pages, err := w.selected([]string{name})
	if err != nil {
		return nil, nil, err
	}
	if named, ok := pages[0].Pages[lang]; ok {
		return nil, nil, fmt.Errorf("%s is there already; modelbook i18n update %s %s brings it up to the original", named.File, lang, named.Slug)
	}
	messages, err = w.each(pages, []string{lang}, func(u *unit) error {
		page, base := translate.Begin(u.original, lang, u.originalText)
		changed, err = w.write(u, page, base)
		return err
	})
	return changed, messages, err
}

// Seal records which original translations were made from, and returns the names
// of the files that it changed. Of a page that it refuses nothing is written.
func (w *Workspace) Seal(lang string, names []string) (changed []string, messages diag.List, err error) {
	pages, err := w.selected(names)
	if err != nil {
		return nil, nil, err
	}
	var refused diag.List
	messages, err = w.each(pages, []string{lang}, func(u *unit) error {
		if u.compared == nil {
			return nil
		}
		base, found := u.compared.Seal()
		refused = append(refused, found...)
		if base == nil {
			return nil
		}
		files, err := w.write(u, u.translatedText.Bytes, base)
		changed = append(changed, files...)
		return err
	})
	// A warning of a page that was never sealed was already reported as an error.
	messages = slices.DeleteFunc(messages, func(m diag.Message) bool {
		return slices.ContainsFunc(refused, func(r diag.Message) bool { return r.Pos == m.Pos && r.Text == m.Text })
	})
	return changed, append(messages, refused...), err
}

// Acknowledge records in every language, or in one whose translation was read,
// that the change of an original block needs no new translation. It returns the
// files that it changed, and why others are left as they are.
func (w *Workspace) Acknowledge(name string, line int, only string) (changed, left []string, messages diag.List, err error) {
	pages, err := w.selected([]string{name})
	if err != nil {
		return nil, nil, nil, err
	}
	languages := w.Languages()
	if only != "" {
		languages = []string{only}
	}
	messages, err = w.each(pages, languages, func(u *unit) error {
		if u.compared == nil {
			return nil
		}
		base, reason := u.compared.Acknowledge(line, only != "")
		if reason != nil {
			left = append(left, reason.Error())
			return nil
		}
		changed = append(changed, base.File)
		return w.pages.Write(base.File, base.Bytes())
	})
	return changed, left, messages, err
}
