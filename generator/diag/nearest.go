package diag

// Nearest gives the candidate that a person most likely meant by word, or ""
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

// DidYouMean gives the hint for Nearest, or "".
func DidYouMean(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" && near != word {
		return "did you mean " + near + "?"
	}
	return ""
}

// distance is the optimal string alignment distance of a and b, or limit if it is
// not less. What is far apart is seen after a few letters.
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
