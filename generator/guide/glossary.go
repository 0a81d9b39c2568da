package guide

import (
	"slices"

	"modelbook/generator/diag"
)

// Glossary is a language's content/<lang>/glossary.yaml: the words that its pages
// use for the concepts of the field, and the words that they avoid.
type Glossary struct {
	// Terms holds the words for each concept by its id. Any of them is right.
	Terms map[string][]string
	// Listed are concepts whose English words have other meanings as well, so that
	// pages can't be checked for them.
	Listed map[string][]string
	// Said holds the words that pages use for a concept, if they are not its
	// terms.
	Said map[string][]string
	// Search holds other words with which readers may search for a concept.
	Search map[string][]string
	// Guides holds, by slug, other words with which readers may search for a page.
	Guides   map[string][]string
	Mentions []Mention // the pages of Guides
	// Stem is how many letters at the end of a word are its inflection.
	Stem int
	// Forbidden words are errors, doubtful ones warnings.
	Forbidden, Doubtful []WordRule
	// Latin are words in Latin letters that a language with other letters leaves
	// as they are.
	Latin []string
	// Alike are pairs of keys of the interface's strings, with a space between,
	// that may be alike, with the reason.
	Alike map[string]string
	// English are words by which an English text is recognized.
	English []string
}

// Names returns the words for a concept, by its id.
func (g Glossary) Names(id string) []string { return append(slices.Clip(g.Terms[id]), g.Listed[id]...) }

// OnPages returns the words that pages use for a concept.
func (g Glossary) OnPages(id string) []string {
	if said := g.Said[id]; said != nil {
		return said
	}
	return g.Names(id)
}

// WordRule is a word that is not used, with its replacement.
type WordRule struct {
	Pattern string // RE2, in any case; of a language with spaces at the begin of a word
	Instead string
	Pos     diag.Pos
}
