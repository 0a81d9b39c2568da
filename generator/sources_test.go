package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// sourceFile is a file of the program.
type sourceFile struct {
	path string // from this folder, with slashes
	*ast.File
}

// sourcePositions has the positions in all files of the program.
var sourcePositions = token.NewFileSet()

// sources returns the files of the program and of the packages below it, without tests.
// They are parsed once.
func sources(t *testing.T) []sourceFile {
	t.Helper()
	files, err := readSources()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var readSources = sync.OnceValues(func() (files []sourceFile, err error) {
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(sourcePositions, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, sourceFile{filepath.ToSlash(path), parsed})
		return err
	})
	return files, err
})
