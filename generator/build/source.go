package build

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/site"
)

// building is one run. Stages fill it in the order of Build; the units, which
// run side by side, only read it.
type building struct {
	options Options
	source  *load.Source
	files   load.Files
	theme   *page.Theme
	// themeFiles is the theme that is built into the program, or the one that
	// is being edited.
	themeFiles fs.FS

	site    guide.Site
	outline guide.Outline
	// describesDatabase says that there is a page about the embedded database.
	describesDatabase bool

	examples []*example.Example
	results  map[string]*example.Result // by the example's name
	server   example.Server

	unreadable map[string]bool // files of pages
	trees      map[treeKey]*page.Navigation
	inputs     hash.Hash
	kept       kept
	report     Report
	messages   diag.List
	mu         sync.Mutex // of trees while units run
}

func open(options Options) (*building, error) {
	if options.Doing == nil {
		options.Doing = func(string) {}
	}
	source, err := load.Open(options.Source)
	if err != nil {
		return nil, err
	}
	b := &building{
		options: options, source: source, inputs: sha256.New(), results: map[string]*example.Result{}, trees: map[treeKey]*page.Navigation{}, unreadable: map[string]bool{},
		themeFiles: themeOf(options.Source), kept: kept{metas: map[string]keptMeta{}, runs: map[string]keptRun{}},
	}
	b.files, b.messages = source.Files()
	return b, nil
}

// themeOf gives the source's own theme, so that a designer or a translator of
// strings sees a change without building the program again; a source without
// one gets the theme that is built in.
func themeOf(source string) fs.FS {
	folder := filepath.Join(source, "site")
	if info, err := os.Stat(filepath.Join(folder, "templates")); err == nil && info.IsDir() {
		return os.DirFS(folder)
	}
	return site.Theme
}

// kept is what a preview takes from one run into the next, by file.
type kept struct {
	metas map[string]keptMeta
	runs  map[string]keptRun
}

type keptMeta struct {
	head       *diag.Text // nil once it is parsed
	meta       guide.Meta
	messages   diag.List
	unreadable bool
}

type keptRun struct {
	example  *example.Example
	result   *example.Result
	messages diag.List
}

func (b *building) close() { b.source.Close() }

func (b *building) add(messages diag.List) { b.messages = append(b.messages, messages...) }

// read gives a file's text and tells what is wrong with its bytes.
func (b *building) read(file string) *diag.Text {
	text, messages := b.readHashed(file)
	b.add(messages)
	return text
}

// readHashed makes the text part of the fingerprint.
func (b *building) readHashed(file string) (*diag.Text, diag.List) {
	text, messages := b.source.Read(file)
	fmt.Fprintf(b.inputs, "%q %d\n", file, len(text.Bytes))
	b.inputs.Write(text.Bytes)
	return text, messages
}

// fingerprint is a hash of all that a page can depend on: the source, this
// program with its theme, and the server that answered.
func (b *building) fingerprint() string {
	fmt.Fprintf(b.inputs, "%q\n", b.server)
	if errors.Join(hashProgram(b.inputs), hashTheme(b.inputs, b.themeFiles)) != nil {
		// A program that can't read itself never takes a site for current.
		return ""
	}
	return hex.EncodeToString(b.inputs.Sum(nil))
}

func hashTheme(w io.Writer, theme fs.FS) error {
	return fs.WalkDir(theme, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "public" {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(theme, name)
		fmt.Fprintf(w, "%q %d\n", name, len(content))
		w.Write(content)
		return err
	})
}

func hashProgram(w io.Writer) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}
