// Package highlight turns the code in a guide into the tokens that a page
// colours. It takes a language's name and the text, and returns a figure.Code; it
// is the only user of chroma.
//
// JSON and the shell are most of the code in guides. Chroma's lexers for them try
// regular expressions at every character, so these two are written by hand; the
// rest are chroma's.
package highlight

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"modelbook/generator/figure"
)

// UnknownLanguage is the error for a language that no lexer is chosen for.
// Languages returns the known ones.
type UnknownLanguage struct{ Name string }

// Error names the language.
func (e *UnknownLanguage) Error() string { return fmt.Sprintf("the language %q is not known", e.Name) }

// SyntaxError is the error for code that is not in its language. Line and Col
// count from 1 in the code, Col in characters.
type SyntaxError struct {
	Language  string
	Line, Col int
	Text      string // where the lexer stopped
}

// Error quotes where the lexer stopped.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("this is not %s: %q", e.Language, e.Text)
}

// Code returns the tokens of text, which ends its lines with \n. No language is
// plain text. The error is an *UnknownLanguage or a *SyntaxError.
func Code(language, text string) (figure.Code, error) {
	lexer, ok := lexerOf(language, text)
	if !ok {
		return figure.Code{}, &UnknownLanguage{language}
	}
	if lexer == nil {
		return figure.NewCode(language, []figure.Token{{Text: text}}), nil
	}
	next, err := lexer.Tokenise(nil, text)
	if err != nil {
		return figure.Code{}, fmt.Errorf("highlight %s: %w", language, err)
	}
	tokens, err := classify(language, len(text), next)
	if err != nil {
		return figure.Code{}, err
	}
	code := figure.NewCode(language, tokens)
	if language == "diff" {
		markChanges(code.Lines)
	}
	return code, nil
}

// bytesOfToken is how long a token is in most code.
const bytesOfToken = 4

// classify joins runs of tokens of one class. Chroma has no other way to say that
// it does not understand, or ran out of time, than a token of type Error.
func classify(language string, length int, next chroma.Iterator) ([]figure.Token, error) {
	tokens := make([]figure.Token, 0, length/bytesOfToken)
	for token := next(); token != chroma.EOF; token = next() {
		if token.Type == chroma.Error && !slices.Contains(ofPeople, language) {
			return nil, syntaxError(language, tokens, token.Value)
		}
		class := classOf(token)
		if n := len(tokens); n > 0 && tokens[n-1].Class == class && class != figure.ID {
			tokens[n-1].Text += token.Value
			continue
		}
		tokens = append(tokens, figure.Token{Class: class, Text: token.Value})
	}
	return tokens, nil
}

// syntaxError says where the lexer stopped: at text, behind the tokens.
func syntaxError(language string, tokens []figure.Token, text string) error {
	before := figure.Line{Tokens: tokens}.Text()
	line := before[strings.LastIndexByte(before, '\n')+1:]
	text, _, _ = strings.Cut(text, "\n")
	return &SyntaxError{
		Language: language, Text: text,
		Line: strings.Count(before, "\n") + 1, Col: utf8.RuneCountInString(line) + 1,
	}
}
