package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// coverage writes the support of the embedded database for the names of a
// topic: first those that run, then those that don't, with the reasons.
func (w *writer) coverage(topic *guide.Topic, coverage *figure.Coverage) {
	if coverage == nil {
		return
	}
	w.styledBy("with-coverage.css")
	w.strings(`<figure class="example coverage"><figcaption class="bar"><span class="caption">`, w.hrefs(w.captionIn(topic.Lang, topic.Caption)), `</span></figcaption>`)
	if coverage.Evidence != nil {
		w.evidence(coverage.Evidence)
	}
	for rest := coverage.Groups; len(rest) > 0; {
		n := sameTreatment(rest)
		w.treatment(rest[:n])
		rest = rest[n:]
	}
	w.WriteString("</figure>")
}

func sameTreatment(groups []figure.NameGroup) int {
	n := 1
	for n < len(groups) && groups[n].Treatment == groups[0].Treatment {
		n++
	}
	return n
}

// looked is how many names one looks through at most; more are closed.
const looked = 150

// treatment writes the groups of one treatment, each under its reason.
func (w *writer) treatment(groups []figure.NameGroup) {
	count := 0
	for i := range groups {
		count += groups[i].Count
	}
	head := w.words.fill(w.words.Treatments[string(groups[0].Treatment)], "count", w.integer(count))
	w.WriteString(`<div class="pane">`)
	if count > looked {
		w.strings(`<details class="rest"><summary>`, html.EscapeString(head), "</summary>")
		defer w.WriteString("</details></div>")
	} else {
		w.label(head)
		w.WriteString("</p>")
		defer w.WriteString("</div>")
	}
	for i := range groups {
		if reason := w.words.Reasons[groups[i].Reason]; reason != "" {
			w.strings(`<p class="reason">`, html.EscapeString(reason), "</p>")
		}
		w.owners(groups[i].Owners)
	}
}

func (w *writer) owners(owners []figure.Owner) {
	for _, owner := range owners {
		w.WriteString(`<p class="names" translate="no">`)
		switch {
		case owner.All:
			w.strings(`<b translate="yes">`, html.EscapeString(w.words.NameOfAll), "</b> ")
		case owner.Name != "":
			w.strings("<b><code>", html.EscapeString(owner.Name), "</code></b> ")
		}
		for i, name := range owner.Names {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.strings("<code>", html.EscapeString(name), "</code>")
		}
		w.WriteString("</p>")
	}
}

// evidence writes the sources of the cases' expected results, and the
// assumptions that none of the sources confirms.
func (w *writer) evidence(evidence *figure.Evidence) {
	w.strings(`<div class="pane"><table><thead><tr><th scope="col">`, html.EscapeString(w.words.Evidence), `</th><th scope="col" class="number">`,
		html.EscapeString(w.words.EvidenceCases), "</th></tr></thead><tbody>")
	for _, source := range evidence.Sources {
		w.strings(`<tr><th scope="row">`, html.EscapeString(w.words.EvidenceSources[source.Name]), `</th><td class="number">`, w.integer(source.Cases), "</td></tr>")
	}
	w.strings("</tbody></table></div>", `<div class="pane"><p class="reason">`, html.EscapeString(w.words.fill(w.words.EvidenceZones, "version", evidence.ZoneData)), "</p>")
	if len(evidence.Assumed) > 0 {
		w.strings(`<p class="reason">`, html.EscapeString(w.words.EvidenceLikely), "</p><ul>")
		for _, assumed := range evidence.Assumed {
			w.strings("<li>", html.EscapeString(w.words.Assumptions[assumed]), "</li>")
		}
		w.WriteString("</ul>")
	}
	w.WriteString("</div>")
}
