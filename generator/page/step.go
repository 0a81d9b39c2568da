package page

import (
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Step writes an operation and what came back.
var Step = Painter[figure.Step]{numbered: true, paint: (*writer).step}

func (w *writer) step(step *figure.Step, at place) {
	w.strings(`<div class="pane step"`, markup.Attribute("data-step", step.ID), ">")
	word := w.words.Step
	if at.number > 0 {
		word = w.words.fill(w.words.StepNumber, "number", strconv.Itoa(at.number))
	}
	w.label(word)
	for _, remark := range step.Remarks {
		w.strings(" <span", markup.Attribute("class", remark.Key), ">", html.EscapeString(w.remark(remark)), "</span>")
	}
	w.caption(at.caption)
	w.WriteString("</p>")
	w.code(&step.Operations[0])
	w.WriteString(`</div><div class="pane result">`)
	if len(step.Changes) > 0 {
		if step.Result.Documents >= 0 {
			w.result(&step.Result)
		}
		for i := range step.Changes {
			w.change(&step.Changes[i])
		}
		w.WriteString("</div>")
		return
	}
	if step.Unsent {
		w.label(w.words.Result)
		w.strings(`<span class="error">✕ `, html.EscapeString(w.words.Unsent), `</span></p>`)
	} else {
		w.result(&step.Result)
	}
	w.WriteString("</div>")
}

func (w *writer) result(result *figure.Result) {
	if result.ErrorName != "" || result.ErrorCode != 0 || result.ByDriver {
		w.refusal(result)
		return
	}
	w.label(w.words.Result)
	w.WriteString("<span>")
	w.text(w.returned(result))
	w.WriteString("</span></p>")
	if len(result.Code.Lines) > 0 {
		w.longCode(&result.Code)
	}
}

// returned says what came back: how much, and whether its order is certain.
func (w *writer) returned(result *figure.Result) string {
	said := ""
	if result.Done {
		said = "✓ " + w.words.Done
	}
	if result.Documents >= 0 {
		said = w.plural(w.words.Documents, result.Documents)
	}
	if result.Bytes > 0 {
		said = w.join(said, w.plural(w.words.Bytes, result.Bytes))
	}
	for _, remark := range result.Remarks {
		said = w.join(said, w.remark(remark))
	}
	return said
}

func (w *writer) remark(r figure.Remark) string {
	return w.words.fill(w.words.Remarks[r.Key], "name", r.Name)
}

func (w *writer) join(a, b string) string {
	if a == "" {
		return b
	}
	return a + w.words.ListSeparator + b
}

// refusal writes the error that the step was meant to end in.
func (w *writer) refusal(result *figure.Result) {
	w.label(w.words.Result)
	w.strings(`<span class="error">✕ `, html.EscapeString(w.words.Error))
	if result.ErrorCode != 0 {
		w.strings(" ", strconv.Itoa(result.ErrorCode))
	}
	if result.ErrorName != "" {
		w.strings(` <span translate="no">`, html.EscapeString(result.ErrorName), `</span>`)
	}
	w.WriteString("</span>")
	if result.ByDriver {
		w.strings(" <span>", html.EscapeString(w.words.ByDriver), "</span>")
	}
	w.WriteString("</p>")
	if len(result.Code.Lines) > 0 {
		w.longCode(&result.Code)
	}
}
