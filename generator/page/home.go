package page

import (
	"html"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// home writes what stands before the first heading, the buttons at its end, and the
// entrances below headings. Styles set the entrances beside the rest.
func (w *writer) home() {
	blocks := w.in.Guide.Blocks
	entrances := 0
	for entrances < len(blocks) && blocks[entrances].Kind != guide.HeadingBlock {
		entrances++
	}
	buttons := entrances
	if buttons > 0 && isPlainList(&blocks[buttons-1]) {
		buttons--
	}
	w.styledBy("with-choices.css")
	w.WriteString("<div class=\"opening\">\n")
	w.blocksWithin(0, buttons)
	w.WriteString("</div>\n")
	if buttons < entrances {
		w.WriteString("<div class=\"buttons\">\n")
		w.blocksWithin(buttons, entrances)
		if w.in.Play != "" {
			w.strings("<p><a", markup.Attribute("href", w.in.Folder+w.in.Play), ">", html.EscapeString(w.words.PlayWords["home"]), "</a></p>\n")
		}
		w.WriteString("</div>\n")
	}
	w.WriteString("<div class=\"entrances\">\n")
	w.blocksWithin(entrances, len(blocks))
	w.WriteString("</div>\n")
}

func isPlainList(block *guide.Block) bool {
	return block.Kind == guide.List && len(block.Shown()) == 0
}
