package guide

import "modelbook/generator/diag"

// Glossary is a language's content/<lang>/glossary.yaml: the words that its pages
// use for what they are about, and those that they do not.
type Glossary struct {
	// Terms give for each concept, by its id, the words for it: any of them is
	// right.
	Terms map[string][]string
	// Listed are concepts whose English words have other meanings as well, so that
	// pages can't be checked for them.
	Listed map[string][]string
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

// WordRule says what is written instead of a word.
type WordRule struct {
	Pattern string // RE2, in any case; of a language with spaces at the begin of a word
	Instead string
	Pos     diag.Pos
}
