package support

import "strings"

// FamilyWords are the words of all families, for the test that none is idle.
func FamilyWords() []string {
	var words []string
	for _, family := range families {
		words = append(words, strings.Fields(family.names)...)
	}
	return words
}

// Matches compares a name with such a word.
var Matches = matches
