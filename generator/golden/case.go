package golden

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Case is a file of several parts, in the format txtar: parts whose names begin
// with "want" are the expected results of the other ones, which are given.
type Case struct {
	Name        string // of the file, without its ending
	Comment     string
	Given, Want []txtar.File

	file string
}

// Cases reads the cases that a pattern finds; there must be one.
func Cases(t testing.TB, pattern string) []Case {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no case is called %s: %v", pattern, err)
	}
	var list []Case
	for _, file := range files {
		archive := parse(t, file)
		c := Case{Name: strings.TrimSuffix(filepath.Base(file), ".txtar"), Comment: string(archive.Comment), file: file}
		for _, part := range archive.Files {
			if strings.HasPrefix(part.Name, "want") {
				c.Want = append(c.Want, part)
				continue
			}
			c.Given = append(c.Given, part)
		}
		if len(c.Given) == 0 {
			t.Fatalf("%s gives nothing", file)
		}
		list = append(list, c)
	}
	return list
}

func parse(t testing.TB, file string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// Texts are all parts by their names.
func (c Case) Texts() map[string]string {
	texts := map[string]string{}
	for _, part := range slices.Concat(c.Given, c.Want) {
		texts[part.Name] = string(part.Data)
	}
	return texts
}

// Compare compares results with the wanted parts of the case.
func (c Case) Compare(t testing.TB, got ...txtar.File) {
	t.Helper()
	File(t, c.file, txtar.Format(&txtar.Archive{Comment: []byte(c.Comment), Files: slices.Concat(c.Given, got)}))
}

// Pairs runs a test for each two parts of a file in the format txtar. The name of
// the first is that of the test and its content the input; the second is the
// expected result, in lines.
func Pairs(t *testing.T, file string, run func(t *testing.T, given string) string) {
	t.Helper()
	archive := parse(t, file)
	for i := 0; i+1 < len(archive.Files); i += 2 {
		given, want := archive.Files[i], &archive.Files[i+1]
		t.Run(given.Name, func(t *testing.T) {
			got := run(t, strings.TrimSuffix(string(given.Data), "\n"))
			got = strings.TrimSuffix(got, "\n") + "\n"
			switch {
			case got == "\n":
				t.Error("nothing becomes of it")
			case *update:
				want.Data = []byte(got)
			case got != string(want.Data):
				t.Errorf("got\n%swant\n%s", got, want.Data)
			}
		})
	}
	if *update {
		write(t, file, txtar.Format(archive))
	}
}
