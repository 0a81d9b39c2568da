package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"modelbook/.ci/smallbook"
)

// stranger is an input with one more file.
func stranger(name string) input {
	return input{name: fmt.Sprintf("file %.40q", name), change: func(b *book) error {
		if strings.HasSuffix(name, ".json") {
			return b.write(name, smallbook.Files[smallbook.ExampleFile])
		}
		return b.write(name, smallbook.Files[smallbook.GuideFile])
	}}
}

func paths() []input {
	var inputs []input
	for _, name := range []string{
		"content/en/con.md", "content/en/NUL.md", "content/en/com1.md", "content/en/lpt9.md", "content/en/Ferries.md", "content/en/FERRIES.MD", "content/en/ferries.md.md", "content/en/a b.md", "content/en/a\nb.md",
		"content/en/a\x1b[31m.md", "content/en/::error::x.md", "content/en/##[error]x.md", "content/en/\u202edm.md", "content/en/a\u200bb.md", "content/en/é.md", "content/en/e\u0301.md", "content/en/\xff.md", "content/en/-.md", "content/en/a--b.md",
		"content/en/" + strings.Repeat("a", 200) + ".md", "content/en/a.html", "content/en/a.MD", "content/en/a.md.exe", "content/en/..md", "content/en/...md", "content/en/a;b.md", "content/en/$(x).md", "content/en/`x`.md", "content/en/a\"b.md",
		"content/en/<script>.md", "content/en/&amp;.md", "content/en/a\\b.md", "content/en/a:b.md", "content/en/a%2fb.md", "content/en/part-.md", "content/en/part-nothing.md", "content/en/one/two.md", "content/x.md", "content/site.yml",
		"content/en/index.html", "content/en/site.yaml", "examples/con.json", "examples/A.json", "examples/a.jsonc", "examples/a\n.json", "examples/::warning::x.json", "examples/../examples/a b.json", "examples/" + strings.Repeat("b", 150) + ".json",
		"examples/a/b.json", "examples/x.json", "examples/\u202e.json", "examples/verified/x.json", "examples/a.mongosh.js", "content/en/ferries.md~", "content/en/.#ferries.md", "content/en/ferries.md.swp", "content/en/.hidden.md",
	} {
		inputs = append(inputs, stranger(name))
	}
	return append(inputs, crowds()...)
}

// crowds are more files than a handbook has, each of them small.
func crowds() []input {
	const many, some = 1000, 400
	guide := func(lang, slug, part, text string) func(i int) (string, string) {
		return func(i int) (string, string) {
			head := fmt.Sprintf("---\ntitle: Ferry %d\nquestion: Where?\ndescription: A ferry.\npart: %s\norder: %d\nupdated: 2026-11-01\n---\n\n", i, numberedName(part, i), i+2)
			return "content/" + lang + "/" + numberedName(slug, i) + ".md", head + text + "\n"
		}
	}
	crowd := func(name string, many int, files ...func(i int) (string, string)) input {
		return input{name: name, change: func(b *book) error {
			for i := range many {
				for _, file := range files {
					if name, content := file(i); b.write(name, content) != nil {
						return fmt.Errorf("write %s", name)
					}
				}
			}
			return nil
		}}
	}
	part := func(i int) (string, string) {
		return fmt.Sprintf("content/en/part-p%d.md", i), fmt.Sprintf("---\ntitle: Part %d\nquestion: Where?\ndescription: A part.\norder: %d\n---\n\nAll.\n", i, i+2)
	}
	italian := func(int) (string, string) {
		return "content/site.yaml", strings.Replace(smallbook.Files["content/site.yaml"], "[en]", "[en, it]", 1)
	}
	return []input{
		crowd("many guides in one part", many, guide("en", "ferry-%d", "models", "A ferry.")),
		crowd("many parts", many, part, guide("en", "ferry-%d", "p%d", "A ferry.")),
		crowd("many parts that are none", some, guide("en", "ferry-%d", "q%d", "A ferry.")),
		crowd("many dead links", some, guide("en", "ferry-%d", "models", "[A ferry](feries.md), [a port](porst.md#a).")),
		crowd("many translations of nothing", some, italian, guide("it", "traghetto-%d", "models", "A ferry.")),
		crowd("many languages", some, func(i int) (string, string) {
			return fmt.Sprintf("content/x%c%c/ferries.md", 'a'+i/26%26, 'a'+i%26), "A ferry.\n"
		}),
		crowd("many examples that are none", some, func(i int) (string, string) { return fmt.Sprintf("examples/ferries-%d.json", i), "{" }),
	}
}

// numberedName puts a number into a name that has a place for one.
func numberedName(name string, i int) string { return strings.ReplaceAll(name, "%d", fmt.Sprint(i)) }

// put puts something else than a file in the place of one.
func put(kind, name string, make func(b *book, path string) error, command ...string) input {
	title := kind + " as " + name
	if len(command) > 0 {
		title += " for " + strings.Join(command, " ")
	}
	return input{name: title, command: command, change: func(b *book) error {
		path := b.path(name)
		if strings.HasPrefix(name, "site/") && !strings.Contains(name, "public") {
			if err := b.copyTheme(); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
		return make(b, path)
	}}
}

func linkTo(to string) func(*book, string) error {
	return func(b *book, path string) error {
		return os.Symlink(strings.ReplaceAll(to, "OUTSIDE", filepath.Join(filepath.Dir(b.dir), "outside")), path)
	}
}

func pipe(_ *book, path string) error { return syscall.Mkfifo(path, 0o644) }

func socket(_ *book, path string) error {
	// Its name may be longer than that of a socket can be.
	return syscall.Mknod(path, syscall.S_IFSOCK|0o644, 0)
}

// hugeFile takes no room on the disk.
func hugeFile(_ *book, path string) error {
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		return err
	}
	return os.Truncate(path, 10<<30)
}

func directory(_ *book, path string) error { return os.Mkdir(path, 0o755) }

func links() []input {
	var inputs []input
	files := []string{smallbook.GuideFile, smallbook.ExampleFile, "content/site.yaml", "content/en/index.md", "content/en/more.md", "examples/more.json", "site/strings/en.yaml", "site/fonts/more.woff2", "site/templates/page.html", "site/icons/more.svg"}
	for _, name := range files {
		ext := map[bool]string{true: ".json", false: ".md"}[strings.HasSuffix(name, ".json")]
		inputs = append(inputs,
			put("a link to the secret", name, linkTo("OUTSIDE/secret"+ext)),
			put("a link to /dev/zero", name, linkTo("/dev/zero")),
			put("a link to nothing", name, linkTo("nothing")),
			put("a link to itself", name, linkTo(filepath.Base(name))),
			put("a pipe", name, pipe),
			put("a folder", name, directory),
		)
	}
	for _, name := range []string{"content", "content/en", "examples", "site/strings", "site/fonts"} {
		inputs = append(inputs, put("a link outside", name, linkTo("OUTSIDE")), put("a pipe", name, pipe), put("a link to /proc/self", name, linkTo("/proc/self")))
	}
	for _, command := range [][]string{{"fmt"}, {"fmt", "--check"}, {"verify"}, {"verify", "--update"}} {
		inputs = append(inputs,
			put("a link to the secret", smallbook.ExampleFile, linkTo("OUTSIDE/secret.json"), command...),
			put("a link to /dev/zero", smallbook.ExampleFile, linkTo("/dev/zero"), command...),
			put("a pipe", smallbook.ExampleFile, pipe, command...),
			put("a folder", smallbook.ExampleFile, directory, command...),
		)
	}
	for _, command := range [][]string{{"check"}, {"i18n", "lint"}, {"i18n", "status"}, {"i18n", "update", "it"}, {"new", "guide", "huts"}} {
		inputs = append(inputs,
			put("a link to /dev/zero", smallbook.GuideFile, linkTo("/dev/zero"), command...),
			put("a pipe", smallbook.GuideFile, pipe, command...),
			put("a pipe", "content/site.yaml", pipe, command...),
			put("a pipe", "content/en", pipe, command...),
			put("a pipe", "examples", pipe, command...),
		)
	}
	for _, name := range []string{"content/en/glossary.yaml", "content/en/.base/ferries.md", "content/it/ferries.md", "content/it/.base/ferries.md"} {
		inputs = append(inputs, put("a link to the secret", name, linkTo("OUTSIDE/secret.md")), put("a link to /dev/zero", name, linkTo("/dev/zero")), put("a pipe", name, pipe), put("10 GB", name, hugeFile))
	}
	for _, name := range []string{smallbook.GuideFile, smallbook.ExampleFile, "content/site.yaml", "site/strings/en.yaml", "site/fonts/more.woff2"} {
		inputs = append(inputs, put("a socket", name, socket), put("10 GB", name, hugeFile))
	}
	for _, name := range []string{"site/.#README.md", "site/strings/.#en.yaml", "content/en/.#ferries.md", "examples/.#a.json"} {
		inputs = append(inputs, put("what an editor leaves", name, linkTo("someone@machine.1234")))
		inputs = append(inputs, put("what an editor leaves beside a script", name, func(b *book, path string) error {
			return errors.Join(linkTo("someone@machine.1234")(b, path), b.write(smallbook.GuideFile, smallbook.GuideHead+smallbook.GuideBody+"\n<script>alert(1)</script>\n"))
		}))
	}
	return inputs
}

func outputs() []input {
	none := func(*book) error { return nil }
	var inputs []input
	for _, folder := range []string{
		"/", ".", "..", "content", "content/en", "content/public", "examples", "examples/out", "site", "site/fonts", "../outside", "", "/proc/x", "/dev/null", "/dev/null/x", "content/site.yaml", "a\nb", "a\x1b[31mb",
		"../book", strings.Repeat("a", 300), "con", "/etc", "/nonexistent/x",
	} {
		inputs = append(inputs, input{name: fmt.Sprintf("--output %.30q", folder), command: []string{"build", "--output", folder}, change: none})
	}
	inputs = append(inputs,
		put("a link outside", "site/public", linkTo("OUTSIDE")), put("a link outside", "site/.public-lock", linkTo("OUTSIDE/secret.json")), put("a pipe", "site/.public-lock", pipe), put("a folder", "site/.public-lock", directory),
		put("a file", "site/public", func(_ *book, path string) error { return os.WriteFile(path, []byte("x"), 0o644) }), put("a pipe", "site/public", pipe),
		put("a link outside", "site", linkTo("OUTSIDE")),
		put("a site of someone else's, of empty hashes", "site/public", func(_ *book, path string) error {
			files := map[string]string{".modelbook.json": `{"made":"by modelbook; this folder is replaced by each build","inputs":"","files":"","stamps":""}`, "index.html": "<script>alert(1)</script>"}
			return smallbook.Write(path, files)
		}),
		put("an empty marker", "site/public/.modelbook.json", func(_ *book, path string) error { return os.WriteFile(path, []byte("{}"), 0o644) }),
		put("no marker", "site/public/.modelbook.json", func(*book, string) error { return nil }),
		put("a marker that is a pipe", "site/public/.modelbook.json", pipe), put("a marker that is a link", "site/public/.modelbook.json", linkTo("OUTSIDE/secret.json")),
	)
	return append(inputs, input{name: "a source that is not there", command: []string{"build", "--source", "nothing"}, change: none},
		input{name: "a source that is a file", command: []string{"build", "--source", "content/site.yaml"}, change: none})
}
