package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// TestReadmeNamesTheHouse holds generator/README.md to the packages and files that
// there are.
func TestReadmeNamesTheHouse(t *testing.T) {
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(content), "")
	named := map[string]bool{}
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(prose, -1) {
		name := match[1]
		named[name] = true
		if !strings.HasPrefix(name, "generator/") || strings.Contains(name, "<") {
			continue
		}
		if _, err := os.Stat(filepath.Join("..", name)); err != nil {
			t.Errorf("there is no %s", name)
		}
	}
	for name := range mayImport {
		if folder, err := os.Stat(name); name != "site" && (err != nil || !folder.IsDir()) {
			continue // planned, or the program itself
		}
		if name != "" && !named[strings.TrimPrefix(name, "memdb/internal/")] {
			t.Errorf("package %s has no line in generator/README.md, under The packages: add one that says what it is for", name)
		}
	}
}

// TestFiveMinutes holds the session that begins an example to what
// examples/README.md tells those who want to: every line of it is typed there.
func TestFiveMinutes(t *testing.T) {
	told, err := os.ReadFile("../examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	session, err := os.ReadFile("testdata/script/new.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(told), "## An example in five minutes")
	section, _, _ = strings.Cut(section, "\n## ")
	typed, at := string(session), 0
	blocks := regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindAllStringSubmatch(section, -1)
	if len(blocks) < 6 {
		t.Fatalf("%d blocks of code", len(blocks))
	}
	for _, block := range blocks {
		text := strings.TrimSuffix(strings.ReplaceAll(block[1], "go run ./generator", "exec modelbook"), "\n")
		i := strings.Index(typed[at:], strings.ReplaceAll(text, "\n", `\n`))
		if i < 0 {
			t.Errorf("the session does not type, in this order:\n%s", text)
			continue
		}
		at += i
	}
}

// TestReadmeNamesKeys: what other programs read of a message stands in README.md.
func TestReadmeNamesKeys(t *testing.T) {
	content, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(content), "## For other programs")
	section, _, _ = strings.Cut(section, "\n## ")
	full := diag.List{{Pos: diag.Pos{File: "a.md", Line: 1, Col: 2}, Text: "b", Hint: "c", Source: "d", Detail: "e"}}
	var report bytes.Buffer
	if err := full.Print(diag.NewTerminal(&report), "json"); err != nil {
		t.Fatal(err)
	}
	keys := regexp.MustCompile(`"([a-z]+)":`).FindAllStringSubmatch(report.String(), -1)
	for _, key := range keys {
		if !strings.Contains(section, "`"+key[1]+"`") {
			t.Errorf("no word of the key %s", key[1])
		}
	}
	if len(keys) != 9 {
		t.Errorf("%d keys in %s", len(keys), report.String())
	}
	for _, format := range diag.Formats() {
		if format != "text" && !strings.Contains(section, "`"+format+"`") {
			t.Errorf("no word of the format %s", format)
		}
	}
}
