package build

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/tmpfs"
	"modelbook/generator/wasm"
)

// program stands for one that was compiled.
var program = &wasm.Maker{Fingerprint: "1", Program: func() (*wasm.Program, error) {
	return &wasm.Program{Module: []byte("\x00asm"), Gzip: []byte("gzip"), Brotli: []byte("brotli"), Glue: []byte("glue")}, nil
}}

// TestPlayground: each language has its page, which alone may compile a program,
// and each block of a guide leads to a step of its example.
func TestPlayground(t *testing.T) {
	output := filepath.Join(tmpfs.TempDir(t), "site")
	if _, messages, err := Build(t.Context(), Options{Source: handbook(t), Output: output, Playground: program}); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	read := func(file string) string {
		content, err := os.ReadFile(filepath.Join(output, file))
		if err != nil {
			t.Error(err)
		}
		return string(content)
	}
	for _, lang := range []string{"en", "bg"} {
		page := read(lang + "/play.html")
		if !strings.Contains(page, "'wasm-unsafe-eval'") || !strings.Contains(page, `examples/one-to-one-embedded.mongosh.js"`) {
			t.Errorf("%s: %s", lang, page)
		}
	}
	guide := read("en/one-to-one.html")
	if strings.Contains(guide, "wasm-unsafe-eval") {
		t.Error("a guide may compile a program")
	}
	links := regexp.MustCompile(`href="play\.html\?example=([^&"]+)(?:&amp;step=([^"]+))?"`).FindAllStringSubmatch(guide, -1)
	if len(links) == 0 {
		t.Error("no block leads to the playground")
	}
	for _, link := range links {
		if example := read("play/" + link[1] + ".json"); link[2] != "" && !strings.Contains(example, `"id":"`+link[2]+`"`) {
			t.Errorf("the example %s has no step %s", link[1], link[2])
		}
	}
	for file, want := range map[string]string{modulePath: "\x00asm", modulePath + ".gz": "gzip", modulePath + ".br": "brotli"} {
		if got := read(file); got != want {
			t.Errorf("%s: %q", file, got)
		}
	}
	if worker := read(workerPath); !strings.HasPrefix(worker, "glue") || !strings.Contains(worker, "onmessage") {
		t.Errorf("worker: %s", worker)
	}
}

// TestNoPlayground: a site without a program leads nowhere.
func TestNoPlayground(t *testing.T) {
	output := filepath.Join(tmpfs.TempDir(t), "site")
	if _, messages, err := Build(t.Context(), Options{Source: handbook(t), Output: output}); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	if _, err := os.Stat(filepath.Join(output, "en/play.html")); err == nil {
		t.Error("there is a playground without a program")
	}
	guide, err := os.ReadFile(filepath.Join(output, "en/one-to-one.html"))
	if err != nil || strings.Contains(string(guide), "play.html") {
		t.Error("a guide leads to a playground that is not there", err)
	}
}

// TestProgramThatFails: if the program can't be made, the build says so and
// leaves the last site as it was; another program makes another site.
func TestProgramThatFails(t *testing.T) {
	options := Options{Source: handbook(t), Output: filepath.Join(tmpfs.TempDir(t), "site"), Cache: tmpfs.TempDir(t), Playground: program}
	if _, messages, err := Build(t.Context(), options); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	broken := errors.New("compile the playground: exit status 1")
	options.Playground = &wasm.Maker{Fingerprint: "2", Program: func() (*wasm.Program, error) { return nil, broken }}
	if report, _, err := Build(t.Context(), options); !errors.Is(err, broken) || report.Output != "" {
		t.Errorf("%+v, %v", report, err)
	}
	if content, err := os.ReadFile(filepath.Join(options.Output, modulePath)); err != nil || string(content) != "\x00asm" {
		t.Errorf("the last site has %q, %v", content, err)
	}
	options.Playground = program
	if report, _, err := Build(t.Context(), options); err != nil || !report.Unchanged {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestGuideOf: an example belongs to the guide with the longest name that its own
// begins with, up to a hyphen.
func TestGuideOf(t *testing.T) {
	s := &Site{pages: map[string]*guide.Translations{"one": {}, "one-to-one": {}, "tree": {}}}
	for example, guide := range map[string]string{
		"one-to-one-embedded": "one-to-one",
		"one-to-many":         "one",
		"one-to-onesided":     "one",
		"trees-path":          "",
		"tree":                "",
		"-":                   "",
	} {
		if got := s.guideOf(example); got != guide {
			t.Errorf("%s belongs to %q, want %q", example, got, guide)
		}
	}
}
