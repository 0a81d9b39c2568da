package load

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"modelbook/generator/diag"
)

const (
	contentFolder  = "content"
	examplesFolder = "examples"
	// schemaFile describes the examples to editors and is no example itself.
	schemaFile = "example.schema.json"
	// listOfExamples is the name of a file that the site has beside the examples.
	listOfExamples = "index"
	// recordsFolder holds the records of a real server's answers.
	recordsFolder = "verified"
)

// SettingsFile holds the name of the site, its languages and its address.
const SettingsFile = contentFolder + "/site.yaml"

// imagesFolder holds images: beside the folders of languages the images for all of
// them, and in a language's folder its own.
const imagesFolder = "images"

const glossaryFile = "glossary.yaml"

// GlossaryFile holds, beside the pages of a language, the words that they use.
func GlossaryFile(lang string) string { return path.Join(contentFolder, lang, glossaryFile) }

// BasesFolder holds, beside the pages of a language, the texts that they were
// translated from.
const BasesFolder = ".base"

// lister collects files and messages while it walks the folder.
type lister struct {
	source   *Source
	files    Files
	messages diag.List
}

func (l *lister) content() {
	site := false
	for _, entry := range l.folder(contentFolder) {
		switch {
		case entry.Name() == path.Base(SettingsFile):
			site = l.checkRegular(SettingsFile, entry)
		case entry.Name() == imagesFolder:
			l.images(path.Join(contentFolder, imagesFolder))
		case l.isFolder(contentFolder, entry):
			if l.checkTag(entry.Name()) {
				l.language(entry.Name())
			}
		default:
			l.stranger(path.Join(contentFolder, entry.Name()), "pages stand in a folder for their language, as content/en/"+entry.Name())
		}
	}
	if !site {
		l.messages.Add(diag.Message{Pos: diag.Pos{File: SettingsFile}, Text: "the site's settings are missing",
			Hint: "write its name, its description and its languages, or begin a handbook with modelbook init"})
	}
	slices.SortFunc(l.files.Pages, func(a, b Page) int { return cmp.Compare(a.File, b.File) })
	slices.SortFunc(l.files.Bases, func(a, b Page) int { return cmp.Compare(a.File, b.File) })
	slices.Sort(l.files.Images)
}

// images lists the images in a folder.
func (l *lister) images(folder string) {
	for _, entry := range l.folder(folder) {
		file := path.Join(folder, entry.Name())
		ending := path.Ext(file)
		switch {
		case !slices.Contains(imageEndings, ending):
			l.stranger(file, "an image's name ends in .png, .jpg or .jpeg")
		case l.checkName(file, strings.TrimSuffix(entry.Name(), ending)) && l.checkPlain(file, entry, maxImage):
			l.files.Images = append(l.files.Images, file)
		}
	}
}

var imageEndings = []string{".png", ".jpg", ".jpeg"}

// checkTag reports whether a folder's name can be that of a language, and adds a
// message if not. The languages of the site are checked later.
func (l *lister) checkTag(name string) bool {
	ok := len(name) <= 35 && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if !ok {
		l.messages.Add(diag.Message{Pos: diag.Pos{File: shown(path.Join(contentFolder, name))},
			Text: "the folder's name is not the tag of a language", Hint: "a tag has letters, digits and hyphens, as in pt-BR"})
	}
	return ok
}

func (l *lister) language(lang string) {
	folder := path.Join(contentFolder, lang)
	pages, bases := l.pages(lang, folder), l.pages(lang, path.Join(folder, BasesFolder))
	l.files.Pages = append(l.files.Pages, pages...)
	l.files.Bases = append(l.files.Bases, bases...)
	for _, base := range missingIn(pages, bases) {
		hint := "rename it with its page, or delete it with its page"
		if alone := missingIn(bases, pages); len(alone) == 1 {
			hint = fmt.Sprintf("if the page is %s now: git mv %s %s", alone[0].File, base.File, path.Join(folder, BasesFolder, alone[0].Slug+".md"))
		}
		l.messages.Add(diag.Message{Pos: diag.Pos{File: base.File}, Severity: diag.Warning, Text: "there is no page " + path.Join(folder, base.Slug+".md") + " that was made from this", Hint: hint})
	}
}

// missingIn returns the pages of list whose slug is not among others.
func missingIn(others, list []Page) []Page {
	known := map[string]bool{}
	for _, page := range others {
		known[page.Slug] = true
	}
	var missing []Page
	for _, page := range list {
		if !known[page.Slug] {
			missing = append(missing, page)
		}
	}
	return missing
}

// pages returns the files of a folder, each a page of a language.
func (l *lister) pages(lang, folder string) []Page {
	var pages []Page
	for _, entry := range l.folder(folder) {
		file := path.Join(folder, entry.Name())
		slug, isPage := strings.CutSuffix(entry.Name(), ".md")
		switch {
		case path.Join(folder, entry.Name()) == GlossaryFile(lang):
			l.checkRegular(file, entry)
		case folder == path.Join(contentFolder, lang) && entry.Name() == imagesFolder:
			l.images(file)
		case !isPage:
			l.stranger(file, "a page's name ends in .md")
		case l.checkName(file, slug) && l.checkRegular(file, entry):
			pages = append(pages, Page{Lang: lang, Slug: slug, File: file})
		}
	}
	return pages
}

func (l *lister) examples() {
	for _, entry := range l.folder(examplesFolder) {
		file := path.Join(examplesFolder, entry.Name())
		name, isExample := strings.CutSuffix(entry.Name(), ".json")
		switch {
		case entry.Name() == schemaFile, entry.Name() == recordsFolder:
		case !isExample:
			l.stranger(file, "an example's name ends in .json")
		case name == listOfExamples:
			l.messages.Add(diag.Message{Pos: diag.Pos{File: file}, Text: "the site's list of examples has this name", Hint: "choose another name"})
		case l.checkName(file, name) && l.checkRegular(file, entry):
			l.files.Examples = append(l.files.Examples, Example{Name: name, File: file})
		}
	}
	slices.SortFunc(l.files.Examples, func(a, b Example) int { return cmp.Compare(a.File, b.File) })
	l.records()
}

// RecordFile returns the file of an example's record.
func RecordFile(name string) string { return path.Join(examplesFolder, recordsFolder, name+".json") }

// records lists the records of examples.
func (l *lister) records() {
	for _, entry := range l.folder(path.Join(examplesFolder, recordsFolder)) {
		file := path.Join(examplesFolder, recordsFolder, entry.Name())
		i := slices.IndexFunc(l.files.Examples, func(e Example) bool { return RecordFile(e.Name) == file })
		switch {
		case i < 0:
			l.messages.Add(diag.Message{Pos: diag.Pos{File: shown(file)}, Severity: diag.Warning, Text: "there is no example that this is the record of", Hint: "rename it with its example, or delete it with its example"})
		case l.checkRegular(file, entry):
			l.files.Examples[i].Record = file
		}
	}
}

// folder returns the entries of a folder by name, without those that
// IsPassedOver excludes. A missing folder has none.
func (l *lister) folder(name string) []fs.DirEntry {
	entries, err := l.entries(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.messages.Errorf(diag.Pos{File: name}, "the folder can't be read: %v", reason(err))
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return IsPassedOver(e.Name())
	})
	l.twins(name, entries)
	return entries
}

// entries reads a folder. If there is a pipe in its place, it does not wait for
// a writer.
func (l *lister) entries(name string) ([]fs.DirEntry, error) {
	folder, err := l.source.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, err
}

// IsPassedOver reports whether a file is not part of the site by its name:
// hidden files, temporary files of editors, and README.md.
func IsPassedOver(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") ||
		strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".swp") || name == "README.md"
}

func (l *lister) isFolder(parent string, entry fs.DirEntry) bool {
	info, err := l.source.root.Stat(path.Join(parent, entry.Name()))
	return err == nil && info.IsDir()
}

// checkRegular reports whether an entry is a plain file of the size that texts may
// have, and adds a message if not.
func (l *lister) checkRegular(file string, entry fs.DirEntry) bool {
	return l.checkPlain(file, entry, maxFile)
}

// checkPlain reports whether an entry is a plain file of at most a number of bytes, or a
// link to one, and adds a message if not.
func (l *lister) checkPlain(file string, entry fs.DirEntry, most int64) bool {
	info, err := entry.Info() // known since the folder was read
	if entry.Type() == fs.ModeSymlink {
		info, err = l.source.stat(file)
	}
	if err == nil {
		err = plain(info, most)
	}
	if err != nil {
		l.messages.Add(unreadable(file, err, most))
	}
	return err == nil
}

func (l *lister) stranger(file, hint string) {
	l.messages.Add(diag.Message{Pos: diag.Pos{File: shown(file)}, Text: "the site has no use for this file", Hint: hint})
}
