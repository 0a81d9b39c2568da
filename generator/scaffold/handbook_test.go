package scaffold

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestNamesOfHandbooks: any line of text is the name of a handbook that can be read,
// and what is none leaves no folder behind.
func TestNamesOfHandbooks(t *testing.T) {
	for _, name := range []string{
		`Say "schema"`, `back\slash \n`, "# not a comment", "a: b", "@mention", "- item", "'single'", "{{.Day}}", "Książka 📖", "👩‍👩‍👧", "*", "&a", "!tag", "%", "`", "<b>", "null", "2026",
		strings.Repeat("x", longestName),
	} {
		folder := filepath.Join(t.TempDir(), "book")
		if _, _, err := Handbook(folder, Book{Name: name, Languages: []string{"pl"}}, time.Now()); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", " ", "a\nb", "a\tb", "a\x1b[31m", "a\x00", "a\u202eb", "a\u200bb", "a\xff", strings.Repeat("x", longestName+1), strings.Repeat("x", 10_000)} {
		folder := filepath.Join(t.TempDir(), "book")
		if _, _, err := Handbook(folder, Book{Name: name, Languages: []string{"en"}}, time.Now()); err == nil {
			t.Errorf("%.20q is the name of a handbook", name)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%.20q: a folder is left", name)
		}
	}
}

// TestHandbookIsWholeOrNothing: what can't be written takes all of it away, but for
// what was there.
func TestHandbookIsWholeOrNothing(t *testing.T) {
	folder := t.TempDir()
	// A file where a folder is to be: the last files can't be written.
	if err := os.WriteFile(filepath.Join(folder, "site"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Handbook(folder, Book{Name: "Book", Languages: []string{"pl"}}, time.Now()); err == nil {
		t.Fatal("a file was written below a file")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || left[0].Name() != "site" {
		t.Errorf("%v %v", left, err)
	}
}
