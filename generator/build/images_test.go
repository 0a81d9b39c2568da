package build

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/tmpfs"
)

func writeImage(t *testing.T, file string, width, height int) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, b.String())
}

func writeFile(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// small writes a handbook of one guide in English and Italian.
func small(t *testing.T, original, italian string) string {
	t.Helper()
	folder := tmpfs.TempDir(t)
	const guide = "---\ntitle: Ferries\nquestion: Where do they go?\ndescription: All ferries.\npart: models\norder: 1\nupdated: 2026-11-01\n---\n\n"
	for name, content := range map[string]string{
		"content/site.yaml":         "name: Small\ndescription:\n  en: Small.\n  it: Piccolo.\nlanguages: [en, it]\n",
		"content/en/index.md":       "---\ntitle: Small\ndescription: A small handbook.\n---\n\nIt has one guide.\n",
		"content/en/404.md":         "---\ntitle: Not found\n---\n\nNo page has this address.\n",
		"content/en/part-models.md": "---\ntitle: Models\nquestion: How?\ndescription: All models.\norder: 1\n---\n\nAll models.\n",
		"content/en/ferries.md":     guide + "A ferry is a ship.\n\n" + original,
		"content/it/ferries.md":     guide + "Un traghetto è una nave.\n\n" + italian,
		"examples/ferries-one.json": `{
  "$schema": "./example.schema.json",
  "description": "A ferry",
  "schema": { "ferries": { "validator": null } },
  "initialData": [{ "collectionName": "ferries", "documents": [{ "_id": 1 }] }],
  "steps": [{ "id": "find", "operation": { "name": "find", "object": "ferries", "arguments": { "filter": { "_id": 1 } } }, "expectResult": [{ "_id": 1 }] }]
}
`,
	} {
		writeFile(t, filepath.Join(folder, name), content)
	}
	return folder
}

// told returns what a check tells, a line each.
func told(t *testing.T, source string) string {
	t.Helper()
	_, messages, err := Check(context.Background(), Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, m := range messages.Sorted() {
		if !strings.Contains(m.Text, "no guide shows this example") {
			lines.WriteString(m.File + ": " + m.Text + "\n")
		}
	}
	return lines.String()
}

// TestImages holds that an image is published without what it does not need, that a
// language may have its own, and that what is wrong with one is told once.
func TestImages(t *testing.T) {
	source := small(t, "![A ferry](../images/ferry.png \"The ferry\")\n\n![A menu](images/menu.png)\n", "![Un traghetto](../images/ferry.png \"Il traghetto\")\n\n![Un menu](images/menu.png)\n")
	writeImage(t, filepath.Join(source, "content/images/ferry.png"), 40, 30)
	writeImage(t, filepath.Join(source, "content/en/images/menu.png"), 20, 10)
	writeImage(t, filepath.Join(source, "content/it/images/menu.png"), 22, 11)
	content, _ := os.ReadFile(filepath.Join(source, "content/images/ferry.png"))
	writeFile(t, filepath.Join(source, "content/images/ferry.png"), string(content)+"<script>")
	output := filepath.Join(tmpfs.TempDir(t), "site")
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages, err)
	}
	published, err := os.ReadFile(filepath.Join(output, "images/ferry.png"))
	if err != nil || !bytes.Equal(published, content) {
		t.Errorf("published %q, %v", published, err)
	}
	for file, wanted := range map[string]string{
		"en/ferries.html": `<figure class="image"><img src="../images/ferry.png" alt="A ferry" width="40" height="30" loading="lazy" decoding="async"><figcaption>The ferry</figcaption></figure>`,
		"it/ferries.html": `<img src="../it/images/menu.png" alt="Un menu" width="22" height="11"`,
		"en/ferries.md":   `![A menu](../en/images/menu.png)`,
	} {
		if html, err := os.ReadFile(filepath.Join(output, file)); err != nil || !strings.Contains(string(html), wanted) {
			t.Errorf("%s lacks %s, %v", file, wanted, err)
		}
	}

	for _, c := range []struct{ name, file, content, want string }{
		{"cut", "content/images/ferry.png", string(content[:len(content)-20]), "content/images/ferry.png: the file is no whole PNG image: it ends too early\n"},
		{"no pixels", "content/it/images/menu.png", strings.Replace(string(content), "IDAT", "tEXt", 1), "content/it/images/menu.png: the file is no whole PNG image: not enough pixel data\n"},
		{"missing", "content/images/ferry.png", "", "content/en/ferries.md: there is no image content/images/ferry.png\n"},
		{"unused", "content/images/more.png", string(content), "content/images/more.png: no page shows this image\n"},
	} {
		file := filepath.Join(source, c.file)
		before, _ := os.ReadFile(file)
		writeFile(t, file, c.content)
		if c.content == "" {
			os.Remove(file)
		}
		if got := told(t, source); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
		if before == nil {
			os.Remove(file)
			continue
		}
		writeFile(t, file, string(before))
	}
}

// TestPreviewFollowsImages holds that a page shows an image as it is now.
func TestPreviewFollowsImages(t *testing.T) {
	source := small(t, "![A ferry](../images/ferry.png)\n", "![Un traghetto](../images/ferry.png)\n")
	preview, err := NewPreview(Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer preview.Close()
	file := filepath.Join(source, "content/images/ferry.png")
	update := func(isWrong bool) {
		t.Helper()
		if _, messages, err := preview.Update(t.Context()); err != nil || messages.Failed() != isWrong {
			t.Fatalf("%v %v", messages, err)
		}
	}
	update(true)
	for _, size := range []string{"5", "61"} {
		writeImage(t, file, len(size)*7, 3)
		update(false)
		html, _, err := preview.File("it/ferries.html")
		if wanted := `width="` + map[string]string{"5": "7", "61": "14"}[size] + `" height="3"`; err != nil || !bytes.Contains(html, []byte(wanted)) {
			t.Errorf("the page lacks %s, %v", wanted, err)
		}
		want, _ := os.ReadFile(file)
		if got, ok, err := preview.File("images/ferry.png"); err != nil || !ok || !bytes.Equal(got, want) {
			t.Errorf("%d bytes, %v %v", len(got), ok, err)
		}
	}
	writeFile(t, file, "none")
	update(true)
	os.Remove(file)
	update(false) // it might be about to be written
	update(true)
}
