package translate

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/diag"
)

// stem cuts the inflection off the words of a term.
func (n *Linter) stem(term string) []string {
	var stems []string
	for word := range strings.FieldsSeq(strings.ToLower(term)) {
		if letters := []rune(word); len(letters) > 5 && !n.locale.Typography().Han {
			word = string(letters[:len(letters)-n.glossary.Stem])
		}
		stems = append(stems, word)
	}
	return stems
}

// terms reports concepts that the original text names and the translation does
// not.
func (r *run) terms(original, text string) []finding {
	var found []finding
	lower := strings.ToLower(text)
	for _, id := range sortedKeys(r.original.Terms) {
		stems, known := r.stems[id]
		if !known || !slices.ContainsFunc(r.original.Terms[id], func(term string) bool { return namesTerm(original, term) }) {
			continue
		}
		if !slices.ContainsFunc(stems, func(words []string) bool { return hasStems(lower, words) }) {
			found = append(found, finding{rule: ruleTerm, text: fmt.Sprintf("the original text says %q, and none of %s stands here", r.original.Terms[id][0], strings.Join(r.glossary.Terms[id], ", ")),
				hint: "use the word of the glossary, or leave the block out with a reason", severity: diag.Warning})
		}
	}
	return found
}

func sortedKeys(terms map[string][]string) []string {
	keys := make([]string, 0, len(terms))
	for key := range terms {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// namesTerm reports whether an original text has a term, in the plural or not.
func namesTerm(text, term string) bool {
	wanted := strings.Fields(strings.ToLower(term))
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return isNotLetter(r) && r != '-' })
	for i := 0; i+len(wanted) <= len(words); i++ {
		match := true
		for k, word := range wanted {
			match = match && (words[i+k] == word || k == len(wanted)-1 && (words[i+k] == word+"s" || words[i+k] == word+"es" || strings.HasSuffix(word, "y") && words[i+k] == word[:len(word)-1]+"ies"))
		}
		if match {
			return true
		}
	}
	return false
}

// hasStems reports whether a text has all stems of a term.
func hasStems(text string, stems []string) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool { return !strings.Contains(text, stem) })
}
