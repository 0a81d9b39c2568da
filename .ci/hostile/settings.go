package main

import (
	"fmt"
	"regexp"
	"strings"

	"modelbook/.ci/smallbook"
)

// head is an input that has other front matter for the guide.
func head(name, text string) input {
	return input{name: name, change: func(b *book) error { return b.write(smallbook.GuideFile, "---\n"+text+"\n---\n\n"+smallbook.GuideBody) }}
}

// key is front matter with one line in place of the one of the same key, or more.
func key(name, line string) input {
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(smallbook.GuideHead, "---\n"), "\n---\n\n"), "\n")
	of, _, _ := strings.Cut(line, ":")
	for i := range lines {
		if strings.HasPrefix(lines[i], of+":") {
			lines[i] = line
			return head(name, strings.Join(lines, "\n"))
		}
	}
	return head(name, strings.Join(append(lines, line), "\n"))
}

func bombs(name string, with func(name, text string) input) []input {
	return []input{
		with(name+": aliases of aliases", billion()),
		with(name+": an anchor", "title: &a b\nquestion: *a"),
		with(name+": an alias of itself", "title: &a [*a]"),
		with(name+": a merge", "<<: { title: a }"),
		with(name+": a tag", "title: !!binary aGVsbG8="),
		with(name+": a tag of Go", "title: !!python/object:os.system x"),
		with(name+": brackets", "title: "+strings.Repeat("[", 2_000)),
		with(name+": braces", "title: "+strings.Repeat("{a: ", 900)),
		with(name+": many documents", "title: a\n---\ntitle: b"),
		with(name+": a block of 3 kB", "title: |\n  "+strings.Repeat("a", 3_000)),
		with(name+": 1 MB", "title: "+strings.Repeat("a\n  ", 250_000)),
		with(name+": the same key twice", "title: a\ntitle: b"),
		with(name+": a complex key", "? [a, b]\n: c"),
		with(name+": a list", "- a\n- b"),
		with(name+": a number", "12"),
		with(name+": nothing", ""),
		with(name+": open quote", "title: \"a"),
		with(name+": tabs", "\ttitle: a"),
		with(name+": many keys", manyKeys()),
		with(name+": an escape", "title: \"\\x1b[31m\""),
		with(name+": a direction", "title: \"\\u202e\""),
		with(name+": a null", "title: \"\\0\""),
		with(name+": half a surrogate", "title: \"\\ud800\""),
		with(name+": a directive", "%YAML 1.1"),
		with(name+": indents", indents()),
	}
}

func billion() string {
	text := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'k'; c++ {
		text += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat("*"+string(c-1)+", ", 9), ", "))
	}
	return text
}

func manyKeys() string {
	var text strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "k%d: 1\n", i)
	}
	return text.String()
}

func indents() string {
	var text strings.Builder
	for i := range 80 {
		text.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return text.String()
}

func frontMatter() []input {
	inputs := bombs("YAML", head)
	return append(inputs, numbered("key", key, []string{
		"title: </title><script>alert(1)</script>", "title: '\"><script>alert(1)</script>'", "title: '{{.}}'", "title: ''", "title: 12", "title: [a]", "title: null",
		"description: '\" onload=\"alert(1)'", "description: </head>", "question: <script>alert(1)</script>", "part: ../../../outside", "part: nothing", "part: '\"><script>'", "part: [models]",
		"order: 99999999999999999999", "order: -1", "order: 1.5", "order: NaN", "order: .inf", "order: '1'", "order: 0x7fffffff",
		"updated: 2026-02-30", "updated: 9999-12-31", "updated: 0000-00-00", "updated: today", "updated: 2026-11-01T00:00:00Z", "updated: -2026-11-01",
		"moved_from: [../../outside/x]", "moved_from: [/etc/passwd]", "moved_from: [con]", "moved_from: [" + strings.Repeat("a", 3_000) + "]", "moved_from: [index]", "moved_from: [ferries]",
		"moved_from: [a, a]", "moved_from: ['\"><script>']", "moved_from: [.modelbook]", "moved_from: [\"a\\u202eb\"]", "moved_from: [A]", "moved_from: [a.html]", "moved_from: ['..']", "moved_from: a",
		"moved_from: ['a b']", "moved_from: [nul, aux]", "layout: evil", "__proto__: x", "constructor: x", "titel: x", "draft: true",
	})...)
}

// setting is an input that has one more or other key in site.yaml.
func setting(name, text string) input {
	return input{name: name, change: func(b *book) error {
		of, _, _ := strings.Cut(text, ":")
		var lines []string
		isOther := false // in place of the lines that follow
		for line := range strings.Lines(smallbook.Files["content/site.yaml"]) {
			isOther = isOther && strings.HasPrefix(line, " ") || strings.HasPrefix(line, of+":")
			if !isOther {
				lines = append(lines, line)
			}
		}
		return b.write("content/site.yaml", strings.Join(append(lines, text+"\n"), ""))
	}}
}

func wholeSettings(name, text string) input {
	return input{name: name, change: func(b *book) error { return b.write("content/site.yaml", text) }}
}

func siteYAML() []input {
	inputs := bombs("YAML", wholeSettings)
	inputs = append(inputs, numbered("setting", setting, []string{
		"address: https://example.org/\"><script>alert(1)</script>", "address: javascript:alert(1)//", "address: http://example.org/", "address: https://a:b@example.org/", "address: https://example.org",
		"address: //example.org/", "address: https://example.org/?a=b", "address: https://example.org/#a", "address: \"https://example.org/\\n::error::x\"", "address: https://", "address: https://[::1/",
		"address: https://example.org/" + strings.Repeat("a", 3_000) + "/", "addresses: evil", "address: https://ex&#97;mple.org/", "address: https://example.org/a b/", "address: https://éxample.org/",
		"edit: javascript:alert(1)", "edit: https://example.org/\"onclick=\"x", "repository: javascript:alert(1)", "name: <script>alert(1)</script>", "name: \"a\\n::error::x\"", "name: [a]", "name: ''",
		"name: " + strings.Repeat("a", 3_000), "database: x", "database: { page: ../../outside/secret }", "database: { page: nothing, list: ../../outside/secret.md }", "database: { page: ferries, list: /etc/passwd }",
		"description: text", "description: { en: '\"><script>' }", "description: { xx: a }", "description: { en: [a] }", "unknown: true", "languages: en", "theme: ../outside",
	})...)
	return append(inputs, wrongSettings()...)
}

// wrongSettings are keys with values of another type, that are too long, or that name what
// is not there. Whoever wrote one is told where, and what to write.
func wrongSettings() []input {
	const letters = "\"\\e[31m\", \"\\u202ea\", \"a\\0\", \"a\\n::error::b\", \"\\x9bm\""
	values := []string{"", "12", "null", "[]", "{}", "[a, [b]]", "{ a: { b: c } }", "&a b", "!!binary YQ==", "|\n  a\n  b", "nothing", strings.Repeat("a", 3_000), "\"\\e[31m::error::\"", "[" + letters + "]", "{ " + letters + " }"}
	keys := []string{"name: %s", "description: %s", "description: { en: %s }", "languages: %s", "languages: [en, %s]", "address: %s", "addresses: %s", "repository: %s", "database: %s", "database: { page: %s }", "database: { page: ferries, list: %s }",
		"measures: %s", "glossary: %s", "guides: %s", "guides: { parts: %s }", "guides: { parts: [models], sections: %s }", "guides: { parts: [models], given: %s }", "weights: %s", "weights: { command: %s }"}
	var inputs []input
	for _, key := range keys {
		for i, value := range values {
			if strings.HasPrefix(value, "|") && strings.Contains(key, "}") {
				continue // no block can stand there
			}
			in := setting(fmt.Sprintf("%s %02d", strings.Replace(key, "%s", "…", 1), i+1), strings.Replace(key, "%s", value, 1))
			in.holds, in.varies = answered, long
			inputs = append(inputs, in)
		}
	}
	for i, line := range []string{"nam: a", "adress: a", "Name: a", "language: [en]", "n\u0000: a", "\"\\e[31m\": a", "'': a", "? a\n: b", "[a]: b", "evil: a", strings.Repeat("a", 3_000) + ": a", "database: { pag: a }", "database: { evil: a }", "guides: { part: [a] }", "guides: { evil: [a] }", "measures: ferrys", "glossary: Ferries",
		"guides: { parts: [model] }", "guides: { parts: [models, models] }", "description: { en: a, en: b }", "description: { en: a, it: b }", "description: { e_n: a }", "weights: { evil: 1 }", "weights: { command: 1, command: 2 }", "database: { page: con }", "name: a\nname: b"} {
		in := setting(fmt.Sprintf("unknown %02d", i+1), line)
		in.holds, in.varies = answered, long
		inputs = append(inputs, in)
	}
	return inputs
}

// Messages about site.yaml: of any form, with their place and line, and with what to write
// besides, which is said once.
var (
	aboutSettings = regexp.MustCompile(`(?m)^content/site\.yaml`)
	placed        = regexp.MustCompile(`(?m)^content/site\.yaml:\d+:\d+: .+\n    .*\n {4,}\^\n`)
	advised       = regexp.MustCompile(`(?m)^content/site\.yaml:\d+:\d+: .+\n    .*\n {4,}\^\n    \S`)
)

// long is a name of many letters.
var long = regexp.MustCompile(`a{100,}`)

// answered reports messages about site.yaml that are not as they should be.
func answered(_ *book, got outcome) []string {
	messages := len(aboutSettings.FindAllString(got.printed, -1))
	if messages == 0 || messages == len(placed.FindAllString(got.printed, -1)) && advised.MatchString(got.printed) {
		return nil
	}
	return []string{fmt.Sprintf("it does not say where and what to write: %.600s", got.printed)}
}

func languages() []input {
	inputs := numbered("tag", setting, []string{
		"languages: []", "languages: [en, en]", "languages: [../../outside]", "languages: [en, '..']", "languages: [en, '\"><script>']", "languages: [\"en\\n::error::x\"]", "languages: [\"en\\e[31m\"]",
		"languages: [en, EN]", "languages: [en, xx]", "languages: [en, en-x-private]", "languages: [en, assets]", "languages: [en, examples]", "languages: [en, con]", "languages: [it]",
		"languages: [en, " + strings.Repeat("a", 3_000) + "]", "languages: [en, zh-Hant-TW-x-a-b-c-d]", "languages: [en, ar]", "languages: [en, 1]", "languages: [en, null]", "languages: [en, it, bg, ru]",
	})
	for _, tag := range []string{"it", "xx", "EN", "e_n", "en ", "-", "a\nb", "a\x1b[2J", "::error::x", "\u202een", strings.Repeat("a", 200), "CON", "zh-hans-cn-x-evil"} {
		inputs = append(inputs, input{name: fmt.Sprintf("folder %.20q", tag), change: func(b *book) error {
			return b.write("content/"+tag+"/index.md", smallbook.Files["content/en/index.md"])
		}})
	}
	return inputs
}
