package i18n

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/translate"
)

// Format is a kind of file that translators' programs read.
type Format struct {
	Name      string // as in --po
	Extension string
	write     func(translate.Catalog) ([]byte, error)
	read      func(*diag.Text) (translate.Catalog, diag.List)
}

// Formats are the kinds that there are.
var Formats = []Format{
	{"po", ".po", func(c translate.Catalog) ([]byte, error) { return c.PO(), nil }, translate.ParsePO},
	{"xliff", ".xlf", translate.Catalog.XLIFF, translate.ParseXLIFF},
}

// Exported is a file to be handed to a translator.
type Exported struct {
	Name    string // bg/one-to-one.po
	Content []byte
}

// Export returns a file for each page, whether it is translated or not.
func (w *Workspace) Export(lang string, names []string, format Format, write func(Exported) error) (diag.List, error) {
	pages, err := w.selected(names)
	if err != nil {
		return nil, err
	}
	linter, messages := w.linter(lang)
	if messages.Failed() {
		return messages, nil
	}
	found, err := w.each(pages, []string{lang}, func(u *unit) error {
		catalog := translate.NewCatalog(u.original, lang)
		switch {
		case u.messages.Failed():
			return nil
		case u.compared != nil:
			catalog = u.compared.Catalog()
		}
		content, err := format.write(catalog.Exchanged(linter.Terms))
		if err != nil {
			return err
		}
		return write(Exported{lang + "/" + u.original.Guide.Slug + format.Extension, content})
	})
	return append(messages, found...), err
}

// Import takes over a file that Export made, and returns the names of the files
// that it changed. Nothing is written if the page would then contradict the
// original.
func (w *Workspace) Import(name string, content []byte) (changed []string, messages diag.List, err error) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Extension == path.Ext(name) })
	if i < 0 {
		return nil, nil, fmt.Errorf("%s: a file ends in .po or .xlf", name)
	}
	file := diag.NewText(name, content)
	catalog, messages := Formats[i].read(file)
	if !messages.Failed() {
		catalog, messages = catalog.Whole()
	}
	if messages.Failed() {
		return nil, messages, nil
	}
	lang := strings.TrimPrefix(path.Dir(catalog.File), "content/")
	if err := w.Language(lang); err != nil {
		return nil, messages, fmt.Errorf("%s: %w", name, err)
	}
	pages, err := w.selected([]string{catalog.File})
	if err != nil {
		return nil, messages, fmt.Errorf("%s: %w", name, err)
	}
	found, err := w.each(pages, []string{lang}, func(u *unit) error {
		files, imported, err := w.take(u, catalog, file)
		changed, messages = files, append(messages, imported...)
		return err
	})
	return changed, append(found, messages...), err
}

// take writes the texts of a catalog, which was read from a file, into a page.
func (w *Workspace) take(u *unit, catalog translate.Catalog, file *diag.Text) (changed []string, messages diag.List, err error) {
	if u.messages.Failed() {
		return nil, nil, nil
	}
	if u.compared == nil {
		if messages = w.begin(u); messages.Failed() {
			return nil, messages, nil
		}
	}
	if u.compared.Base == nil {
		messages.Add(diag.Message{Pos: diag.Pos{File: u.file()}, Text: "the page was never sealed", Hint: "modelbook i18n seal " + u.lang + " " + u.original.Guide.Slug})
		return nil, messages, nil
	}
	page, base, messages := u.compared.Import(catalog, u.translatedText)
	if page == nil {
		return nil, messages, nil
	}
	found := w.try(u, page, base)
	if found.Failed() {
		for i := range found {
			found[i] = catalog.Locate(found[i], page, file)
		}
		return nil, append(messages, found...), nil
	}
	changed, err = w.write(u, page, base)
	return changed, messages, err
}

// begin makes the page of a translation that does not exist yet, unwritten.
func (w *Workspace) begin(u *unit) diag.List {
	page, base := translate.Begin(u.original, u.lang, u.originalText)
	named := u.original.Guide.Page
	named.Lang, named.File, named.IsTranslation = u.lang, u.file(), true
	translated, text, messages := w.pages.Parse(named, page)
	if messages.Failed() {
		return messages
	}
	u.translated, u.translatedText, u.isNew = translated, text, true
	u.compared = translate.Compare(u.original, translated, base)
	return nil
}

// try holds a page to its base before it is written.
func (w *Workspace) try(u *unit, page []byte, base *translate.Base) diag.List {
	named := u.translated.Guide.Page
	translated, _, messages := w.pages.Parse(named, page)
	if messages.Failed() {
		return messages
	}
	return append(messages, translate.Compare(u.original, translated, base).Messages...)
}
