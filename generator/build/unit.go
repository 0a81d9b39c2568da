package build

import (
	"io"
	"sync"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/search"
	"modelbook/generator/translate"
)

// Output is one file of the site.
type Output struct {
	Path  string // from the site's root, with slashes: "en/one-to-one.html"
	Write func(w io.Writer) error
}

// fileOf is a file of the site that is made from a T.
type fileOf[T any] struct {
	path  string
	write func(w io.Writer, from T) error
}

// fixed is a file whose content is known.
func fixed[T any](path string, content []byte) fileOf[T] {
	return fileOf[T]{path, func(w io.Writer, _ T) error {
		_, err := w.Write(content)
		return err
	}}
}

func pathsOf[T any](files []fileOf[T]) []string {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return paths
}

func outputsOf[T any](files []fileOf[T], from T) []Output {
	outputs := make([]Output, len(files))
	for i, f := range files {
		outputs[i] = Output{f.path, func(w io.Writer) error { return f.write(w, from) }}
	}
	return outputs
}

// A unit is a set of files that are made from the same source files: a page in all
// its languages, an image, the theme. Units are read concurrently, and a unit's
// data can be collected once its outputs are.
type unit interface {
	name() string
	// paths lists the files without reading anything.
	paths() []string
	// read reads the source files and checks them. There are no outputs if they
	// can't be written.
	read() (finding, []Output)
}

// unitOf is a unit whose files are made from one T.
type unitOf[T any] struct {
	title string
	files func() []fileOf[T]
	from  func() (from T, found finding, isReady bool)
}

func (u *unitOf[T]) name() string    { return u.title }
func (u *unitOf[T]) paths() []string { return pathsOf(u.files()) }

func (u *unitOf[T]) read() (finding, []Output) {
	from, found, isReady := u.from()
	if !isReady {
		return found, nil
	}
	return found, outputsOf(u.files(), from)
}

// none is the input of files whose content is known.
type none = struct{}

// known is a unit of which nothing has to be read.
func known[T any](title string, files []fileOf[T]) unit {
	return &unitOf[T]{title, func() []fileOf[T] { return files }, func() (from T, found finding, isReady bool) { return from, found, true }}
}

// A summary is a set of files that are made once all units were read, from their
// findings, or that are only made if no unit has mistakes.
type summary interface {
	name() string
	paths() []string
	outputs(*findings) []Output
}

// summaryOf is a summary whose files are made from one T.
type summaryOf[T any] struct {
	title string
	files []fileOf[T]
	from  func(*findings) T
}

func (s *summaryOf[T]) name() string    { return s.title }
func (s *summaryOf[T]) paths() []string { return pathsOf(s.files) }
func (s *summaryOf[T]) outputs(all *findings) []Output {
	return outputsOf(s.files, s.from(all))
}

// everything passes the findings on to the files.
func everything(all *findings) *findings { return all }

// finding is the data that is kept of a unit once it was read.
type finding struct {
	messages diag.List
	original *guide.Guide                   // for its links and ids; nil if there is none
	examples []string                       // shown on the page
	search   []*search.Page                 // one for each language in which the page is written
	shown    []shown                        // the same examples as models, in the original language
	counts   map[string]translate.Count     // of the page's translations, by language
	images   []string                       // files that the page shows
	names    map[string]map[string]playName // of the guide's examples, by language and example
}

// findings holds the finding of each unit of a site by its number.
type findings struct {
	// made returns the content of a unit's file on the site.
	made func(path string) ([]byte, error)

	mu  sync.Mutex
	all []finding
}

func newFindings(units int, made func(path string) ([]byte, error)) *findings {
	return &findings{made: made, all: make([]finding, units)}
}

// put stores the finding of a unit without the text of its page.
func (f *findings) put(number int, found finding) {
	found.original = nil
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all[number] = found
}

// count returns the counts of a page's translation into a language.
func (f *findings) count(number int, lang string) translate.Count {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[number].counts[lang]
}

// name returns how a page calls an example in a language.
func (f *findings) name(number int, lang, example string) playName {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[number].names[lang][example]
}

// searchPages returns the index data of each page for a language, nil for a page
// that is not written in it.
func (f *findings) searchPages(lang string, pages int) []*search.Page {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]*search.Page, pages)
	for number := range list {
		for _, p := range f.all[number].search {
			if p.Lang == lang {
				list[number] = p
			}
		}
	}
	return list
}

// shownImages returns the files of the images that pages show.
func (f *findings) shownImages() map[string]bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	files := map[string]bool{}
	for _, found := range f.all {
		for _, file := range found.images {
			files[file] = true
		}
	}
	return files
}
