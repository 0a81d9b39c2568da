package page

import (
	"html"
	"strings"

	"modelbook/generator/figure"
)

// Code of more than longest lines is shown by its first shown lines; the rest
// is closed.
const (
	longest = 12
	shown   = 8
)

// coloured are the attributes of the tokens' classes, made once because a page
// has very many.
var coloured = func() (attributes [figure.Classes]string) {
	for class := range attributes {
		if letter := figure.Class(class).Letter(); letter != "" {
			attributes[class] = " class=" + letter // without quotation marks, as there are so many
		}
	}
	return attributes
}()

func (w *writer) tokens(tokens []figure.Token) {
	for _, token := range tokens {
		class := coloured[token.Class]
		if class == "" {
			w.text(token.Text)
			continue
		}
		w.strings("<i", class, ">")
		w.text(token.Text)
		w.WriteString("</i>")
	}
}

func (w *writer) code(code *figure.Code) { w.pre(code.Lines) }

// longCode writes code, and folds it if it is too long to be read at once.
func (w *writer) longCode(code *figure.Code) {
	if len(code.Lines) <= longest {
		w.code(code)
		return
	}
	w.pre(code.Lines[:shown])
	w.openRest(len(code.Lines) - shown)
	w.pre(code.Lines[shown:])
	w.WriteString("</details>")
}

// openRest opens the element that hides the given number of lines.
func (w *writer) openRest(lines int) {
	w.WriteString(`<details class="rest"><summary>`)
	w.text(w.plural(w.words.MoreLines, lines))
	w.WriteString("</summary>")
}

// pre writes lines of code. They break where a window is narrow, so that
// nothing scrolls and nothing takes the focus.
func (w *writer) pre(lines []figure.Line) {
	w.WriteString(`<pre translate="no"><code>`)
	for i := range lines {
		w.line(&lines[i])
	}
	w.WriteString("</code></pre>")
}

// line writes a line of code in an element of its own, which has a hanging
// indent. A line that no window breaks needs none.
func (w *writer) line(line *figure.Line) {
	if line.Change == figure.Same && line.LeftOut == 0 && line.More == 0 && bytesOf(line.Tokens) <= unbroken {
		w.tokens(line.Tokens)
		w.WriteByte('\n')
		return
	}
	element, sign := elementOf(line)
	w.strings("<", element, hanging(line), ">")
	if sign != "" {
		w.strings("<b>", sign, "</b>")
	}
	if line.LeftOut > 0 {
		words := w.words.MoreLines
		if line.Change == figure.Same {
			words = w.words.Unchanged
		}
		w.strings(`<span class="c">// `, html.EscapeString(w.plural(words, line.LeftOut)), "</span>")
	}
	w.breakable(line.Tokens)
	w.moreElements(line.More)
	w.strings("\n</", element, ">")
}

// elementOf returns the element of a line, and the sign of its change for readers
// who see no color.
func elementOf(line *figure.Line) (element, sign string) {
	switch line.Change {
	case figure.Added:
		return "ins", "+"
	case figure.Removed:
		return "del", "−"
	}
	return "span", ""
}

// diff writes the lines of a diff, which have their signs themselves.
func (w *writer) diff(lines []figure.Line) {
	w.WriteString(`<pre translate="no"><code>`)
	for i := range lines {
		element, _ := elementOf(&lines[i])
		w.strings("<", element, hanging(&lines[i]), ">")
		w.tokens(lines[i].Tokens)
		w.strings("\n</", element, ">")
	}
	w.WriteString("</code></pre>")
}

// narrow is how many letters of code a window of 360 pixels has, unbroken how many it
// has in any frame.
const (
	narrow   = 38
	unbroken = 34
)

func bytesOf(tokens []figure.Token) int {
	bytes := 0
	for _, token := range tokens {
		bytes += len(token.Text)
	}
	return bytes
}

// breakable writes the tokens of a line. Where a narrow window breaks it and no
// space is near, it would break in the middle of a name: so breaks are allowed
// before chained method calls.
func (w *writer) breakable(tokens []figure.Token) {
	if bytesOf(tokens) <= narrow {
		w.tokens(tokens)
		return
	}
	for i, token := range tokens {
		before, after, called := strings.Cut(token.Text, ").")
		if !called || coloured[token.Class] != "" {
			w.tokens(tokens[i : i+1])
			continue
		}
		w.text(before)
		w.WriteString(")<wbr>.")
		w.text(after)
	}
}

// hangs are the attributes of lines by how far they are indented.
var hangs = [...]string{" class=l", " class=l1", " class=l2", " class=l3", " class=l4"}

// hanging returns a line's attribute.
func hanging(line *figure.Line) string {
	depth := 0
	for _, token := range line.Tokens {
		trimmed := strings.TrimLeft(token.Text, " ")
		if depth += len(token.Text) - len(trimmed); trimmed != "" {
			break
		}
	}
	return hangs[min(depth/2, len(hangs)-1)]
}

// moreElements writes a comment with the number of elements that are left out.
func (w *writer) moreElements(n int) {
	if n > 0 {
		w.strings(`<span class="c"> // `, html.EscapeString(w.plural(w.words.MoreElements, n)), `</span>`)
	}
}

// listing writes a fenced code block that belongs to no example.
func (w *writer) listing(code *figure.Code) {
	w.strings(`<div class="listing"><div class="bar"><span>`)
	w.text(w.languageName(code.Language))
	w.WriteString("</span></div>")
	if code.Language == "diff" {
		w.diff(code.Lines)
	} else {
		w.code(code)
	}
	w.WriteString("</div>")
}

// languageName returns the display name of a language of code.
func (w *writer) languageName(language string) string {
	switch language {
	case "", "text", "plain":
		return w.words.PlainText
	case "shell", "js", "javascript", "mongosh":
		return "mongosh"
	case "json":
		return "JSON"
	case "sh", "bash", "console":
		return w.words.Terminal
	case "go":
		return "Go"
	case "python", "py":
		return "Python"
	case "java":
		return "Java"
	case "node":
		return "Node.js"
	case "sql":
		return "SQL"
	case "yaml":
		return "YAML"
	case "http":
		return "HTTP"
	}
	return language
}
