package parse

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// pages returns the guides of the source folder, else the golden one.
func pages(b *testing.B) (texts []*diag.Text, names []guide.Page, size int64) {
	files, err := filepath.Glob("../../content/*/*.md")
	if err != nil || len(files) == 0 {
		b.Fatalf("no guides: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, diag.NewText(file, content))
		names = append(names, guide.Page{File: file, Lang: filepath.Base(filepath.Dir(file)), Slug: strings.TrimSuffix(filepath.Base(file), ".md")})
		size += int64(len(content))
	}
	return texts, names, size
}

// BenchmarkGuide is what a page costs; BenchmarkGoldmark is the floor.
func BenchmarkGuide(b *testing.B) {
	texts, names, size := pages(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for i, text := range texts {
			if _, messages := Guide(names[i], text, rules(names[i].Lang)); messages.Failed() {
				b.Fatal(messages)
			}
		}
	}
}

func BenchmarkMeta(b *testing.B) {
	texts, names, size := pages(b)
	b.SetBytes(size)
	for b.Loop() {
		for i, text := range texts {
			if _, messages := Meta(names[i].Slug, text, theme().Locale(names[i].Lang).Typography()); messages.Failed() {
				b.Fatal(messages)
			}
		}
	}
}

func BenchmarkGoldmark(b *testing.B) {
	texts, _, size := pages(b)
	bare := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote, extension.TaskList),
		goldmark.WithParserOptions(parser.WithHeadingAttribute()))
	b.SetBytes(size)
	b.ReportAllocs()
	var out bytes.Buffer
	for b.Loop() {
		for _, text := range texts {
			out.Reset()
			_, body := frontMatter(text.Bytes)
			if err := bare.Convert(text.Bytes[body:], &out); err != nil {
				b.Fatal(err)
			}
		}
	}
}
