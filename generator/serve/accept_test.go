package serve

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAccept: where an example or a number on a page differs from what the database
// returned, a page of the preview may have that written, and no one else.
func TestAccept(t *testing.T) {
	w := startWriter(t)
	token := w.event().Token
	const name = "one-to-one-embedded"
	file, guide, translation := "examples/"+name+".json", "content/en/one-to-one.md", "content/bg/one-to-one.md"
	whole := w.read(file)
	page := w.read(guide)
	own := strings.TrimSuffix(w.address, "/")

	if status, answer := w.accept(own, token, name); status != http.StatusConflict || !strings.Contains(answer, "what the database returns by now") {
		t.Errorf("nothing differs: %d %s", status, answer)
	}

	w.replace(file, `"expectCost": { "roundTrips": 1`, `"expectCost": { "roundTrips": 7`)
	e := w.event()
	if len(e.Messages) == 0 || e.Messages[0].Update != name {
		t.Fatalf("a cost differs: %v", e.Messages)
	}
	for _, refused := range []struct {
		origin, token, name string
		status              int
	}{
		{"", token, name, http.StatusForbidden},
		{"https://elsewhere.example", token, name, http.StatusForbidden},
		{"null", token, name, http.StatusForbidden},
		{strings.Replace(own, ":", ":1", 1), token, name, http.StatusForbidden},
		{own, "", name, http.StatusForbidden},
		{own, token + "x", name, http.StatusForbidden},
		{own, token, "one-to-one-*", http.StatusConflict},
		{own, token, "", http.StatusConflict},
		{own, token, "one-to-one-shared-id", http.StatusConflict},
	} {
		if status, answer := w.accept(refused.origin, refused.token, refused.name); status != refused.status {
			t.Errorf("%v: %d %s", refused, status, answer)
		}
	}
	if w.read(file) == whole {
		t.Fatal("a refused request wrote the file")
	}
	if status, answer := w.accept(own, token, name); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, answer)
	}
	if e = w.event(); len(e.Messages) != 0 || e.Accepted == nil || !slices.Equal(e.Accepted.Files, []string{file}) {
		t.Errorf("accepted: %+v", e)
	}
	if w.read(file) != whole {
		t.Error("the file is not what it was")
	}

	// A number on a page, and in the same page in another language.
	w.replace(guide, "[141 bytes]", "[140 bytes]")
	if e = w.event(); len(e.Messages) == 0 || e.Messages[0].Update != name {
		t.Fatalf("a number differs: %v", e.Messages)
	}
	w.replace(translation, "[141 байта]", "[14 байта]")
	w.event()
	if status, answer := w.accept(own, token, name); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, answer)
	}
	if e = w.event(); len(e.Messages) != 0 || e.Accepted == nil || !slices.Equal(e.Accepted.Files, []string{translation, guide}) {
		t.Errorf("accepted: %+v", e)
	}
	if w.read(guide) != page {
		t.Error("the page is not what it was")
	}

	// What can't be taken over is said, and nothing is written.
	w.replace(file, `"expectCost": { "roundTrips": 1`, `"expectCost": { "roundTrips": 7`)
	w.event()
	if err := os.Rename(filepath.Join(w.folder, file), filepath.Join(w.folder, "moved.json")); err != nil {
		t.Fatal(err)
	}
	if status, answer := w.accept(own, token, name); status != http.StatusConflict || strings.TrimSpace(answer) == "" {
		t.Errorf("the example is gone: %d %s", status, answer)
	}
}

// accept asks for what the example returns to be written, as a page does.
func (w *writer) accept(origin, token, name string) (status int, answer string) {
	w.Helper()
	request, err := http.NewRequest("POST", w.address+"-/accept", strings.NewReader(`{"example": "`+name+`"}`))
	if err != nil {
		w.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Modelbook-Token", token)
	if origin != "" {
		request.Header.Set("Origin", origin)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		w.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func (w *writer) read(file string) string {
	w.Helper()
	content, err := os.ReadFile(filepath.Join(w.folder, file))
	if err != nil {
		w.Fatal(err)
	}
	return string(content)
}
