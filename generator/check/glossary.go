package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Glossary checks the page that explains the handbook's terms against the
// glossaries: each heading below a section's is that of a concept, by its id, and
// has one of the words that the glossary of its language has for it. The ids are
// those of the original language.
func Glossary(g *guide.Guide, original string, concepts, words guide.Glossary) diag.List {
	var messages diag.List
	for _, block := range g.Blocks {
		h := block.Heading
		if h == nil || h.Level != conceptLevel || g.IsTranslation && block.State != guide.Fresh {
			continue
		}
		add := func(text, hint string) {
			messages.Add(diag.Message{Pos: block.Pos, Text: text, Source: block.Source, Hint: hint})
		}
		if concepts.Names(h.ID) == nil {
			known := slices.Sorted(maps.Keys(concepts.Terms))
			add(fmt.Sprintf("%q is not the id of a concept in content/%s/glossary.yaml", h.ID, original), diag.DidYouMean(h.ID, known))
			continue
		}
		names := words.Names(h.ID)
		text := locale.PlainSpaces(h.Text) // the program has tied its short words
		isName := func(name string) bool { return strings.EqualFold(name, text) }
		if len(names) > 0 && !slices.ContainsFunc(names, isName) {
			add(fmt.Sprintf("%q is not what content/%s/glossary.yaml calls %s", text, g.Lang, h.ID), "write "+strings.Join(names, " or "))
		}
	}
	return messages
}

// conceptLevel is that of headings that name a concept.
const conceptLevel = 3
