package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the candidate that a person most likely meant by word, or ""
// if none is near: the smallest edit distance (insert, delete, replace, swap
// of neighbours), at most a third of the word's length.
func Nearest(word string, candidates []string) string {
	letters := []rune(word)
	best, limit := "", max(1, len(letters)/3)+1
	for _, candidate := range candidates {
		if d := distance(letters, []rune(candidate), limit); d < limit {
			best, limit = candidate, d
		}
	}
	return best
}

// DidYouMean returns the hint for Nearest, or "".
func DidYouMean(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" && near != word {
		return "did you mean " + near + "?"
	}
	return ""
}

// fewKnown is how many names are listed to a person who wrote another one.
const fewKnown = 12

// Suggest returns the hint for a word that is none of the known names: the name
// that was most likely meant, else all of them if they are few, else the three
// nearest. noun is the plural of the thing that they name.
func Suggest(word, noun string, known []string) string {
	if hint := DidYouMean(word, known); hint != "" {
		return hint
	}
	known = distinct(known)
	switch {
	case len(known) == 0:
		return "there are no " + noun
	case len(known) <= fewKnown:
		return "the " + noun + " are " + strings.Join(known, ", ")
	}
	near := nearest(word, known, 3)
	return fmt.Sprintf("the nearest of %d %s are %s and %s", len(known), noun, strings.Join(near[:2], ", "), near[2])
}

func distinct(names []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			kept = append(kept, name)
		}
	}
	return kept
}

// nearest returns the n candidates that are most like a word: candidates that
// contain it first, then the ones that share more of its parts, and then by edit
// distance.
func nearest(word string, candidates []string, n int) []string {
	type likeness struct {
		candidate    string
		parts, edits int
	}
	// A stranger's names may be long and many.
	const compared = 64
	start := func(s string) []rune { r := []rune(s); return r[:min(len(r), compared)] }
	var all []likeness
	parts := strings.FieldsFunc(word, isWordBreak)
	for _, candidate := range candidates {
		l := likeness{candidate, len(parts) + 1, 0}
		theirs := strings.FieldsFunc(candidate, isWordBreak)
		for _, part := range parts {
			if slices.Contains(theirs, part) {
				l.parts--
			}
		}
		if strings.Contains(candidate, word) {
			l.parts = 0
		}
		l.edits = distance(start(word), start(candidate), compared+1)
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b likeness) int {
		return cmp.Or(cmp.Compare(a.parts, b.parts), cmp.Compare(a.edits, b.edits))
	})
	var near []string
	for _, l := range all[:min(n, len(all))] {
		near = append(near, l.candidate)
	}
	return near
}

func isWordBreak(r rune) bool { return strings.ContainsRune("-_./ *?", r) }

// distance is the optimal string alignment distance of a and b, or limit if it is
// not less. It stops as soon as the limit is reached, after a few letters of very
// different words.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	rows := make([]int, 3*(len(b)+1))
	before, last, row := rows[:len(b)+1], rows[len(b)+1:2*len(b)+2], rows[2*len(b)+2:]
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least >= limit {
			return limit
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}
