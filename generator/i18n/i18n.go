// Package i18n does for a source folder the work that translators ask for: it
// reports the state of translations and the work that is left, brings new text of
// the original into translations, records which original they were made from, and
// exchanges them with translators' programs.
//
// It reads a page in one language after the other, hands it to package translate,
// and writes the pages and bases that come back. Nothing is written if anything
// is wrong with the pages that it would be written from.
package i18n

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/translate"
)

// Workspace is a source folder with its translations.
type Workspace struct {
	pages *build.Pages
	// Messages are mistakes of the folder as a whole.
	Messages diag.List

	memory []guide.Block // of a translation that was counted
}

// Open reads the names and the front matter of all pages. The error says why
// the folder can't be read.
func Open(folder string) (*Workspace, error) {
	pages, messages, err := build.OpenPages(folder)
	if err != nil {
		return nil, err
	}
	return &Workspace{pages: pages, Messages: messages}, nil
}

// Close lets go of the folder.
func (w *Workspace) Close() { w.pages.Close() }

// Original returns the language that the others translate.
func (w *Workspace) Original() string {
	site := w.pages.Site()
	return site.Original()
}

// Languages returns the languages that the original is translated into.
func (w *Workspace) Languages() []string {
	languages := w.pages.Site().Languages
	return languages[min(1, len(languages)):]
}

// Slugs returns the names of the pages in the order in which they are read.
func (w *Workspace) Slugs() []string {
	var slugs []string
	for _, t := range w.pages.All() {
		slugs = append(slugs, t.Slug)
	}
	return slugs
}

// Language returns an error if the site is not translated into a language.
func (w *Workspace) Language(lang string) error {
	languages := w.Languages()
	if slices.Contains(languages, lang) {
		return nil
	}
	return fmt.Errorf("the site is not translated into %s; %s", lang, diag.Suggest(lang, "languages", languages))
}

// selected returns the pages of these slugs, or all. A slug may be given as the
// path of a page.
func (w *Workspace) selected(names []string) ([]guide.Translations, error) {
	all := w.pages.All()
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, t := range all {
		known = append(known, t.Slug)
	}
	var chosen []guide.Translations
	for _, name := range names {
		slug := slugOf(name)
		i := slices.Index(known, slug)
		if i < 0 {
			return nil, fmt.Errorf("there is no page %s; %s", name, diag.Suggest(slug, "pages", known))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// slugOf returns the slug in content/bg/one-to-one.md.
func slugOf(name string) string {
	return strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".md")
}

// unit is a page in the original and in one other language.
type unit struct {
	original, translated *translate.Page // translated is nil if there is none
	originalText         *diag.Text
	translatedText       *diag.Text
	compared             *translate.Translation // nil without a translation
	isNew                bool                   // the translation is not written yet
	lang                 string
	messages             diag.List // mistakes of the translation
}

// file returns the file of the translation, which need not be there.
func (u *unit) file() string {
	return strings.Replace(u.original.Guide.File, "/"+u.original.Guide.Lang+"/", "/"+u.lang+"/", 1)
}

// each calls do for pages, one after the other, in each of the languages. The
// original is read once for all of them. It stops at the first error.
func (w *Workspace) each(pages []guide.Translations, languages []string, do func(*unit) error) (diag.List, error) {
	messages := slices.Clone(w.Messages)
	for _, t := range pages {
		found, err := w.page(t, languages, do)
		messages = append(messages, found...)
		if err != nil {
			return messages, err
		}
	}
	return messages, nil
}

// page calls do for one page in each of the languages, of which the original may
// be one, but not where it can't be read.
func (w *Workspace) page(t guide.Translations, languages []string, do func(*unit) error) (diag.List, error) {
	if t.First().File == "" {
		return nil, nil // the page is missing, which was reported
	}
	original, text, messages := w.pages.Read(t.First())
	if original == nil || messages.Failed() {
		return messages, nil
	}
	for _, lang := range languages {
		u := &unit{original: original, originalText: text, lang: lang}
		if lang != t.Original {
			w.readTranslation(u, t)
		}
		messages = append(messages, u.messages...)
		if err := do(u); err != nil {
			return messages, err
		}
	}
	return messages, nil
}

// readTranslation reads the translation of a page, if there is one.
func (w *Workspace) readTranslation(u *unit, t guide.Translations) {
	named, ok := t.Pages[u.lang]
	if !ok {
		return
	}
	translated, text, messages := w.pages.Read(named)
	base, found := w.pages.Base(u.original, named)
	u.messages = append(messages, found...)
	if translated == nil || u.messages.Failed() {
		return
	}
	u.translated, u.translatedText = translated, text
	u.compared = translate.Compare(u.original, translated, base)
	u.messages = append(u.messages, u.compared.Messages...)
}

// MissingStrings returns the keys of the interface's strings that a language lacks.
func (w *Workspace) MissingStrings(lang string) []string { return w.pages.MissingStrings(lang) }
