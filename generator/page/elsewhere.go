package page

// elsewhere says what ran an example in place of this build, or what would.
func (w *writer) elsewhere(drawing *Drawing) string {
	if r := drawing.Record; r != nil {
		return w.words.fill(w.words.Recorded, "name", r.Name, "version", r.Version, "day", w.words.Date(r.Day))
	}
	requirements := make([]string, len(drawing.Needs))
	for i, needs := range drawing.Needs {
		words := make([]string, len(needs))
		for j, need := range needs {
			words[j] = w.need(need)
		}
		requirements[i] = w.joined("and", words)
	}
	return w.words.fill(w.words.NotRun, "what", w.joined("or", requirements))
}

func (w *writer) need(need Need) string {
	words := make([]string, len(need.Any))
	for i, key := range need.Any {
		words[i] = w.words.fill(w.words.Needs[key], "version", need.Version)
	}
	return w.joined("or", words)
}

// joined puts a list together with the language's word.
func (w *writer) joined(word string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	all := list[0]
	for _, each := range list[1:] {
		all = w.words.fill(w.words.Needs[word], "first", all, "second", each)
	}
	return all
}
