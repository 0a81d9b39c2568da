package build

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/generator/parse"
	"modelbook/generator/translate"
	"modelbook/generator/wasm"
)

// Source holds the files of a source folder, with a hash of each. Of a page
// only the front matter is kept.
type Source struct {
	folder   *load.Source
	files    load.Files
	settings guide.Site
	glossary map[string]guide.Glossary // by language
	pages    map[string]readPage       // by file
	bases    map[string]readBase       // by file
	// plainBases has the hashes of bases whose bytes are valid.
	plainBases map[[sha256.Size]byte]bool
	read       map[string]readExample // by file
	// exampleFiles are the files of all examples, chosen or not, by their names.
	exampleFiles map[string]string
	// records are by the example's name.
	records map[string]readRecord
	images  map[string]readImage // by file
	hashes  map[string][sha256.Size]byte
	theme   map[string][]byte // contents of its files by their names
	// hasOverriddenAssets says that some of its styles or scripts are not those that are built in.
	hasOverriddenAssets bool
	memory              []byte // of a file that is read once and forgotten
	// playground makes its program, nil for a site without one.
	playground *wasm.Maker
	// cards are the images of pages, nil for none.
	cards *load.Cards
	// hasNoSite says that no site is made from it: the fingerprint leaves the pages
	// out, and they are not searched for models.
	hasNoSite bool
}

type readPage struct {
	head     *diag.Text
	bytes    int
	messages diag.List   // about the file's bytes
	models   []string    // the examples that its cards draw
	needs    []page.Need // words of the interface
}

type readBase struct {
	hash     [sha256.Size]byte
	messages diag.List // about its bytes
}

type readRecord struct {
	record *example.Record
	file   string
}

type readExample struct {
	example  *example.Example // nil if it can't be read
	messages diag.List
	named    []string // files of the examples that it names
}

// Read reads a source folder. If last, an earlier reading of the same folder,
// is not nil, only the files in changed are read again.
func Read(options Options, last *Source, changed []string) (*Source, diag.List, error) {
	s, messages, err := openSource(options)
	if err != nil {
		return nil, nil, err
	}
	return s, append(messages, s.readAll(options, last, changed)...), nil
}

func (s *Source) readAll(options Options, last *Source, changed []string) diag.List {
	options.doing("reading the guides")
	messages := s.readPages(last, changed)
	messages = append(messages, s.readImages(last, changed)...)
	options.doing("reading the examples")
	if len(s.files.Examples) == 0 {
		messages.Add(diag.Message{Pos: diag.Pos{File: "examples"}, Severity: diag.Notice, Text: "there are no examples, so nothing is run"})
	}
	for _, file := range s.files.Examples {
		messages = append(messages, s.readExample(file.File, last, changed)...)
		messages = append(messages, s.readRecord(file)...)
	}
	return messages
}

// readPages reads the settings, the pages and their bases.
func (s *Source) readPages(last *Source, changed []string) diag.List {
	var messages, found diag.List
	if s.folder.Has(s.files.Site) {
		var text *diag.Text
		text, messages = s.text(s.files.Site)
		s.settings, found = parse.Site(text)
		messages = append(messages, found...)
	}
	s.glossary = map[string]guide.Glossary{}
	for _, file := range s.files.Pages {
		// Not each that is named as a language is one.
		if _, read := s.glossary[file.Lang]; !read && slices.Contains(s.settings.Languages, file.Lang) {
			s.glossary[file.Lang], found = s.readGlossary(file.Lang)
			messages = append(messages, found...)
		}
		messages = append(messages, s.readPage(file.File, last, changed)...)
	}
	for _, file := range s.files.Bases {
		messages = append(messages, s.readBase(file.File, last, changed)...)
	}
	return append(messages, s.readTheme()...)
}

// readExamples reads the chosen examples of a source folder, and nothing else.
func readExamples(options Options, choice Choice) (*Source, diag.List, error) {
	s, err := openFolder(options)
	if err != nil {
		return nil, nil, err
	}
	var messages diag.List
	s.files.Examples, messages = s.folder.Examples()
	s.listExamples()
	if len(choice.Names) > 0 {
		err = s.folder.MustHaveExamples()
	}
	if err == nil {
		err = s.choose(choice)
	}
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	for _, file := range s.files.Examples {
		messages = append(messages, s.readExample(file.File, nil, nil)...)
		messages = append(messages, s.readRecord(file)...)
	}
	if err := s.upTo(choice.Step); err != nil {
		s.Close()
		return nil, nil, err
	}
	return s, messages, nil
}

// openSource opens a source folder, which must have pages, and lists its files.
func openSource(options Options) (*Source, diag.List, error) {
	s, err := openFolder(options)
	if err != nil {
		return nil, nil, err
	}
	if err := s.folder.MustHavePages(); err != nil {
		s.Close()
		return nil, nil, err
	}
	s.playground = options.Playground
	var messages diag.List
	s.files, messages = s.folder.Files()
	s.listExamples()
	return s, messages, nil
}

// listExamples notes the files of all examples.
func (s *Source) listExamples() {
	s.exampleFiles = map[string]string{}
	for _, file := range s.files.Examples {
		s.exampleFiles[file.Name] = file.File
	}
}

func openFolder(options Options) (*Source, error) {
	folder, err := load.Open(options.Source)
	if err != nil {
		return nil, err
	}
	return &Source{
		folder: folder, pages: map[string]readPage{}, bases: map[string]readBase{}, plainBases: map[[sha256.Size]byte]bool{}, read: map[string]readExample{}, records: map[string]readRecord{}, images: map[string]readImage{}, hashes: map[string][sha256.Size]byte{},
	}, nil
}

// Close closes the folders.
func (s *Source) Close() {
	s.folder.Close()
	if s.cards != nil {
		s.cards.Close()
	}
}

// text reads a file and makes it part of the fingerprint.
func (s *Source) text(file string) (*diag.Text, diag.List) {
	text, messages := s.folder.Read(file)
	s.note(file, text.Bytes)
	return text, messages
}

// readGlossary reads the words of a language. A language without a glossary has
// an empty one.
func (s *Source) readGlossary(lang string) (guide.Glossary, diag.List) {
	file := load.GlossaryFile(lang)
	if !s.folder.Has(file) {
		return guide.Glossary{}, nil
	}
	text, messages := s.text(file)
	if messages.Failed() {
		return guide.Glossary{}, messages
	}
	return parse.Glossary(text)
}

var errChanged = errors.New("the file changed while the site was built")

// reread returns the text of a page that was read before, if it still is the same, in
// memory that may be taken.
func (s *Source) reread(file string, memory []byte) (*diag.Text, error) {
	text, err := s.folder.Again(file, memory)
	if err == nil && sha256.Sum256(text.Bytes) != s.hashes[file] {
		err = errChanged
	}
	return text, err
}

// note makes the content of a file part of the fingerprint.
func (s *Source) note(file string, content []byte) { s.hashes[file] = sha256.Sum256(content) }

func (s *Source) readPage(file string, last *Source, changed []string) diag.List {
	if last != nil && !slices.Contains(changed, file) {
		if known, ok := last.pages[file]; ok {
			s.pages[file], s.hashes[file] = known, last.hashes[file]
			return known.messages
		}
	}
	text, messages := s.readShared(file)
	if messages == nil {
		messages = load.Check(text)
	}
	read := readPage{head: head(text), bytes: len(text.Bytes), messages: messages, needs: wordsOf(text.Bytes)}
	if !s.hasNoSite {
		s.note(file, text.Bytes)
		read.models = parse.Models(text.Bytes)
	}
	s.pages[file] = read
	return messages
}

// readShared reads a file. The text is valid until the next call.
func (s *Source) readShared(file string) (*diag.Text, diag.List) {
	text, messages := s.folder.Unchecked(file, s.memory)
	s.memory = text.Bytes
	return text, messages
}

// readBase checks a base and keeps only its messages and its hash. The bases of a
// page are usually the same in all languages, and then checked once.
func (s *Source) readBase(file string, last *Source, changed []string) diag.List {
	if last != nil && !slices.Contains(changed, file) {
		if known, ok := last.bases[file]; ok {
			s.bases[file], s.hashes[file] = known, known.hash
			return known.messages
		}
	}
	text, messages := s.readShared(file)
	hash := sha256.Sum256(text.Bytes)
	if messages == nil && !s.plainBases[hash] {
		messages = load.Check(text)
		s.plainBases[hash] = messages == nil
	}
	s.bases[file], s.hashes[file] = readBase{hash, messages}, hash
	return messages
}

// base reads the text that a translation of a page was made from, nil if it is
// not known.
func (s *Source) base(original *translate.Page, page string) (*translate.Base, diag.List) {
	file := translate.BaseFile(page)
	read, ok := s.bases[file]
	if !ok || read.messages.Failed() {
		return nil, nil
	}
	if base := original.SealedBase(file, read.hash); base != nil {
		return base, nil
	}
	text, err := s.reread(file, nil)
	if err != nil {
		return nil, diag.List{{Pos: diag.Pos{File: file}, Text: err.Error()}}
	}
	base, messages := translate.ParseBase(text)
	if messages.Failed() {
		return nil, messages
	}
	return base, messages
}

func (s *Source) readExample(file string, last *Source, changed []string) diag.List {
	if last != nil && !slices.Contains(changed, file) {
		known, ok := last.read[file]
		if hasChanged := func(named string) bool { return slices.Contains(changed, named) }; ok && known.example != nil && !slices.ContainsFunc(known.named, hasChanged) {
			s.read[file], s.hashes[file] = known, last.hashes[file]
			return known.messages
		}
	}
	text, messages := s.text(file)
	var named []string
	e, found := example.ParseAmong(text, s.otherExamples(&named))
	s.read[file] = readExample{e, append(messages, found...), named}
	return s.read[file].messages
}

// otherExamples are the examples that one can name, chosen or not. It notes the files
// of those that it does.
func (s *Source) otherExamples(named *[]string) example.Others {
	others := example.Others{Text: func(name string) *diag.Text {
		file := s.exampleFiles[name]
		*named = append(*named, file)
		text, messages := s.text(file)
		if messages.Failed() {
			return nil
		}
		return text
	}}
	others.Names = slices.Sorted(maps.Keys(s.exampleFiles))
	return others
}

// readRecord reads the record of a server's answers to an example, if there is
// one.
func (s *Source) readRecord(file load.Example) diag.List {
	if file.Record == "" {
		return nil
	}
	text, messages := s.text(file.Record)
	if messages.Failed() {
		return messages
	}
	record, found := example.ParseRecord(text)
	if record != nil {
		s.records[file.Name] = readRecord{record, file.Record}
	}
	return append(messages, found...)
}

// examples returns the examples that could be read, in the order of their
// files.
func (s *Source) examples() []*example.Example {
	var all []*example.Example
	for _, file := range s.files.Examples {
		if e := s.read[file.File].example; e != nil {
			all = append(all, e)
		}
	}
	return all
}

// isUnreadable reports whether a page's text is unknown: something is wrong with
// its bytes, and nothing can be said of it.
func (s *Source) isUnreadable(file string) bool { return s.pages[file].messages.Failed() }

// head returns the front matter of a page, at its place in the file.
func head(text *diag.Text) *diag.Text {
	end := bytes.Index(text.Bytes, []byte("\n---\n"))
	if end < 0 {
		end = len(text.Bytes) - 5
	}
	return diag.NewText(text.File, bytes.Clone(text.Bytes[:max(end+5, 0)]))
}

// bytesIn returns how much text the pages of a language have.
func (s *Source) bytesIn(lang string) int {
	sum := 0
	for _, file := range s.files.Pages {
		if file.Lang == lang {
			sum += s.pages[file.File].bytes
		}
	}
	return sum
}
