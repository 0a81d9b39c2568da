package code

import (
	"regexp"
	"strings"
	"unicode"

	"modelbook/generator/figure"
)

// Lexer splits fixed pieces of a language's code into tokens, so that the generator can
// write them as plain text.
type Lexer struct {
	words           *regexp.Regexp
	keywords, types map[string]bool
}

// NewLexer returns the lexer of a language. The pattern word matches a name or a number;
// comment begins a comment.
func NewLexer(word, comment string, keywords, types map[string]bool) *Lexer {
	pattern := "`[^`]*`" + `|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'| *` + comment + `.*|` + word + `|.`
	return &Lexer{regexp.MustCompile(pattern), keywords, types}
}

// Tokens returns the tokens of a line.
func (l *Lexer) Tokens(text string) []figure.Token {
	var tokens []figure.Token
	rest := text
	for _, word := range l.words.FindAllString(text, -1) {
		rest = rest[len(word):]
		tokens = append(tokens, figure.Token{Class: l.class(word, rest), Text: word})
	}
	return tokens
}

func (l *Lexer) class(word, rest string) figure.Class {
	switch first := strings.TrimLeft(word, " -"); {
	case first == "" && word != "-":
	case first == "":
		return figure.Punctuation
	case strings.ContainsAny(first[:1], "\"'`"):
		return figure.String
	case strings.HasPrefix(first, "//") || first[0] == '#':
		return figure.Comment
	case l.keywords[word]:
		return figure.Keyword
	case first[0] >= '0' && first[0] <= '9', constants[first]:
		return figure.Number
	case l.types[word]:
		return figure.Type
	case !unicode.IsLetter(rune(first[0])) && first[0] != '_':
		return figure.Punctuation
	case strings.HasPrefix(rest, "("):
		return figure.Function
	}
	return figure.Plain
}

var constants = WordsOf("true false null None True False NaN Infinity")

// WordsOf returns the set of words in a text.
func WordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		words[word] = true
	}
	return words
}

func punctuation(text string) []figure.Token {
	return []figure.Token{{Class: figure.Punctuation, Text: text}}
}

func spaces(n int) string { return strings.Repeat(" ", n) }
