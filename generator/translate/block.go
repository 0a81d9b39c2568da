package translate

import (
	"fmt"
	"slices"

	"modelbook/generator/guide"
)

var kinds = [...]string{
	guide.Paragraph: "a paragraph", guide.HeadingBlock: "a heading", guide.List: "a list", guide.Code: "code", guide.Table: "a table",
	guide.Quote: "a quotation", guide.Alert: "an alert", guide.Rule: "a rule", guide.Footnotes: "footnotes",
	guide.Example: "an example", guide.Comparison: "a comparison", guide.Coverage: "a list of what runs",
}

// blocks compares the blocks of one section. Where their kinds part, one
// message says so, and what follows is not compared.
func (p *parity) blocks(english, own section) {
	for i := range max(len(english.blocks), len(own.blocks)) {
		switch {
		case i >= len(english.blocks):
			b := own.blocks[i]
			p.fail(b, b.Pos, fmt.Sprintf("%s that the English section does not have", kinds[b.Kind]), "leave it out, or write <!-- +1 --> before it")
			return
		case i >= len(own.blocks):
			p.missingBlock(english.blocks[i], own)
			return
		case describe(english.blocks[i]) != describe(own.blocks[i]):
			b := own.blocks[i]
			p.fail(b, b.Pos, fmt.Sprintf("%s stands here, in English %s", describe(b), describe(english.blocks[i])), inEnglish(english.blocks[i].Pos))
			return
		}
		p.fixed(english.blocks[i], own.blocks[i])
	}
}

// missingBlock tells of a block that only English has, at the end of the section.
func (p *parity) missingBlock(english *guide.Block, own section) {
	last := &p.translation.Blocks[0]
	if len(own.blocks) > 0 {
		last = own.blocks[len(own.blocks)-1]
	}
	p.fail(last, last.Pos, fmt.Sprintf("%s is missing after this", describe(english)), inEnglish(english.Pos))
}

func describe(b *guide.Block) string {
	if b.Kind == guide.Alert {
		return "an alert of kind " + b.Alert
	}
	return kinds[b.Kind]
}

// fixed tells of what a block of the translation does not repeat, and of what
// it has instead.
func (p *parity) fixed(english, own *guide.Block) {
	missing, foreign := without(english.Fixed, own.Fixed), without(own.Fixed, english.Fixed)
	for _, f := range missing {
		i := slices.IndexFunc(foreign, func(other guide.Fixed) bool { return other.Kind == f.Kind })
		if i < 0 {
			p.differs(own, own.Pos, fmt.Sprintf("the %s %s of the English text is missing", f.Kind, f.Text), inEnglish(f.Pos), f.Pos)
			continue
		}
		p.differs(own, foreign[i].Pos, fmt.Sprintf("the %s %s is %s in English", f.Kind, foreign[i].Text, f.Text), inEnglish(f.Pos), f.Pos)
		foreign = slices.Delete(foreign, i, i+1)
	}
	for _, f := range foreign {
		p.fail(own, f.Pos, fmt.Sprintf("the %s %s is not in the English text", f.Kind, f.Text), inEnglish(english.Pos))
	}
}

// without gives what list has and other has not. Code may be named more or less
// often than in English, as grammar asks; of the rest each occurrence counts.
func without(list, other []guide.Fixed) []guide.Fixed {
	rest := slices.Clone(other)
	var missing []guide.Fixed
	for _, f := range list {
		i := slices.IndexFunc(rest, func(o guide.Fixed) bool { return o.Kind == f.Kind && o.Text == f.Text })
		switch {
		case i < 0:
			missing = append(missing, f)
		case f.Kind != guide.InlineCode:
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return missing
}
