package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// themed is an input that has a theme of its own with another file.
func themed(name, file, content string) input {
	return input{name: name, holds: plainNames, change: func(b *book) error {
		return errors.Join(b.copyTheme(), b.write(file, content))
	}}
}

// overriding is an input whose theme is the program's but for one file.
func overriding(name, file, content string) input {
	return input{name: name, holds: plainNames, change: func(b *book) error { return b.write(file, content) }}
}

// plainNames reports files of the built site whose names some systems can't hold, or
// that do harm where they are listed.
func plainNames(b *book, _ outcome) []string {
	var problems []string
	_ = filepath.WalkDir(b.path("site/public"), func(path string, _ os.DirEntry, err error) error {
		name := filepath.Base(path)
		stem, _, _ := strings.Cut(strings.ToLower(name), ".")
		if err == nil && (stem == "con" || stem == "nul" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(`:\\"<>|?*`, r) })) {
			problems = append(problems, fmt.Sprintf("the site has a file %q", name))
		}
		return nil
	})
	return problems
}

func theme() []input {
	const page = "site/templates/page.html"
	var inputs []input
	for _, file := range []struct{ name, content string }{
		{page, "{{"}, {page, "{{template \"page.html\" .}}"}, {page, "{{range .Guide.Blocks}}{{end}}"}, {page, "{{.Evil}}"}, {page, strings.Repeat("a", 1<<20)},
		{"site/fonts/a.exe", "x"}, {"site/fonts/../x.woff2", "x"}, {"site/icons/mark.svg", "<svg onload=alert(1)>"}, {"site/scripts/evil.js", "alert(1)"}, {"site/styles/evil.css", "@import 'https://example.org'"}, {"site/fonts/con.woff2", "x"},
		{"site/strings/xx.yaml", "name: x\n"}, {"site/strings/::error::.yaml", "name: x\n"}, {"site/fonts/a\x1b[31m.woff2", "x"}, {"site/fonts/large.woff2", strings.Repeat("x", 30<<20)},
	} {
		inputs = append(inputs, themed(fmt.Sprintf("%02d %.40q", len(inputs)+1, file.name), file.name, file.content))
	}
	inputs = append(inputs, templates()...)
	inputs = append(inputs, stylesAndScripts()...)
	return append(inputs, themeFiles()...)
}

// templates are templates of a page that never end, fill the memory, or are none.
func templates() []input {
	const page = "site/templates/page.html"
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	calls := func(depth, times int) string {
		var all strings.Builder
		for i := range depth {
			fmt.Fprintf(&all, "{{define \"t%d\"}}%s{{end}}\n", i, strings.Repeat(fmt.Sprintf("{{template \"t%d\" .}}", i+1), times))
		}
		return all.String() + fmt.Sprintf("{{define \"t%d\"}}x{{end}}{{template \"t0\" .}}", depth)
	}
	ranges := func(depth int, inside string) string {
		return strings.Repeat("{{range 1000}}", depth) + inside + strings.Repeat("{{end}}", depth)
	}
	return numbered("template", func(name, text string) input { return overriding(name, page, text) }, []string{
		ranges(1, "x"), ranges(3, "x"), ranges(8, "x"), ranges(9, "x"), ranges(4_000, "x"), "{{range 9223372036854775807}}{{end}}", "{{range 1000000000}}{{break}}{{end}}", "{{range $i := 1000000000}}{{continue}}{{end}}",
		"{{range 1000000}}" + lines(40, strings.Repeat("x", 4_000)) + "{{end}}", lines(60, strings.Repeat("x", 4_000)), lines(20_000, "{{.Lang}}"), lines(8_000, "{{printf \"%s\" .Body}}"), "{{$x := \"x\"}}" + lines(40, "{{$x = printf \"%s%s\" $x $x}}") + "{{$x}}",
		"{{$x := \"<\"}}" + lines(40, "{{$x = html $x}}") + "{{$x}}", "{{$x := \"<\"}}{{range 1000}}{{$x = js $x}}{{end}}{{$x}}", "{{printf \"%999999999d\" 1}}", "{{printf \"%*d\" 999999999 1}}", "{{printf \"%.999999999f\" 1.0}}", "{{printf \"%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s\" .Body}}",
		"{{print " + strings.Repeat("1 ", 1_000) + "}}", "{{and " + strings.Repeat("1 ", 1_000) + "}}", "{{" + strings.Repeat("(", 3_000) + "1" + strings.Repeat(")", 3_000) + "}}", lines(50_000, "{{if .Lang}}"), lines(5_000, "{{if .Lang}}") + lines(5_000, "{{end}}"),
		lines(5_000, "{{with .Lang}}") + lines(5_000, "{{end}}"), "{{if 1}}" + strings.Repeat("{{else if 1}}", 300) + "{{end}}", strings.Repeat("{{if 1}}a{{else}}<b {{end}}\n", 18), strings.Repeat("{{if .Lang}}<a href=\"{{else}}<a title=\"{{end}}{{.Lang}}\">\n", 30),
		calls(10, 10), calls(40, 2), calls(2_000, 1), "{{define \"a\"}}{{template \"b\" .}}{{end}}{{define \"b\"}}{{template \"a\" .}}{{end}}{{template \"a\" .}}", "{{template \"nothing\" .}}", "{{block \"page.html\" .}}x{{end}}", "{{define \"page.html\"}}x{{end}}", "{{define \"frame.html\"}}{{end}}",
		lines(5_000, "{{define \"x\"}}{{end}}"), "{{call .Lang}}", "{{index .Sheets 999999999}}", "{{slice .Lang 99}}", "{{.Frame.Evil}}", "{{.Theme}}", "{{spend \"x\" -1000000}}", "{{$_ := spend \"x\" -999999999}}" + ranges(3, "x"), "{{len .Body}}", "{{.Body.String}}",
		"", "\x00", "\xff\xfe<\x00h\x00>\x00", "\ufeff<!doctype html>", "<!doctype html>\xe9", "a\u202eb", "a\x1b[31m", "{{/*", "{{- -}}", "{{/* " + strings.Repeat("a", 3_000) + " */}}", "{{\"\\x1b[31m::error::\"}}", "{{template \"\\x1b[31m\\n::error::\" .}}", "{{.\u202eLang}}",
		"<script>alert(1)</script>{{.Body}}", "<script>{{.Body}}</script>", "<style>{{.Lang}}</style>", "<a href=\"{{.Lang}}\" onclick=\"{{.Body}}\">", "<!-- {{.Body}} -->", "<title>{{.Title}}", "<textarea>{{.Body}}",
	})
}

// stylesAndScripts are those that are no styles and no scripts, or hard to read.
func stylesAndScripts() []input {
	repeat := func(times int, text string) string {
		var all strings.Builder
		for i := range times {
			all.WriteString(text)
			if i%500 == 499 {
				all.WriteByte('\n')
			}
		}
		return all.String()
	}
	deep := func(times int, open, closed string) string { return repeat(times, open) + "1" + repeat(times, closed) }
	texts := []string{"", "\x00", "\xff\xfea\x00", "\ufeffa{}", "a\u202e", "/*", "\"", "`", "}", repeat(60_000, "("), repeat(60_000, "{"), repeat(60_000, "["), repeat(120_000, "/"), repeat(120_000, "*"), repeat(250_000, "\\"), repeat(40_000, "a{}\n"), strings.Repeat("x", 4_090), repeat(250, strings.Repeat("\n", 1_000)), "::error::x", "</style></script><script>alert(1)</script>"}
	inputs := numbered("colors", func(name, text string) input { return overriding(name, "site/styles/1-tokens.css", text) }, []string{
		":root{--link:" + deep(20_000, "light-dark(#000,", ")") + "}", ":root{--link:" + deep(20_000, "calc(", ")") + "}", repeat(8_000, ":root{--link:#123456}\n"), ":root{" + repeat(12_000, "--link:#123456;") + "}", ":root{--link:light-dark(#000)}", ":root{--link:light-dark(#00000000000,#zzz)}",
		":root{--paper:var(--paper)}", ":root{--paper:light-dark(#ffffff,#ffffff);--link:light-dark(#ffffff,#ffffff)}",
	})
	inputs = append(inputs, numbered("style", func(name, text string) input { return overriding(name, "site/styles/6-more.css", text) }, append([]string{
		deep(20_000, "@media x{", "}"), deep(20_000, "a{", "}"), ":root{--link:light-dark(#ffffff,#ffffff)}", ":root{--link:red}", "@import 'https://example.org/x.css';", "a{background:url(https://example.org/x.png)}", "a{background:url(" + strings.Repeat("a", 4_000) + ")}", "a::before{content:'\\1F600'}", "@charset \"utf-16\";a{}", "a{--x:" + repeat(3_000, "\\000000") + "}",
	}, texts...))...)
	inputs = append(inputs, numbered("script", func(name, text string) input { return overriding(name, "site/scripts/page.js", text) }, append([]string{
		deep(20_000, "(", ")"), deep(20_000, "[", "]"), deep(20_000, "{", "}"), deep(5_000, "a?b:(", ")"), deep(5_000, "()=>{", "}"), deep(5_000, "`${", "}`"), deep(5_000, "async function a(){", "}"), deep(5_000, "class a{b(){", "}}"), repeat(60_000, "!"), repeat(60_000, "a.") + "a", repeat(60_000, "a+") + "a", repeat(60_000, "a=") + "a", repeat(60_000, "a,") + "a",
		repeat(5_000, "if(a)"), repeat(5_000, "for(;;)"), repeat(5_000, "new "), "var " + repeat(20_000, "a,") + "a", "eval('alert(1)')", "import('https://example.org/x.js')", "/" + repeat(1_000, "(a+)+") + "/", "let a;let a", "await 1", "return", "#!x", "<!-- x", "var \\u202e", "x = 1e999999999", "0" + repeat(1_000, "9") + "n",
	}, texts...))...)
	return append(inputs, numbered("worker", func(name, text string) input { return overriding(name, "site/scripts/play-worker.js", text) }, []string{"", "\x00", "(", "::error::x"})...)
}

// themeFiles are files and folders of a theme that are none, too many or too deep, or have
// names that no system should see.
func themeFiles() []input {
	var inputs []input
	for _, name := range []string{"site/templates/page.html", "site/templates/more.html", "site/styles/1-tokens.css", "site/styles/6-more.css", "site/scripts/page.js", "site/scripts/play-worker.js", "site/icons/mark.svg", "site/strings/it.yaml", "site/fonts/more-license.txt"} {
		inputs = append(inputs, put("a pipe", name, pipe), put("a socket", name, socket), put("a folder", name, directory), put("10 GB", name, hugeFile), put("a link to the secret", name, linkTo("OUTSIDE/secret.yaml")), put("a link to /dev/zero", name, linkTo("/dev/zero")), put("a link to itself", name, linkTo(filepath.Base(name))))
	}
	for _, name := range []string{"site/templates", "site/styles", "site/scripts", "site/icons"} {
		inputs = append(inputs, put("a link outside", name, linkTo("OUTSIDE")), put("a pipe", name, pipe), put("a link to /proc/self", name, linkTo("/proc/self")), put("a file", name, func(_ *book, path string) error { return os.WriteFile(path, nil, 0o644) }))
	}
	for _, folder := range []string{"templates", "styles", "scripts", "icons", "strings", "fonts"} {
		ending := map[string]string{"templates": ".html", "styles": ".css", "scripts": ".js", "icons": ".svg", "strings": ".yaml", "fonts": ".woff2"}[folder]
		for _, name := range []string{"a\x1b[31m", "a\n::error::b", "a\u202eb", "a\u200bb", "\xff", "con", "a:b", "a\\b", "a b", "\"><script>", strings.Repeat("a", 200), "é", "-", "6-a", "A"} {
			if folder != "fonts" && len(name) > 4 {
				continue // as with fonts
			}
			in := overriding(fmt.Sprintf("%s %.20q", folder, name), "site/"+folder+"/"+name+ending, "name: x\n")
			inputs = append(inputs, in)
		}
		inputs = append(inputs, input{name: folder + " of many files", holds: plainNames, change: func(b *book) error {
			for i := range 3_000 {
				if err := b.write(fmt.Sprintf("site/%s/7-%d%s", folder, i, ending), "/* */\n"); err != nil {
					return err
				}
			}
			return nil
		}}, input{name: folder + " of deep folders", holds: plainNames, change: func(b *book) error {
			return b.write("site/"+folder+"/"+strings.Repeat("a/", 400)+"a"+ending, "")
		}}, input{name: folder + " of much", holds: plainNames, change: func(b *book) error {
			for i := range 80 {
				if err := b.write(fmt.Sprintf("site/%s/7-%d%s", folder, i, ending), strings.Repeat(strings.Repeat("x", 999)+"\n", 250)); err != nil {
					return err
				}
			}
			return nil
		}}, overriding(folder+" in another case", "site/"+strings.ToUpper(folder)+"/a"+ending, "x"))
	}
	return inputs
}
