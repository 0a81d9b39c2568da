package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// fits is the number of columns that a block of code has at the narrowest
// window. A wider one scrolls there and must take the focus, so that keys
// scroll it.
const fits = 29

// Code of more than longest lines is shown by its first shown lines; the rest
// is closed.
const (
	longest = 16
	shown   = 8
)

// spans are the tags of the classes of tokens, by the names that the style
// sheet gives them.
var spans = spansOf([]string{
	figure.String: "s", figure.Number: "m", figure.Type: "t", figure.Operator: "o", figure.Function: "f",
	figure.Keyword: "k", figure.Comment: "c", figure.ID: "i", figure.Reference: "r",
})

func spansOf(classes []string) []string {
	tags := make([]string, len(classes))
	for i, class := range classes {
		if class != "" {
			tags[i] = "<span" + markup.Attribute("class", class) + ">"
		}
	}
	return tags
}

func (w *writer) tokens(tokens []figure.Token) {
	for _, token := range tokens {
		span := spans[token.Class]
		if span == "" {
			w.text(token.Text)
			continue
		}
		w.WriteString(span)
		w.text(token.Text)
		w.WriteString("</span>")
	}
}

// code writes a block of code named by the element with the given id.
func (w *writer) code(code *figure.Code, label string) {
	w.pre(code.Lines, code.Width, label)
}

// longCode closes what is too long to be read at once.
func (w *writer) longCode(code *figure.Code, label string) {
	if len(code.Lines) <= longest {
		w.code(code, label)
		return
	}
	w.pre(code.Lines[:shown], code.Width, label)
	w.openRest(len(code.Lines) - shown)
	w.pre(code.Lines[shown:], code.Width, label)
	w.WriteString("</details>")
}

// openRest opens the element that hides the given number of lines.
func (w *writer) openRest(lines int) {
	w.WriteString(`<details class="rest"><summary>`)
	w.text(w.plural(w.words.MoreLines, lines))
	w.WriteString("</summary>")
}

func (w *writer) pre(lines []figure.Line, width int, label string) {
	w.WriteString(`<pre translate="no"`)
	if width > fits {
		w.strings(` tabindex="0" role="group"`, markup.Attribute("aria-labelledby", label))
	}
	w.WriteString("><code>")
	for i := range lines {
		w.line(&lines[i])
	}
	w.WriteString("</code></pre>")
}

func (w *writer) line(line *figure.Line) {
	switch {
	case line.Unchanged > 0:
		w.strings(`<span class="c">// `, html.EscapeString(w.plural(w.words.Unchanged, line.Unchanged)), "</span>")
	case line.Change == figure.Added:
		w.WriteString("<ins><b>+</b>")
		w.tokens(line.Tokens)
		w.WriteString("</ins>")
	case line.Change == figure.Removed:
		w.WriteString("<del><b>−</b>")
		w.tokens(line.Tokens)
		w.WriteString("</del>")
	default:
		w.tokens(line.Tokens)
	}
	w.moreElements(line.More)
	w.WriteByte('\n')
}

// moreElements says how many elements are left out, as a comment would.
func (w *writer) moreElements(n int) {
	if n > 0 {
		w.strings(`<span class="c"> // `, html.EscapeString(w.plural(w.words.MoreElements, n)), `</span>`)
	}
}

// listing writes fenced code, which stands for itself.
func (w *writer) listing(code *figure.Code) {
	label := w.id()
	w.strings(`<div class="listing"><div class="bar"><span`, markup.Attribute("id", label), ">")
	w.text(w.languageName(code.Language))
	w.WriteString("</span></div>")
	w.code(code, label)
	w.WriteString("</div>")
}

// languageName is what a language of code is called.
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
	}
	return language
}
