package translate

import (
	"slices"

	"modelbook/generator/guide"
)

// Page returns the page that readers see, built as the original one is: each block
// translated, or in the original where there is no translation or it would mislead.
// It is nil if the page would be mostly the original: then the original one is shown.
func (t *Translation) Page() *guide.Guide {
	switch {
	case t.isWhole():
		return t.Translated.Guide
	case t.isMostlyOriginal():
		return nil
	}
	c := &composer{Translation: t, page: *t.Translated.Guide}
	c.page.Blocks, c.page.Headings = nil, nil
	c.meta()
	c.placeExtra()
	c.extra(nil)
	for j := range t.Blocks {
		c.block(j)
	}
	c.finish()
	return &c.page
}

// isWhole reports whether the translation is shown as it is: nothing is shown in
// the original, nothing is left out, and the order is that of the original.
func (t *Translation) isWhole() bool {
	switch {
	case len(t.Original.Guide.Blocks) == 0 || len(t.Translated.Guide.Blocks) == 0:
		return true // there is nothing to be shown instead
	case len(t.Obsolete) > 0:
		return false
	}
	block, item := -1, -1
	for j := range t.Blocks {
		b := &t.Blocks[j]
		if b.Original.Place == FrontMatter {
			if b.State == guide.Misleading {
				return false
			}
			continue
		}
		if b.State > guide.Stale || len(b.Translated) != 1 || b.Split || b.Original.isHeading() && b.Original.Place != b.Translated[0].Place {
			return false
		}
		translated := b.Translated[0]
		if translated.Kind == kindFootnote {
			continue // the page orders them
		}
		if translated.block < block || translated.block == block && translated.item < item {
			return false
		}
		block, item = translated.block, translated.item
	}
	return true
}

// isMostlyOriginal weighs the text that would be shown in the original.
func (t *Translation) isMostlyOriginal() bool {
	all, original := 0, 0
	for j := range t.Blocks {
		b := &t.Blocks[j]
		switch b.Original.Kind {
		case kindFigure, kindCode, kindRule, "title", "question", "description":
			continue
		}
		all += len(b.Original.Text)
		if b.State >= guide.Misleading {
			original += len(b.Original.Text)
		}
	}
	return 2*original > all
}

type composer struct {
	*Translation
	page  guide.Guide
	notes []guide.Note
	// extras are the blocks that only the translation has, by the segment that
	// they follow.
	extras map[*Segment][]*Segment
}

// meta puts the original in place of the texts of the front matter that mislead.
func (c *composer) meta() {
	original, shown := &c.Original.Guide.Meta, &c.page.Meta
	for i := range c.Blocks {
		b := &c.Blocks[i]
		if b.Original.Place != FrontMatter || b.State != guide.Misleading {
			continue
		}
		switch b.Original.Kind {
		case "title":
			shown.Title = original.Title
		case "question":
			shown.Question = original.Question
		case "description":
			shown.Description = original.Description
		}
		shown.Untranslated = append(shown.Untranslated, b.Original.Kind)
	}
}

// placeExtra assigns each segment that only the translation has to the segment
// before it that is shown.
func (c *composer) placeExtra() {
	c.extras = map[*Segment][]*Segment{}
	shown := map[*Segment]bool{}
	for _, b := range c.Blocks {
		for _, translated := range b.Translated {
			shown[translated] = b.State <= guide.Stale
		}
	}
	only := c.Translated.onlyTranslated()
	var last *Segment
	for i := range c.Translated.Segments {
		s := &c.Translated.Segments[i]
		switch {
		case only[s]:
			c.extras[last] = append(c.extras[last], s)
		case shown[s]:
			last = s
		}
	}
}

// extra adds the segments after a segment that only the translation has.
func (c *composer) extra(after *Segment) {
	for _, s := range c.extras[after] {
		switch s.Kind {
		case kindFigure:
			block := c.Translated.Guide.Blocks[s.block]
			c.figure(block, block.Figures[s.item])
		case kindFootnote:
			c.notes = append(c.notes, c.Translated.Guide.Blocks[s.block].Notes[s.item])
		default:
			c.add(c.Translated.Guide.Blocks[s.block])
		}
	}
}

func (c *composer) add(b guide.Block) {
	if b.Heading != nil {
		c.page.Headings = append(c.page.Headings, *b.Heading)
	}
	c.page.Blocks = append(c.page.Blocks, b)
}

// block adds the translation of an original segment, or the segment itself.
func (c *composer) block(j int) {
	b := &c.Blocks[j]
	if b.Original.Place == FrontMatter {
		return
	}
	original := c.Original.Guide.Blocks[b.Original.block]
	switch b.Original.Kind {
	case kindFigure:
		c.addFigure(b, original)
	case kindFootnote:
		c.addNote(b, original)
	case kindComparison:
		c.add(c.comparison(b, original))
	case "names":
		c.add(c.names(b, original))
	case kindCode, kindRule:
		c.add(original)
	default:
		c.addText(j, original)
	}
	for _, translated := range b.Translated {
		if b.State <= guide.Stale && !c.isShownLater(j, translated) {
			c.extra(translated)
		}
	}
}

// isShownLater reports whether another piece of a split segment comes next.
func (c *composer) isShownLater(j int, translated *Segment) bool {
	return j+1 < len(c.Blocks) && slices.Contains(c.Blocks[j+1].Translated, translated)
}

func (c *composer) isShownBefore(j int, translated *Segment) bool {
	return j > 0 && slices.Contains(c.Blocks[j-1].Translated, translated)
}

// translatedBlock returns a block of the translation that may be shown, or nil.
func (c *composer) translatedBlock(b *Block) *guide.Block {
	if b.State > guide.Stale || len(b.Translated) == 0 {
		return nil
	}
	return &c.Translated.Guide.Blocks[b.Translated[0].block]
}

func (c *composer) addText(j int, original guide.Block) {
	b := &c.Blocks[j]
	switch {
	case b.State <= guide.Stale && b.Original.isHeading():
		block := *c.translatedBlock(b)
		heading := *block.Heading
		heading.ID, heading.Level = original.Heading.ID, original.Heading.Level
		block.Heading = &heading
		c.add(inSection(block, original))
	case b.State <= guide.Stale:
		for _, translated := range b.Translated {
			if !c.isShownBefore(j, translated) {
				c.add(inSection(c.Translated.Guide.Blocks[translated.block], original))
			}
		}
	default:
		c.add(inOriginal(original, c.Original.Guide.Lang, b.State))
		c.addBefore(j, original)
	}
}

// addBefore adds the earlier translations of a misleading segment.
func (c *composer) addBefore(j int, original guide.Block) {
	b := &c.Blocks[j]
	if b.State != guide.Misleading || b.Original.isHeading() {
		return
	}
	for _, translated := range b.Translated {
		if !c.isShownLater(j, translated) {
			before := inSection(c.Translated.Guide.Blocks[translated.block], original)
			before.State = guide.Before
			c.add(before)
		}
	}
}

// inSection puts a block of the translation into the section that the original has
// it in.
func inSection(b, original guide.Block) guide.Block {
	b.Section = original.Section
	return b
}

func inOriginal(b guide.Block, lang string, state guide.State) guide.Block {
	b.Lang, b.State = lang, state
	if b.Heading != nil {
		heading := *b.Heading
		heading.Lang = lang
		b.Heading = &heading
	}
	return b
}

// finish puts the footnotes last, those too to which only the translation refers.
func (c *composer) finish() {
	for _, b := range c.Obsolete {
		if b.Kind == kindFootnote {
			c.notes = append(c.notes, c.Translated.Guide.Blocks[b.block].Notes[b.item])
		}
	}
	if len(c.notes) > 0 {
		c.page.Blocks = append(c.page.Blocks, guide.Block{Kind: guide.Footnotes, Pos: c.notes[0].Pos, Notes: c.notes})
	}
}
