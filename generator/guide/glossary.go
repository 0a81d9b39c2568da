package guide

import (
	"slices"

	"modelbook/generator/diag"
)

// Glossary is a language's content/<lang>/glossary.yaml: the words that its pages
// use for what they are about, and those that they do not.
type Glossary struct {
	// Terms give for each concept, by its id, the words for it: any of them is
	// right.
	Terms map[string][]string
	// Listed are concepts whose English words have other meanings as well, so that
	// pages can't be checked for them.
	Listed map[string][]string
	// Said gives for a concept what pages say where they mean it, if that is not
	// its words.
	Said map[string][]string
	// Search gives for each concept what else a reader may type to find it.
	Search map[string][]string
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
	// English are words that tell that a text is English.
	English []string
}

// Names returns the words for a concept, by its id.
func (g Glossary) Names(id string) []string { return append(slices.Clip(g.Terms[id]), g.Listed[id]...) }

// OnPages returns the words by which pages tell of a concept.
func (g Glossary) OnPages(id string) []string {
	if said := g.Said[id]; said != nil {
		return said
	}
	return g.Names(id)
}

// WordRule says what is written instead of a word.
type WordRule struct {
	Pattern string // RE2, in any case; of a language with spaces at the begin of a word
	Instead string
	Pos     diag.Pos
}
