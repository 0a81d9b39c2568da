package page

import (
	"html"
	"regexp"
	"slices"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// isPartlyOriginal reports whether readers see blocks, captions, footnotes or the
// title of a page in the original.
func isPartlyOriginal(g *guide.Guide) bool {
	return len(g.Meta.Untranslated) > 0 || slices.ContainsFunc(g.Blocks, func(b guide.Block) bool {
		return b.Lang != "" || b.Topic != nil && b.Topic.Lang != "" ||
			slices.ContainsFunc(b.Figures, func(f guide.Figure) bool { return f.Lang != "" }) ||
			slices.ContainsFunc(b.Notes, func(n guide.Note) bool { return n.Lang != "" })
	})
}

// run returns the number of blocks from i to before another that are shown alike: translated, in
// the original, or as translations of an earlier original. The lead is a run of its
// own, since the proof follows it.
func (w *writer) run(i, to int) int {
	blocks := w.in.Guide.Blocks
	n := 1
	for i > 0 && i+n < to && isOriginalText(&blocks[i+n]) == isOriginalText(&blocks[i]) && blocks[i+n].State == blocks[i].State {
		n++
	}
	return n
}

// isOriginalText reports whether a block is in the original language among
// translated ones. Of a comparison only the caption is.
func isOriginalText(b *guide.Block) bool { return b.Lang != "" && b.Kind != guide.Comparison }

// inOriginal writes a run of blocks that are not translated, or whose translation
// would mislead.
func (w *writer) inOriginal(i, n int) {
	blocks := w.in.Guide.Blocks
	said := w.words.Untranslated
	if blocks[i].State == guide.Misleading {
		said = w.words.Changed
	}
	w.styledBy("with-english.css")
	w.strings(`<p class="not-translated"><span class="sign" aria-hidden="true">▲</span> `, html.EscapeString(said), "</p>\n<div class=\"in-english\"", markup.Attribute("lang", blocks[i].Lang), ">\n")
	translated := w.words
	w.words = w.original
	for k := range n {
		w.block(&blocks[i+k], w.drawing(i+k))
	}
	w.words = translated
	w.WriteString("</div>\n")
}

// before writes a run of translations of an earlier original, folded: readers who
// don't know the original language may want them.
func (w *writer) before(i, n int) {
	w.styledBy("with-english.css")
	w.strings(`<details class="before"><summary>`, html.EscapeString(w.words.BeforeChange), "</summary>\n")
	for k := range n {
		block := w.in.Guide.Blocks[i+k]
		block.Parts = withoutLinks(block.Parts)
		if block.Kind == guide.Comparison {
			w.figure(&w.drawing(i + k).Figures[0], w.placeInList(&block, w.drawing(i+k)))
			continue
		}
		w.block(&block, w.drawing(i+k))
	}
	w.WriteString("</details>\n")
}

var linkTags = regexp.MustCompile(`</?a\b[^>]*>`)

// withoutLinks takes the links out of an earlier text: they may lead nowhere now.
func withoutLinks(parts []guide.Part) []guide.Part {
	var kept []guide.Part
	for _, part := range parts {
		if part.Note != nil {
			continue
		}
		part.HTML = linkTags.ReplaceAllString(part.HTML, "")
		kept = append(kept, part)
	}
	return kept
}

// captionIn returns a caption, as HTML, with a sign if it is the original among
// translated ones.
func (w *writer) captionIn(lang, caption string) string {
	if lang == "" {
		return caption
	}
	return inItsLanguage(lang, caption) + ` <span class="sign" aria-hidden="true">▲</span><span class="spoken"> (` + html.EscapeString(w.words.InEnglish) + ")</span>"
}

// inItsLanguage returns a name, as HTML, with the language that it is in.
func inItsLanguage(lang, caption string) string {
	if lang == "" {
		return caption
	}
	return "<span" + markup.Attribute("lang", lang) + ">" + caption + "</span>"
}
