package diag

// Nearest gives the candidate that a person most likely meant by word, or ""
// if none is near: the smallest edit distance (insert, delete, replace, swap
// of neighbours), at most a third of the word's length.
func Nearest(word string, candidates []string) string {
	best, limit := "", max(1, len([]rune(word))/3)+1
	for _, candidate := range candidates {
		if d := distance([]rune(word), []rune(candidate)); d < limit {
			best, limit = candidate, d
		}
	}
	return best
}

// DidYouMean gives the hint for Nearest, or "".
func DidYouMean(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" && near != word {
		return "did you mean " + near + "?"
	}
	return ""
}

// distance is the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
