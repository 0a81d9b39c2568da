package translate

import (
	"slices"

	"modelbook/generator/guide"
)

// addFigure adds a figure as English has it, under its translated caption.
func (c *composer) addFigure(b *Block, english guide.Block) {
	f := english.Figures[b.English.item]
	if translated := c.translatedBlock(b); translated != nil {
		f.Caption = translated.Figures[b.Translated[0].item].Caption
	} else {
		f.Lang = c.English.Guide.Lang
	}
	c.figure(english, f)
}

// figure adds a figure to the run before it, if it continues that.
func (c *composer) figure(run guide.Block, f guide.Figure) {
	if n := len(c.page.Blocks); n > 0 {
		last := &c.page.Blocks[n-1]
		if last.Kind == guide.Example && last.Figures[0].Target.Example == f.Target.Example {
			last.Figures = append(last.Figures, f)
			return
		}
	}
	run.Figures = []guide.Figure{f}
	c.page.Blocks = append(c.page.Blocks, run)
}

// comparison gives the figure of English, with the names of models and the
// caption that are translated.
func (c *composer) comparison(b *Block, english guide.Block) guide.Block {
	block := english
	block.Figures = slices.Clone(english.Figures)
	if translated := c.translatedBlock(b); translated != nil {
		block.Parts = translated.Parts
	} else {
		block.Lang = c.English.Guide.Lang
	}
	var translated []guide.Figure
	if len(b.Translated) > 0 && !b.Untranslated {
		translated = c.Translated.Guide.Blocks[b.Translated[0].block].Figures
	}
	for i := range block.Figures {
		f := &block.Figures[i]
		k := slices.IndexFunc(translated, func(o guide.Figure) bool { return o.Link == f.Link })
		if k < 0 {
			f.Lang = c.English.Guide.Lang
			continue
		}
		f.Caption = translated[k].Caption
	}
	return block
}

func (c *composer) names(b *Block, english guide.Block) guide.Block {
	topic := *english.Topic
	if translated := c.translatedBlock(b); translated != nil {
		topic.Caption = translated.Topic.Caption
	} else {
		topic.Lang = c.English.Guide.Lang
	}
	english.Topic = &topic
	return english
}

func (c *composer) addNote(b *Block, english guide.Block) {
	note := english.Notes[b.English.item]
	if translated := c.translatedBlock(b); translated != nil {
		note = translated.Notes[b.Translated[0].item]
	} else {
		note.Lang = c.English.Guide.Lang
	}
	c.notes = append(c.notes, note)
}
