package page

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// say returns a phrase in the language of the text.
func (p painter) say(phrase figure.Phrase) string {
	switch phrase := phrase.(type) {
	case figure.Text:
		return string(phrase)
	case figure.Integer:
		return p.words.Integer(int64(phrase))
	case figure.Decimal:
		return p.words.Number(phrase.Value, phrase.Decimals)
	case figure.Duration:
		return p.duration(float64(phrase))
	case figure.Bytes:
		return p.bytes(float64(phrase))
	case figure.Question:
		words := p.asking().QuestionWords(string(phrase))
		first, size := utf8.DecodeRuneInString(words)
		return string(unicode.ToUpper(first)) + words[size:]
	case figure.QuestionWithin:
		return p.asking().QuestionWords(string(phrase))
	case figure.Letter:
		return nth(p.at[0].letters, int(phrase))
	case figure.Sequence:
		return strings.Join(p.sayAll(phrase), "")
	case figure.Enumeration:
		return strings.Join(p.sayAll(phrase), p.words.ListSeparator)
	case figure.Words:
		return p.fillIn(p.named(phrase.Key), phrase.With)
	case figure.Plural:
		byCategory, known := p.words.plurals[phrase.Key]
		if !known {
			p.lacks(phrase.Key)
		}
		return p.fillIn(p.plural(byCategory, phrase.Count), phrase.With)
	}
	p.fail(fmt.Errorf("a page has no words for a phrase like %T", phrase))
	return ""
}

// asking returns the guide that names the questions of a weighing.
func (p painter) asking() *guide.Guide {
	return cmp.Or(p.at[0].questions, p.in.Guide)
}

func (p painter) sayAll(phrases []figure.Phrase) []string {
	said := make([]string, len(phrases))
	for i, phrase := range phrases {
		said[i] = p.say(phrase)
	}
	return said
}

func (p painter) fillIn(text string, with []figure.Argument) string {
	if len(with) == 0 {
		return text
	}
	namesAndValues := make([]string, 0, 2*len(with))
	for _, filling := range with {
		namesAndValues = append(namesAndValues, filling.Name, p.say(filling.Phrase))
	}
	return p.words.fill(text, namesAndValues...)
}

// named returns the string with a key.
func (p painter) named(key string) string {
	text, known := p.words.strings[key]
	if !known {
		p.lacks(key)
	}
	return text
}

func (p painter) lacks(key string) {
	p.fail(fmt.Errorf("%s has no string %s, which a figure says", StringsFile(p.words.Lang), key))
}
