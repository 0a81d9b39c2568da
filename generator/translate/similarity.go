package translate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bag counts each word of a text. Short words say little about the subject of a
// text, so a text that has longer ones is counted by those alone.
type bag struct {
	words map[string]int
	size  int
}

const shortWord = 3 // letters

func bagOf(text string) bag {
	long, all := bag{words: map[string]int{}}, bag{words: map[string]int{}}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '$' && r != '_' }) {
		all.add(word, 1)
		if utf8.RuneCountInString(word) > shortWord || word[0] >= '0' && word[0] <= '9' {
			long.add(word, 1)
		}
	}
	if long.size >= 3 {
		return long
	}
	return all
}

func (b *bag) add(word string, n int) {
	b.words[word] += n
	b.size += n
}

// common counts the words that both have.
func (b bag) common(other bag) int {
	if len(other.words) < len(b.words) {
		b, other = other, b
	}
	n := 0
	for word, count := range b.words {
		n += min(count, other.words[word])
	}
	return n
}

// similar returns the share of words that two texts have in common: 1 for the
// same words, 0 for none (the coefficient of Dice).
func (b bag) similar(other bag) float64 {
	if b.size+other.size == 0 {
		return 1
	}
	return 2 * float64(b.common(other)) / float64(b.size+other.size)
}

// within returns the share of b's words that the other text has too.
func (b bag) within(other bag) float64 {
	if b.size == 0 {
		return 0
	}
	return float64(b.common(other)) / float64(b.size)
}

// plus returns the words of both.
func (b bag) plus(other bag) bag {
	sum := bag{words: map[string]int{}}
	for _, each := range []bag{b, other} {
		for word, count := range each.words {
			sum.add(word, count)
		}
	}
	return sum
}
