package main

import (
	"fmt"
	"strings"
)

// sources are Go sources of a stranger's book, none of which is compiled or read.
func sources() []input {
	var inputs []input
	for _, f := range []struct{ name, file, content string }{
		{"a module of our name", "go.mod", "module modelbook\n\ngo 1.25\n"}, {"a toolchain to be fetched", "go.mod", "module modelbook\n\ngo 1.25\n\ntoolchain go1.99.9\n"}, {"a version that is not there", "go.mod", "module modelbook\n\ngo 9.99\n"}, {"a module that takes another's place", "go.mod", "module modelbook\n\nreplace golang.org/x/text => ../outside\n"},
		{"no module at all", "go.mod", "\x00::error::x"}, {"a workspace", "go.work", "go 1.25\n\nuse ../outside\n"}, {"sums", "go.sum", strings.Repeat("x", 1<<20)}, {"a worker", "generator/wasm/worker/main.go", "package main\n\nfunc main() { panic(\"forged\") }\n"}, {"a worker that is none", "generator/wasm/worker/main.go", "x"},
		{"a generator", "generator/main.go", "package main\n\n//go:generate touch ../outside/forged\n"}, {"a vendor folder", "vendor/modules.txt", "# x\n"}, {"settings of Go", "go.env", "GOFLAGS=-toolexec=touch\n"}, {"a cgo source", "generator/wasm/worker/x.c", "int main() {}"}, {"a forged playground", "site/play.wasm", "\x00asm"},
	} {
		inputs = append(inputs, input{name: f.name, change: func(b *book) error { return b.write(f.file, f.content) }})
	}
	for _, name := range []string{"go.mod", "go.work", "generator", "generator/wasm", "generator/wasm/worker/main.go"} {
		inputs = append(inputs, put("a pipe", name, pipe), put("a link outside", name, linkTo("OUTSIDE")), put("a link to /dev/zero", name, linkTo("/dev/zero")), put("a link to itself", name, linkTo(name[strings.LastIndex(name, "/")+1:])))
	}
	return inputs
}

// fences are blocks of the languages that are not run.
func fences() []input {
	var inputs []input
	for _, language := range []string{"sh", "http", "diff", "text"} {
		for i, text := range []string{
			"", "\x00", "\x1b[31mred", "<script>alert(1)</script>", "\u202edegrof", "rm -rf /", "GET / HTTP/1.1\nHost: x\n\n<b>", "+<b>\n-</b>\n@@ -1 +1 @@", "$(" + strings.Repeat("$(", 2_000), strings.Repeat("'\"`", 5_000), "<<EOF\n" + strings.Repeat("x\n", 4_000), strings.Repeat("a", 3_999), strings.Repeat("+\n-\n", 4_000), "\xff\xfe",
		} {
			inputs = append(inputs, body(fmt.Sprintf("%s %02d", language, i+1), "```"+language+"\n"+text+"\n```"))
		}
	}
	return inputs
}

// beginnings are commands that begin something in a place or with a name that is none.
func beginnings() []input {
	none := func(*book) error { return nil }
	var inputs []input
	for i, name := range []string{"a\nb", "a\tb", "a\x1b[31mb", "a\x00b", "a\u202eb", "a\u200bb", "a\u0085b", "\xff", " ", "", strings.Repeat("a", 101)} {
		if !strings.Contains(name, "\x00") { // which no argument holds
			inputs = append(inputs, input{name: fmt.Sprintf("init with a name %02d", i+1), command: []string{"init", "new", "--name", name}, change: none})
		}
	}
	for _, folder := range []string{".git", ".git/hooks", "new/.git", "new/.GIT/x", ".", "/dev/null", "/proc/x"} {
		inputs = append(inputs, input{name: fmt.Sprintf("init in %q", folder), command: []string{"init", folder}, change: none})
	}
	for _, language := range []string{"", "xx-", "../x", "en,en", "e\u202en", strings.Repeat("a", 200)} {
		inputs = append(inputs, input{name: fmt.Sprintf("init in language %.20q", language), command: []string{"init", "new", "--language", language}, change: none})
	}
	for _, slug := range []string{"search", "play", "index", "404", "con", "../x", "a/b", "A", "", "part-models", "ferries", "a\x1b[31m", "::error::x", strings.Repeat("a", 300), "-"} {
		inputs = append(inputs, input{name: fmt.Sprintf("new guide %.20q", slug), command: []string{"new", "guide", "--", slug}, change: none})
	}
	return inputs
}
