package translate

import (
	"slices"

	"modelbook/generator/guide"
)

// addFigure adds a figure as the original has it, under its translated caption.
func (c *composer) addFigure(b *Block, original guide.Block) {
	f := original.Figures[b.Original.item]
	if translated := c.translatedBlock(b); translated != nil {
		f.Caption = translated.Figures[b.Translated[0].item].Caption
	} else {
		f.Lang = c.Original.Guide.Lang
	}
	c.figure(original, f)
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

// comparison returns the figure of the original, with the names of models and the
// caption that are translated.
func (c *composer) comparison(b *Block, original guide.Block) guide.Block {
	block := original
	block.Figures = slices.Clone(original.Figures)
	if translated := c.translatedBlock(b); translated != nil {
		block.Parts = translated.Parts
	} else {
		block.Lang = c.Original.Guide.Lang
	}
	var translated []guide.Figure
	if len(b.Translated) > 0 && !b.Untranslated {
		translated = c.Translated.Guide.Blocks[b.Translated[0].block].Figures
	}
	for i := range block.Figures {
		f := &block.Figures[i]
		k := slices.IndexFunc(translated, func(o guide.Figure) bool { return o.Link == f.Link })
		if k < 0 {
			f.Lang = c.Original.Guide.Lang
			continue
		}
		f.Caption = translated[k].Caption
	}
	return block
}

func (c *composer) names(b *Block, original guide.Block) guide.Block {
	topic := *original.Topic
	if translated := c.translatedBlock(b); translated != nil {
		topic.Caption = translated.Topic.Caption
	} else {
		topic.Lang = c.Original.Guide.Lang
	}
	original.Topic = &topic
	return original
}

func (c *composer) addNote(b *Block, original guide.Block) {
	note := original.Notes[b.Original.item]
	if translated := c.translatedBlock(b); translated != nil {
		note = translated.Notes[b.Translated[0].item]
	} else {
		note.Lang = c.Original.Guide.Lang
	}
	c.notes = append(c.notes, note)
}
