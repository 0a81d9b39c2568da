package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// stemmers return the stem of a word in lower case with its accents. They are
// by language: from snowballstem.org, and for Bulgarian our own. In a language
// without one each form is its own stem.
var stemmers = map[string]func(word string) string{
	"bg": bulgarianStem,
	"en": englishStem(snowball(english.Stem)),
	"it": snowball(italian.Stem),
	"pt": portugueseStem(snowball(portuguese.Stem)),
	"ru": snowball(russian.Stem),
}

func snowball(stem func(*snowballstem.Env) bool) func(string) string {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// englishStem returns the stem of reference for referenced and referencing too,
// for which Snowball has another one.
func englishStem(stem func(string) string) func(string) string {
	return func(word string) string {
		for _, ending := range []string{"ed", "ing"} {
			if verb, ok := strings.CutSuffix(word, "enc"+ending); ok {
				word = verb + "ence"
			}
		}
		return stem(word)
	}
}

// portugueseStem returns the stem of coleção for coleções too, for which
// Snowball has another one.
func portugueseStem(stem func(string) string) func(string) string {
	return func(word string) string {
		if singular, plural := strings.CutSuffix(word, "ões"); plural {
			word = singular + "ão"
		}
		return stem(word)
	}
}

// stemmer returns the stemmer for words on pages in a language. Latin words on a
// page in another script are English ones; in a language of that script without a
// stemmer each form is its own stem.
func stemmer(lang string) func(word string) string {
	family, _, _ := strings.Cut(lang, "-")
	native := stemmers[family]
	latin := stemmers["en"]
	if tag, err := language.Parse(lang); err == nil && isLatin(tag) {
		latin = native
	}
	return func(word string) string {
		switch {
		case !isProse(word):
			return word
		case isASCII(word) && latin != nil:
			return latin(word)
		case native == nil:
			return word
		case isFolded(word): // as most are, and then stemmers accept it
			return native(word)
		}
		return native(norm.NFC.String(word))
	}
}

// isProse reports whether a word is one of a language and no name in code.
func isProse(word string) bool {
	return utf8.RuneCountInString(word) > 2 && !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r)
	})
}

// isLatin reports whether a language is written in Latin letters.
func isLatin(tag language.Tag) bool {
	script, _ := tag.Script()
	return script.String() == "Latn"
}
