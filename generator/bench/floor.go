package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// floor is the least that any generator on goldmark has to do: read each
// page, convert it, write it. Nothing is highlighted, linked or checked.
func floor(content, output string) error {
	files, err := filepath.Glob(filepath.Join(content, "content", "*", "*.md"))
	if err != nil {
		return err
	}
	return onAll(files, func(markdown goldmark.Markdown, page *bytes.Buffer, file string) error {
		return convert(markdown, page, file, content, output)
	})
}

// parseTranslations reads and parses the pages that are not English, and no more.
func parseTranslations(content string) error {
	files, err := filepath.Glob(filepath.Join(content, "content", "*", "*.md"))
	if err != nil {
		return err
	}
	english := filepath.Join(content, "content", "en") + string(filepath.Separator)
	files = slices.DeleteFunc(files, func(file string) bool { return strings.HasPrefix(file, english) })
	return onAll(files, func(markdown goldmark.Markdown, _ *bytes.Buffer, file string) error {
		source, err := body(file)
		markdown.Parser().Parse(text.NewReader(source))
		return err
	})
}

// onAll works on files on all processors, each with a buffer of its own.
func onAll(files []string, do func(goldmark.Markdown, *bytes.Buffer, string) error) error {
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
				if err := do(markdown, &page, file); err != nil {
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

// body returns a page without its front matter.
func body(file string) ([]byte, error) {
	source, err := os.ReadFile(file)
	if _, rest, ok := bytes.Cut(source, []byte("\n---\n")); ok {
		source = rest
	}
	return source, err
}

func convert(markdown goldmark.Markdown, page *bytes.Buffer, file, content, output string) error {
	source, err := body(file)
	if err != nil {
		return err
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
