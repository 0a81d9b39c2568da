package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/tmpfs"
)

// TestEdit is a writer's session: a change, a mistake, and mending it.
func TestEdit(t *testing.T) {
	w := startWriter(t)
	if first := w.event(); len(first.Messages) != 0 {
		t.Fatalf("the handbook is wrong from the start: %v", first.Messages)
	}
	if page := w.get("/"); !strings.Contains(page, previewFolder+"live.js") {
		t.Error("the page does not listen for changes")
	}

	guide := "content/en/one-to-one.md"
	w.replace(guide, "A thing that belongs", "Anything that belongs")
	if e := w.event(); len(e.Messages) != 0 {
		t.Errorf("a sentence is changed: %v", e.Messages)
	}
	if page := w.get("/en/one-to-one.html"); !strings.Contains(page, "Anything that belongs") {
		t.Error("the page is not the changed one")
	}

	w.replace(guide, "one-to-squillions.md)", "one-to-squilions.md)")
	w.expect(w.event(), guide, "one-to-squilions")
	w.replace(guide, "one-to-squilions.md)", "one-to-squillions.md)")
	if e := w.event(); len(e.Messages) != 0 {
		t.Errorf("mended: %v", e.Messages)
	}

	file := "examples/one-to-one-embedded.json"
	w.replace(file, `"steps": [`, `"steps": [,`)
	w.expect(w.event(), file, "")
	w.replace(file, `"steps": [,`, `"steps": [`)
	if e := w.event(); len(e.Messages) != 0 {
		t.Errorf("mended: %v", e.Messages)
	}
}

// TestTheme shows a mistake in the theme of the source, not of the program.
func TestTheme(t *testing.T) {
	w := startWriter(t)
	w.event()
	w.copyFolder("../../site/templates", "site/templates")
	for _, folder := range []string{"styles", "scripts", "strings", "icons"} {
		w.copyFolder("../../site/"+folder, "site/"+folder)
	}
	for e := w.event(); len(e.Messages) != 0; e = w.event() {
		// Files arrive one by one; the theme is whole when the last is there.
	}
	w.replace("site/strings/en.yaml", "skip: ", "skpi: ")
	w.expect(w.event(), "site/strings/en.yaml", "skpi")
	w.replace("site/strings/en.yaml", "skpi: ", "skip: ")
	w.event()

	// A template without end is told as well, and what is served goes on.
	w.replace("site/templates/page.html", "</body>", "{{range 1000000000000}}{{end}}</body>")
	w.expect(w.event(), "site", "the templates take more than 1000000 steps")
	w.replace("site/templates/page.html", "{{range 1000000000000}}{{end}}</body>", "</body>")
	if e := w.event(); len(e.Messages) != 0 {
		t.Errorf("mended: %v", e.Messages)
	}
	if page := w.get("/"); !strings.Contains(page, previewFolder+"live.js") {
		t.Error("the page is not there again")
	}
}

func TestGuard(t *testing.T) {
	w := startWriter(t)
	tests := []struct {
		host    string
		headers map[string]string
		want    int
	}{
		{"", nil, http.StatusOK},
		{"", map[string]string{"Origin": w.address[:len(w.address)-1]}, http.StatusOK},
		{"", map[string]string{"Origin": "https://elsewhere.example"}, http.StatusForbidden},
		{"", map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"elsewhere.example", nil, http.StatusForbidden},
		{"", map[string]string{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, http.StatusOK},
		{"", map[string]string{"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, http.StatusOK},
		{"", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, http.StatusOK},
		{"", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, http.StatusForbidden},
		{"", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, http.StatusForbidden},
		{"", map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, http.StatusForbidden},
	}
	for _, test := range tests {
		request, err := http.NewRequest("GET", w.address, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = test.host
		for name, value := range test.headers {
			request.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != test.want {
			t.Errorf("host %q, %v: %d, want %d", test.host, test.headers, response.StatusCode, test.want)
		}
	}
}

func TestNotFound(t *testing.T) {
	w := startWriter(t)
	response, err := http.Get(w.address + "en/nothing.html")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusNotFound || !strings.Contains(string(body), "Page not found") {
		t.Errorf("%d\n%s", response.StatusCode, body)
	}
}

// writer is someone with a copy of the handbook open in an editor and in a
// browser.
type writer struct {
	*testing.T
	folder  string
	address string
	events  *bufio.Scanner
}

func startWriter(t *testing.T) *writer {
	t.Helper()
	w := &writer{T: t, folder: tmpfs.TempDir(t)}
	w.copyFolder("../testdata/handbook/content", "content")
	w.copyFolder("../testdata/handbook/examples", "examples")
	ctx, stop := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{Build: build.Options{Source: w.folder}, Log: diag.NewTerminal(io.Discard), Listening: func(address string) { ready <- address }})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case w.address = <-ready:
	case err := <-ended:
		ended <- nil
		t.Fatal(err)
	}
	response, err := http.Get(w.address + "-/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	w.events = bufio.NewScanner(response.Body)
	w.events.Buffer(nil, 1<<20)
	return w
}

type received struct {
	Version  int
	Messages []struct{ File, Text, Hint, Update string }
	Token    string
	Accepted *struct {
		Example string
		Files   []string
	}
}

// event waits for the next event.
func (w *writer) event() received {
	w.Helper()
	for w.events.Scan() {
		if data, ok := strings.CutPrefix(w.events.Text(), "data: "); ok {
			var e received
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				w.Fatal(err)
			}
			return e
		}
	}
	w.Fatalf("the stream of events ended: %v", w.events.Err())
	return received{}
}

func (w *writer) expect(e received, file, text string) {
	w.Helper()
	for _, m := range e.Messages {
		if m.File == file && strings.Contains(m.Text, text) {
			return
		}
	}
	w.Errorf("%v, want a message on %s with %q", e.Messages, file, text)
}

func (w *writer) get(path string) string {
	w.Helper()
	response, err := http.Get(strings.TrimSuffix(w.address, "/") + path)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		w.Fatalf("GET %s: %s %v", path, response.Status, err)
	}
	return string(body)
}

// replace saves a file as editors do: a new one takes its place.
func (w *writer) replace(file, old, text string) {
	w.Helper()
	path := filepath.Join(w.folder, file)
	content, err := os.ReadFile(path)
	if err != nil {
		w.Fatal(err)
	}
	if !strings.Contains(string(content), old) {
		w.Fatalf("%s does not hold %q", file, old)
	}
	changed := strings.Replace(string(content), old, text, 1)
	if err := os.WriteFile(path+"~", []byte(changed), 0o644); err != nil {
		w.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		w.Fatal(err)
	}
}

func (w *writer) copyFolder(from, to string) {
	w.Helper()
	if err := os.CopyFS(filepath.Join(w.folder, to), os.DirFS(from)); err != nil {
		w.Fatal(err)
	}
}
