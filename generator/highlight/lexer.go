package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// scanner returns one token after another: the type of the next one and its
// length in bytes, at least 1, at the start of a text that is not empty.
type scanner interface {
	next(rest string) (chroma.TokenType, int)
}

// lexer is a scanner behind chroma's interface.
type lexer struct {
	config chroma.Config
	scan   func() scanner
}

func newLexer(name string, scan func() scanner) chroma.Lexer {
	return &lexer{config: chroma.Config{Name: name}, scan: scan}
}

// Config returns the lexer's name.
func (l *lexer) Config() *chroma.Config { return &l.config }

// Tokenise returns tokens whose values, joined, are the text. Options have no
// effect: line ends are as they are, and there is one state to begin with.
func (l *lexer) Tokenise(_ *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	scan := l.scan()
	return func() chroma.Token {
		if text == "" {
			return chroma.EOF
		}
		kind, n := scan.next(text)
		token := chroma.Token{Type: kind, Value: text[:n]}
		text = text[n:]
		return token
	}, nil
}

// SetRegistry does nothing: no other lexer is needed.
func (l *lexer) SetRegistry(*chroma.LexerRegistry) chroma.Lexer { return l }

// SetAnalyser does nothing: a guide names its languages.
func (l *lexer) SetAnalyser(func(string) float32) chroma.Lexer { return l }

// AnalyseText is always 0, "not known".
func (l *lexer) AnalyseText(string) float32 { return 0 }

// lengthOf returns the length of the longest start of text whose bytes are all
// in a set.
func lengthOf(text, set string) int {
	return len(text) - len(strings.TrimLeft(text, set))
}

// lineLength returns the length of the first line, its end included.
func lineLength(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// quotedLength returns the length of a string literal that begins with its
// quote; false if it does not end in its line.
func quotedLength(text string) (int, bool) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case text[0]:
			return i + 1, true
		case '\\':
			i++
		case '\n':
			return i, false
		}
	}
	return len(text), false
}
