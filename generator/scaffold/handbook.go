package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"modelbook/generator/build"
	"modelbook/generator/example"
	"modelbook/generator/invisible"
	"modelbook/generator/load"
	"modelbook/generator/locale"
)

// handbookFolder holds the files of a new handbook as templates. The pages of an
// English handbook are those of textFolder; in another language they are the drafts
// of draftFolder, which are to be rewritten.
const (
	handbookFolder = "templates/handbook"
	textFolder     = "content/en/"
	draftFolder    = "content/draft/"
)

// hidden maps the names of templates to names of files that begin with a point:
// as templates they would be hidden files.
var hidden = map[string]string{"gitignore": ".gitignore", "github/handbook.yml": ".github/workflows/handbook.yml"}

// longestName is how many characters the name of a handbook has at most: it is in
// the header of every page.
const longestName = 100

// Book holds the settings of a new handbook.
type Book struct {
	Name string
	// Languages are the original language, and the languages of translations.
	Languages []string
	// Commit is the commit that the program was built from, or "" if it is not
	// known.
	Commit string
}

// Handbook writes a small handbook, in its first language, into a folder, which is
// made if it is missing. It returns the files that it wrote, and a function that
// removes them again, together with files written since for the other languages. If
// it fails, it has removed them.
func Handbook(folder string, b Book, day time.Time) (changed []string, undo func(), err error) {
	if err := b.check(); err != nil {
		return nil, nil, err
	}
	files, err := b.files(day.Format(time.DateOnly))
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		changed = append(changed, f.name)
	}
	source, err := load.Begin(folder, slices.Concat(changed, b.translated(changed)))
	if err != nil {
		return nil, nil, err
	}
	undo = func() {
		source.Undo()
		source.Close()
	}
	for _, f := range files {
		if err := source.Write(f.name, f.content); err != nil {
			undo()
			return nil, nil, err
		}
	}
	if err := holds(folder); err != nil {
		undo()
		return nil, nil, err
	}
	return changed, undo, nil
}

func (b *Book) check() error {
	switch {
	case strings.TrimSpace(b.Name) == "" || strings.ContainsAny(b.Name, "\t\n") || !utf8.ValidString(b.Name) || invisible.Index([]byte(b.Name)) >= 0:
		return errors.New("the name of a handbook is one line of text, without characters that are not seen")
	case utf8.RuneCountInString(b.Name) > longestName:
		return fmt.Errorf("the name of a handbook has at most %d characters; this one has %d", longestName, utf8.RuneCountInString(b.Name))
	case len(b.Languages) == 0:
		return errors.New("a handbook has a language; name it with --language")
	}
	for i, tag := range b.Languages {
		if err := locale.Check(tag); err != nil {
			return err
		}
		if slices.Contains(b.Languages[:i], tag) {
			return fmt.Errorf("--language names %s twice", tag)
		}
	}
	return nil
}

// holds returns an error if the settings or pages that were written can't be read.
func holds(folder string) error {
	pages, messages, err := build.OpenPages(folder)
	if err != nil {
		return err
	}
	pages.Close()
	if messages.Failed() {
		first := messages.Errors().Sorted()[0]
		return fmt.Errorf("the handbook would not build: %s: %s", first.Pos, first.Text)
	}
	return nil
}

// translated returns the files that the other languages of a handbook add.
func (b *Book) translated(files []string) []string {
	var added []string
	original := "content/" + b.Languages[0] + "/"
	for _, tag := range b.Languages[1:] {
		added = append(added, build.StringsFile(tag), build.GlossaryFile(tag))
		for _, name := range files {
			if page, ok := strings.CutPrefix(name, original); ok {
				added = append(added, "content/"+tag+"/"+page, "content/"+tag+"/.base/"+page)
			}
		}
	}
	return added
}

type file struct {
	name    string
	content []byte
}

// files returns the files of a new handbook, in the order of their names.
func (b *Book) files(day string) ([]file, error) {
	original := b.Languages[0]
	values := struct {
		Name, Heading, Commit, Day, Tag, Language string
	}{quoted(b.Name), escaped(b.Name), b.Commit, day, original, display.English.Tags().Name(language.MustParse(original))}
	unused, pages := draftFolder, textFolder
	if original != "en" {
		unused, pages = pages, unused
	}
	var files []file
	err := fs.WalkDir(embedded, handbookFolder, func(at string, entry fs.DirEntry, err error) error {
		to := strings.TrimPrefix(at, handbookFolder+"/")
		if err != nil || entry.IsDir() || strings.HasPrefix(to, unused) {
			return err
		}
		text, err := embedded.ReadFile(at)
		if err != nil {
			return err
		}
		filled, err := fill(string(text), values)
		if page, ok := strings.CutPrefix(to, pages); ok {
			to = path.Join("content", original, page)
		}
		files = append(files, file{cmp.Or(hidden[to], to), filled})
		return err
	})
	files = append(files, file{schemaFile, example.Schema()})
	if err == nil && !build.HasStrings(original) {
		var words []byte
		words, err = build.NewStrings(original)
		files = append(files, file{build.StringsFile(original), words})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, err
}

// quoted writes a line of text as YAML.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// escaped returns a line of text as Markdown that shows it unchanged.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_[]<>#|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
