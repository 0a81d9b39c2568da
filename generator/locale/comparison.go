package locale

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Comparisons are the words that compare two numbers, with commas between those that
// say the same.
type Comparisons struct {
	Less  string `yaml:"less"`  // fewer, less
	More  string `yaml:"more"`  // more, larger
	Half  string `yaml:"half"`  // half as many, halves
	Twice string `yaml:"twice"` // twice as many, doubles
}

// The names of what words compare.
const (
	Less  = "less"
	More  = "more"
	Half  = "half"
	Twice = "twice"
)

func (c Comparisons) byName() map[string][]string {
	words := map[string][]string{}
	for name, list := range map[string]string{Less: c.Less, More: c.More, Half: c.Half, Twice: c.Twice} {
		for word := range strings.SplitSeq(list, ",") {
			if word = strings.TrimSpace(word); word != "" {
				words[name] = append(words[name], word)
			}
		}
	}
	return words
}

// FindComparison returns what the words of a text compare, as Less. It is "" if there
// are no such words, or they say different things. Of words inside others, such as
// "больше" in "вдвое больше", the longest count.
func (l *Locale) FindComparison(text string) string {
	text = strings.ToLower(PlainSpaces(text))
	names := map[string]string{}
	for name, words := range l.writing.Comparisons.byName() {
		for _, word := range words {
			names[strings.ToLower(word)] = name
		}
	}
	longestFirst := slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	found := ""
	for _, word := range longestFirst {
		for {
			at := l.findWord(text, word)
			if at < 0 {
				break
			}
			if found != "" && found != names[word] {
				return ""
			}
			found = names[word]
			text = text[:at] + "\n" + text[at+len(word):]
		}
	}
	return found
}

// ComparisonWord returns the first word for a comparison, or "".
func (l *Locale) ComparisonWord(name string) string {
	words := l.writing.Comparisons.byName()[name]
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// findWord returns where a text has a word or words, in a language that sets words apart
// with nothing else of the word around them, or -1.
func (l *Locale) findWord(text, word string) int {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return -1
		}
		from := at + i
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[from+len(word):])
		if l.typography.Han || !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return from
		}
		at = from + len(word)
	}
}
