package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
		if name != "" && !named[name] {
			t.Errorf("package %s has no line", name)
		}
	}
}
