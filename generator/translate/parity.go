// Package translate compares a page with the English one that it translates.
//
// The unit is the block. Inside a section a translation has the same sequence
// of blocks as the English page, but for one more where <!-- +1 --> says so,
// and a block repeats what is not language: ids, links, figures, numbers and
// code. The package takes guides as package parse made them and gives messages
// at places of the translation; their hints name the places in English.
package translate

import (
	"fmt"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// Parity tells where a translation is not built as the English page is.
func Parity(english, translation *guide.Guide) diag.List {
	p := &parity{english: english, translation: translation}
	p.meta()
	p.sections()
	return p.messages
}

type parity struct {
	english, translation *guide.Guide
	messages             diag.List
}

// meta holds the keys that place a page to those of the English one.
func (p *parity) meta() {
	own, english := p.translation.Meta, p.english.Meta
	for _, key := range []struct{ name, own, english string }{
		{"part", own.Part, english.Part},
		{"order", strconv.Itoa(own.Order), strconv.Itoa(english.Order)},
	} {
		if at, ok := own.At[key.name]; ok && key.own != key.english {
			p.messages.Add(diag.Message{Pos: at, Text: fmt.Sprintf("%s is %s in English", key.name, key.english),
				Hint: inEnglish(english.At[key.name])})
		}
	}
}

// fail tells of something at pos, which lies in block b of the translation.
func (p *parity) fail(b *guide.Block, pos diag.Pos, text, hint string) {
	p.differs(b, pos, text, hint, diag.Pos{})
}

// differs is fail for what may follow from a mistake in the English page.
func (p *parity) differs(b *guide.Block, pos diag.Pos, text, hint string, english diag.Pos) {
	p.messages.Add(diag.Message{Pos: pos, Text: text, Hint: hint, Source: sourceLine(b, pos.Line), Follows: english})
}

// sourceLine gives a line of the page that b is a block of, if it lies in b.
func sourceLine(b *guide.Block, line int) string {
	lines := strings.Split(b.Source, "\n")
	if i := line - b.Pos.Line; i >= 0 && i < len(lines) {
		return lines[i]
	}
	return ""
}

func inEnglish(pos diag.Pos) string { return "in English: " + pos.String() }
