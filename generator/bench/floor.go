package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// floor is the least that any generator on goldmark has to do: read each
// page, convert it, write it. Nothing is highlighted, linked or checked.
func floor(content, output string) error {
	files, err := filepath.Glob(filepath.Join(content, "content", "*", "*.md"))
	if err != nil {
		return err
	}
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Footnote, extension.TaskList),
		goldmark.WithParserOptions(parser.WithHeadingAttribute()),
	)
	work := make(chan string)
	failed := make(chan error, 1)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var page bytes.Buffer
			for file := range work {
				if err := convert(markdown, &page, file, content, output); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			}
		})
	}
	for _, file := range files {
		work <- file
	}
	close(work)
	workers.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

func convert(markdown goldmark.Markdown, page *bytes.Buffer, file, content, output string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if _, rest, ok := bytes.Cut(source, []byte("\n---\n")); ok {
		source = rest
	}
	page.Reset()
	if err := markdown.Convert(source, page); err != nil {
		return err
	}
	name, err := filepath.Rel(filepath.Join(content, "content"), file)
	if err != nil {
		return err
	}
	target := filepath.Join(output, name[:len(name)-len(".md")]+".html")
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return os.WriteFile(target, page.Bytes(), 0o644)
}
