package main

import (
	"fmt"
	"strings"

	"modelbook/.ci/smallbook"
)

// body is an input that has a text for the guide's.
func body(name, text string) input {
	return input{name: name, change: func(b *book) error {
		return b.write(smallbook.GuideFile, smallbook.GuideHead+smallbook.GuideBody+"\n"+text+"\n")
	}}
}

// numbered makes inputs of texts that need no name of their own.
func numbered(name string, make func(name, text string) input, texts []string) []input {
	var inputs []input
	for i, text := range texts {
		inputs = append(inputs, make(fmt.Sprintf("%s %02d", name, i+1), text))
	}
	return inputs
}

func markdown() []input {
	inputs := numbered("HTML", body, []string{
		"<script>alert(1)</script>", "Text <script>alert(1)</script>", "<img src=x onerror=alert(1)>", "Text <b onclick=alert(1)>b</b>",
		"<svg/onload=alert(1)>", "<iframe src=https://example.org></iframe>", "<!-- <script> -->", "<!--> <script>alert(1)</script> -->",
		"<![CDATA[<script>alert(1)</script>]]>", "<?php echo 1 ?>", "<!DOCTYPE html>", "<style>*{display:none}</style>", "<base href=//example.org>",
		"<meta http-equiv=refresh content=0>", "Text &lt;script&gt;alert(1)&lt;/script&gt;", "Text &#60;script&#62;", "`<script>alert(1)</script>`",
		"```html\n<script>alert(1)</script>\n```", "    <script>alert(1)</script>", "\\<script>alert(1)\\</script>", "a <scr\nipt>", "{{ .Guide }} {{template \"x\"}}",
		"</article></main></body></html>", "<details open ontoggle=alert(1)>", "<a href=\"javascript:alert(1)\">a</a>", "<math><mi//xlink:href=\"data:x,1\">",
	})
	inputs = append(inputs, numbered("link", body, []string{
		"[a guide](javascript:alert(1))", "[a guide](JaVaScRiPt:alert(1))", "[a guide](&#106;avascript:alert(1))", "[a guide](java\tscript:alert(1))",
		"[a guide](data:text/html;base64,PHNjcmlwdD4=)", "[a guide](vbscript:x)", "[a guide](file:///etc/passwd)", "[a guide](//example.org)",
		"[a guide](https://example.org/\"onmouseover=\"alert(1))", "[a guide](<https://example.org/\" onclick=\"x>)", "[a guide](https://a:hunter@example.org)",
		"[a guide](https://www.mongodb.com@example.org)", "[a guide](https://www.mongodb.com\\\\@example.org)", "[a guide](\\\\example.org)", "[a guide](ferries.md#\"><script>)",
		"[a guide](../../etc/passwd)", "[a guide](../../../outside/secret.md)", "[a guide](../../examples/../../outside/secret.json#data/x)", "[a guide](../../examples/ferries-one.json)",
		"[A ferry](../../examples/ferries-one.json#data/%2e%2e)", "[A ferry](../../examples/con.json#data/x)", "[A ferry](../../examples/ferries-one.json#steps/\"><script>)",
		"![image](https://example.org/track.gif)", "![image](../../outside/secret.md)", "<https://example.org/\"onclick=alert(1)>", "<javascript:alert(1)>", "<mailto:a@example.org>",
		"[a guide][x]\n\n[x]: javascript:alert(1)", "[a guide][x]\n\n[x]: https://example.org \"<script>\"", "[a guide](x-scheme:y)", "[](https://example.org)", "[x](#\u202e)",
		"[the search](https://example.org/?a=<script>)", "[the search](https://example.org/&quot;onclick=x)", "https://example.org/bare", "[a guide](blob:https://example.org/x)",
	})...)
	inputs = append(inputs, numbered("heading", body, []string{
		"## H {#\"><script>}", "## H {#a onclick=alert(1)}", "## H {.class onclick=x}", "## <script> {#a}", "## H {#data}", "## H {#main}", "## H {#tree}", "## H {#__proto__}",
		"## H {#_list}", "## H", "# H {#h}", "##### H {#deep}", "## {#empty}", "## H {#" + strings.Repeat("a", 3000) + "}", "H\n=", "## `<script>` {#a}",
	})...)
	inputs = append(inputs, numbered("block", body, []string{
		"```js\"><script>\nx\n```", "```{onclick=x}\nx\n```", "```unknown\nx\n```", "```json\n{ \"a\": \n```", "```\n\x1b[31m\n```", "> [!NOTE\"><script>]\n> x", "> [!EVIL]\n> x",
		"> [!TIP]-\n> x", "[^1]: note", "text[^1]\n\n[^1]: [^1]", "text[^\"><script>]\n\n[^\"><script>]: x", "| a |\n| - |\n| <script> |", "| a | b |\n| - |\n| x |",
		"- [ ] task\n- [x] <script>", "<details>\n\ntext\n\n</details>", "---\ntitle: again\n---", "***", "1. a\n1000000000000. b", "999999999. a",
	})...)
	return append(inputs, tooMuch()...)
}

// tooMuch has texts that cost more than they look like.
func tooMuch() []input {
	repeat := strings.Repeat
	return []input{
		body("a file of 10 MB", repeat("Much text.\n\n", 900_000)),
		body("a line of 1 MB", repeat("a", 1<<20)),
		body("a line of 5 kB", repeat("a ", 2_500)),
		body("a paragraph of 200 kB", repeat("Some words that make a line.\n", 7_000)),
		body("quotes in quotes", repeat("> ", 1_900)+"x"),
		body("lists in lists", repeat("- ", 1_900)+"x"),
		body("brackets", repeat("[", 4_000)),
		body("brackets in lines", repeat(repeat("[", 80)+"\n", 190)),
		body("images", repeat("![", 2_000)),
		body("links in links", repeat("[a](", 1_000)),
		body("stars", repeat("*a_", 1_300)),
		body("stars apart", repeat("*a **a ", 570)),
		body("underscores", repeat("_", 4_000)),
		body("backticks", manyBackticks()),
		body("ampersands", repeat("&", 4_000)),
		body("entities", repeat("&NotEqualTilde;", 270)),
		body("angles", repeat("<", 4_000)),
		body("comments", repeat("<!--", 1_000)),
		body("a table of 3,000 columns", "|"+repeat("a|", 1_900)+"\n|"+repeat("-|", 1_900)+"\n|"+repeat("a|", 1_900)),
		body("a table of 60,000 cells", "|"+repeat("a|", 60)+"\n|"+repeat("-|", 60)+"\n"+repeat("|"+repeat("a|", 60)+"\n", 1_000)),
		body("short rows under a wide head", "|"+repeat("a|", 60)+"\n|"+repeat("-|", 60)+"\n"+repeat("|\n", 40_000)),
		body("references", repeat("[a]: https://example.org\n", 8_000)),
		body("references that name each other", repeat("[a][b] ", 500)+"\n\n[b]: ferries.md"),
		body("footnotes", manyFootnotes()),
		body("headings", manyHeadings()),
		body("a code block of 100 kB", "```js\n"+repeat("x = 1;\n", 14_000)+"```"),
		body("a code block that is never closed", "```js\n"+repeat("x = 1;\n", 14_000)),
		body("code that lexers go back in", "```js\n"+repeat("/", 4_000)+"\n```"),
		body("JSON brackets", "```json\n"+repeat("[", 4_000)+"\n```"),
		body("YAML in code", "```yaml\n"+repeat("- ", 2_000)+"\n```"),
		body("tabs", repeat("\t", 4_000)+"x"),
		body("list items", repeat("- a\n", 60_000)),
		body("loose lists", repeat("- a\n\n", 40_000)),
		body("quotes that never close", repeat("\"'", 2_000)),
		body("hard breaks", repeat("a\\\n", 60_000)),
		body("mixed containers", repeat("> - ", 1_000)+"x"),
		body("alerts in alerts", repeat("> [!NOTE]\n> ", 1)+repeat("> ", 500)+"x"),
		body("rules", repeat("***\n\n", 40_000)),
		body("figures", repeat("[A ferry](../../examples/ferries-one.json#data/ferries)\n\n", 3_000)),
		body("numbers", repeat("A [1 byte](../../examples/ferries-one.json#size/ferries/0) more. ", 60)),
	}
}

func manyBackticks() string {
	var text strings.Builder
	for i := 1; i < 85; i++ {
		text.WriteString(strings.Repeat("`", i) + " ")
	}
	return text.String()
}

func manyFootnotes() string {
	var text strings.Builder
	for i := range 4_000 {
		fmt.Fprintf(&text, "a[^%d]\n\n[^%d]: b\n\n", i, i)
	}
	return text.String()
}

func manyHeadings() string {
	var text strings.Builder
	for i := range 8_000 {
		fmt.Fprintf(&text, "## H {#h-%d}\n\nText.\n\n", i)
	}
	return text.String()
}
