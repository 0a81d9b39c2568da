package translate

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/diag"
)

// Labels reports labels of the interface that are alike, or differ only in
// number, where the original ones do not: a reader can't distinguish the things
// that they name. Pairs of keys that the glossary says may be alike are left out.
func Labels(file string, translated, original map[string]string, waived map[string]string) diag.List {
	var messages diag.List
	keys := labelKeys(translated)
	for i, a := range keys {
		for _, b := range keys[i+1:] {
			if waived[a+" "+b] == "" && alike(translated[a], translated[b]) && !alike(original[a], original[b]) {
				messages.Add(diag.Message{Pos: diag.Pos{File: file}, Text: fmt.Sprintf("%s and %s are alike: %s, %s (alike)", a, b, translated[a], translated[b]),
					Hint: fmt.Sprintf("in the original: %s, %s", original[a], original[b])})
			}
		}
	}
	return messages
}

// labelKeys returns the strings that are labels: a word or two, without a
// placeholder and without forms.
func labelKeys(all map[string]string) []string {
	var keys []string
	for key, text := range all {
		if len(strings.Fields(text)) <= 2 && !strings.Contains(text, "{") && len([]rune(text)) > 1 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// endingLetters is how many letters the number of a word changes at its end.
const endingLetters = 1

// alike reports whether two labels are the same, or forms of one word.
func alike(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	common := 0
	for common < len(x) && common < len(y) && x[common] == y[common] {
		common++
	}
	return len(x)-common <= endingLetters && len(y)-common <= endingLetters && common > 2 || string(x) == string(y)
}
