package search

import (
	"math"
	"slices"
	"strings"
)

// Index is a language's pages by their words.
type Index struct {
	lang     string
	ignored  []string
	pages    []*Page // by number; nil where the language lacks one
	sections int
	entries  []entry // sorted by text
	terms    []term  // until they are encoded
	lists    lists
}

// entry is a word as it is looked up, and its terms: that of its stem, and
// those of the concepts that the glossary assigns to it.
type entry struct {
	text  string
	terms []int
}

// term holds the sections of all forms of one stem, with their weight there.
type term struct {
	rarity   int // 1 to maxRarity
	postings []posting
}

// posting is a section, numbered through all pages, and a term's level there in
// its lowest bits: there are millions of them while a language is inverted.
type posting uint32

const (
	levelBits = 4
	maxLevel  = 1<<levelBits - 1
)

func newPosting(section uint32, level int) posting {
	return posting(section<<levelBits | uint32(level))
}

func (p posting) section() uint32 { return uint32(p >> levelBits) }
func (p posting) level() int      { return int(p & maxLevel) }

const (
	maxRarity = 63
	// maxPostings is how many sections of a term are kept: those in which it
	// has the most weight. So a word that is on every page costs no more than
	// others.
	maxPostings = 1000

	// BM25: S. Robertson and H. Zaragoza, "The Probabilistic Relevance
	// Framework" (2009), part 3.4; the fields' weights are in the word's count.
	saturation = 2 * textWeight
	lengthPart = 0.6
)

// NewIndex inverts the words of the pages of a language. A concept's aliases
// lead to the sections that name the concept. Ignored words are not looked up if
// a query has other words.
func NewIndex(v *Vocabularies, lang string, pages []*Page, concepts []Concept, ignored []string) *Index {
	x := &Index{lang: lang, pages: pages}
	for _, word := range ignored {
		x.ignored = append(x.ignored, Fold(word))
	}
	words := v.of(lang).known()
	in := inverter{index: x, sectionsOf: make([]int, len(words)), termOf: make([]int, len(words))}
	in.lengths()
	in.stems(words)
	in.invert()
	x.addConcepts(concepts)
	x.encode()
	slices.SortFunc(x.entries, func(a, b entry) int { return strings.Compare(a.text, b.text) })
	return x
}

// inverter makes the postings of an index.
type inverter struct {
	index      *Index
	sectionsOf []int // how many have a word, by its number
	termOf     []int // by word's number
	average    float64
	weights    []uint32
	met        []int
}

// lengths counts the sections, their words, and the sections that have each word.
func (in *inverter) lengths() {
	total := 0
	for _, p := range in.index.pages {
		if p == nil {
			continue
		}
		p.each(func(length int) { total += length; in.index.sections++ }, func(n, _ uint32) { in.sectionsOf[n]++ })
	}
	in.average = float64(max(total, 1)) / float64(max(in.index.sections, 1))
}

// stems joins words into terms: words of one stem, and words that are looked up
// by one form.
func (in *inverter) stems(words []string) {
	stem := stemmer(in.index.lang)
	s := sets{}
	byStem, byText := make(map[string]int, len(words)), make(map[string]int, len(words))
	entryOf := make([]int, len(words))
	for n, word := range words {
		if in.sectionsOf[n] == 0 {
			continue
		}
		key := Fold(stem(word))
		set, known := byStem[key]
		if !known {
			set = s.add()
			byStem[key] = set
		}
		text := Fold(word)
		i, known := byText[text]
		if !known {
			i = len(in.index.entries)
			byText[text] = i
			in.index.entries = append(in.index.entries, entry{text: strings.Clone(text), terms: []int{set}})
		}
		s.union(in.index.entries[i].terms[0], set)
		entryOf[n] = i
	}
	in.index.terms = make([]term, in.number(s))
	for n := range words {
		if in.sectionsOf[n] > 0 {
			in.termOf[n] = in.index.entries[entryOf[n]].terms[0]
		}
	}
}

// number replaces the set of each entry by the number of its term, in the order
// of the entries, and returns the number of terms.
func (in *inverter) number(s sets) (terms int) {
	numbers := make([]int, len(s)) // of terms by set, plus one, so that 0 is none
	for i := range in.index.entries {
		f := &in.index.entries[i]
		set := s.find(f.terms[0])
		if numbers[set] == 0 {
			terms++
			numbers[set] = terms
		}
		f.terms[0] = numbers[set] - 1
	}
	return terms
}

// sets are disjoint sets of numbers.
type sets []int

func (s *sets) add() int {
	*s = append(*s, len(*s))
	return len(*s) - 1
}

func (s sets) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// union joins two sets. Its name is the lowest of all, in whatever order they
// are joined.
func (s sets) union(a, b int) {
	a, b = s.find(a), s.find(b)
	s[max(a, b)] = min(a, b)
}

// invert collects the postings. A term has at most, and usually exactly, as many as
// its words: two forms of one word are seldom in one section.
func (in *inverter) invert() {
	x := in.index
	in.weights = make([]uint32, len(x.terms))
	most, all := make([]int, len(x.terms)), 0
	for n, sections := range in.sectionsOf {
		if sections > 0 {
			most[in.termOf[n]] += sections
			all += sections
		}
	}
	room := make([]posting, all)
	for t, n := range most {
		x.terms[t].postings, room = room[:0:n], room[n:]
	}
	in.sections(func(section, term, level int) {
		t := &x.terms[term]
		t.postings = append(t.postings, newPosting(uint32(section), level))
	})
	for t := range x.terms {
		x.terms[t].rarity = rarity(len(x.terms[t].postings), x.sections)
	}
}

// sections calls each with every section's terms and their levels.
func (in *inverter) sections(each func(section, term, level int)) {
	section, length := -1, 0
	end := func() {
		for _, t := range in.met {
			each(section, t, level(float64(in.weights[t]), float64(length)/in.average))
			in.weights[t] = 0
		}
		in.met = in.met[:0]
	}
	for _, p := range in.index.pages {
		if p == nil {
			continue
		}
		p.each(func(words int) {
			end()
			section++
			length = words
		}, func(number, weight uint32) {
			t := in.termOf[number]
			if in.weights[t] == 0 {
				in.met = append(in.met, t)
			}
			in.weights[t] += weight
		})
	}
	end()
}

// level returns the weight of a term in a section as a part of its highest
// weight, from 1 to maxLevel. length is the section's length divided by the
// average.
func level(weight, length float64) int {
	part := weight / (weight + saturation*(1-lengthPart+lengthPart*length))
	return max(1, int(math.Round(part*maxLevel)))
}

// rarity returns BM25's weight of a term that is in n of so many sections.
func rarity(n, sections int) int {
	idf := math.Log(1 + (float64(sections-n)+0.5)/(float64(n)+0.5))
	return min(max(1, int(math.Round(6*idf))), maxRarity)
}
