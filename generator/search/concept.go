package search

import "slices"

// Concept is a concept for which readers may use other names than pages do.
type Concept struct {
	Names   []string // of which pages use at least one
	Aliases []string // names that a reader may search for
}

// maxAliased is how many sections an alias leads to.
const maxAliased = 60

// addConcepts makes each alias of a concept find the sections that name the
// concept.
func (x *Index) addConcepts(concepts []Concept) {
	byText := make(map[string]int, len(x.entries))
	for i := range x.entries {
		byText[x.entries[i].text] = i
	}
	known := len(x.entries)
	for _, concept := range concepts {
		var postings []posting
		for _, name := range concept.Names {
			postings = union(postings, x.naming(name, byText))
		}
		if len(postings) == 0 {
			continue
		}
		number := len(x.terms)
		x.terms = append(x.terms, term{rarity: rarity(len(postings), x.sections), postings: strongest(postings, maxAliased)})
		for _, alias := range concept.Aliases {
			text := phrase(alias)
			i, exists := byText[text]
			if !exists {
				i = len(x.entries)
				byText[text] = i
				x.entries = append(x.entries, entry{text: text})
			}
			// A name that pages use needs no help, unless in another sense.
			used := i < known && slices.ContainsFunc(concept.Names, func(name string) bool { return phrase(name) == text })
			if !used && !slices.Contains(x.entries[i].terms, number) {
				x.entries[i].terms = append(x.entries[i].terms, number)
			}
		}
	}
}

// phrase returns the words of a text as the whole of joined words is looked up.
func phrase(text string) string {
	whole := ""
	for _, word := range plainWords(text) {
		if whole != "" {
			whole += " "
		}
		whole += word
	}
	return whole
}

// plainWords returns the words of a text as they are looked up.
func plainWords(text string) []string {
	var words []string
	Words(text, func(word []byte, kind Kind) {
		if kind == Plain {
			words = append(words, Fold(string(word)))
		}
	})
	return words
}

// naming returns the sections that contain a name: as one form, or else all its
// words.
func (x *Index) naming(name string, byText map[string]int) []posting {
	if i, known := byText[phrase(name)]; known && len(x.entries[i].terms) > 0 {
		return x.terms[x.entries[i].terms[0]].postings
	}
	var postings []posting
	for i, word := range plainWords(name) {
		f, known := byText[word]
		if !known || len(x.entries[f].terms) == 0 {
			return nil
		}
		found := x.terms[x.entries[f].terms[0]].postings
		if i == 0 {
			postings = found
			continue
		}
		postings = both(postings, found)
	}
	return postings
}

// both returns the sections that are in each of two lists, with the lower level.
func both(a, b []posting) []posting {
	var common []posting
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].section() < b[j].section():
			i++
		case a[i].section() > b[j].section():
			j++
		default:
			common = append(common, min(a[i], b[j]))
			i, j = i+1, j+1
		}
	}
	return common
}

// union returns the sections that are in any of two lists, with the higher level.
func union(a, b []posting) []posting {
	if len(a) == 0 {
		return slices.Clone(b)
	}
	all := make([]posting, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].section() < b[0].section():
			all, a = append(all, a[0]), a[1:]
		case a[0].section() > b[0].section():
			all, b = append(all, b[0]), b[1:]
		default:
			all = append(all, max(a[0], b[0]))
			a, b = a[1:], b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// strongest leaves the n postings of the highest levels, in their order.
func strongest(postings []posting, n int) []posting {
	if len(postings) <= n {
		return postings
	}
	var at [maxLevel + 1]int
	for _, p := range postings {
		at[p.level()]++
	}
	least, room := maxLevel, n
	for room > at[least] {
		room -= at[least]
		least--
	}
	kept := make([]posting, 0, n)
	for _, p := range postings {
		switch {
		case p.level() > least:
			kept = append(kept, p)
		case p.level() == least && room > 0:
			kept = append(kept, p)
			room--
		}
	}
	return kept
}
