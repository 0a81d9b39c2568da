package highlight

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
)

// wordLength returns the length of the name that text begins with, or 0.
func wordLength(text string) int {
	for i, r := range text {
		if r == '_' || r == '$' || unicode.IsLetter(r) || i > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)) {
			continue
		}
		return i
	}
	return len(text)
}

// words maps the names that have a meaning in JavaScript or the shell to their
// types.
var words = wordTypes(map[chroma.TokenType]string{
	chroma.Keyword: `for in while do break return continue switch case default if else throw try catch finally new
		delete typeof instanceof void yield this of`,
	chroma.KeywordDeclaration: "var let with function",
	chroma.KeywordReserved:    "async await class const debugger export extends import static super",
	chroma.KeywordConstant:    "true false null NaN Infinity undefined",
	chroma.NameBuiltin: `Array Boolean Date Error Function Map Math Number Object Promise Proxy RegExp Set String Symbol
		decodeURI decodeURIComponent document eval isFinite isNaN parseFloat parseInt window
		BSONRegExp BinData Binary Code DBRef Decimal128 Double HexData ISODate Int32 Long MD5 MaxKey MinKey NumberDecimal
		NumberInt NumberLong ObjectId Timestamp UUID`,
})

// operandWords are the keywords that a value follows.
var operandWords = map[string]bool{
	"return": true, "typeof": true, "case": true, "in": true, "of": true, "delete": true, "void": true, "throw": true,
	"new": true, "instanceof": true, "yield": true, "await": true, "else": true, "do": true,
}

func wordTypes(lists map[chroma.TokenType]string) map[string]chroma.TokenType {
	types := map[string]chroma.TokenType{}
	for kind, list := range lists {
		for _, word := range strings.Fields(list) {
			types[word] = kind
		}
	}
	return types
}

// word returns the type of the name that is the first n bytes of rest.
func (s *shellScanner) word(rest string, n int) chroma.TokenType {
	name := rest[:n]
	kind, known := words[name]
	switch {
	case s.namesField(rest[n:]):
		return chroma.NameProperty
	case name[0] == '$' && n > 1:
		return chroma.NameOperator
	case known && s.last != ".":
		return kind
	case strings.HasPrefix(rest[n:], "("):
		return chroma.NameFunction
	}
	return chroma.NameOther
}

// shellNumber reads a number of JavaScript.
func shellNumber(rest string) (chroma.TokenType, int) {
	if len(rest) > 2 && rest[0] == '0' {
		bases := map[byte]struct {
			kind   chroma.TokenType
			digits string
		}{
			'x': {chroma.LiteralNumberHex, "0123456789abcdefABCDEF_"},
			'o': {chroma.LiteralNumberOct, "01234567_"},
			'b': {chroma.LiteralNumberBin, "01_"},
		}
		if base, ok := bases[rest[1]|0x20]; ok && lengthOf(rest[2:], base.digits) > 0 {
			return base.kind, 2 + lengthOf(rest[2:], base.digits)
		}
	}
	i := lengthOf(rest, "0123456789_")
	if n := afterDigits(rest[i:]); n > 0 {
		return chroma.LiteralNumberFloat, i + n
	}
	return chroma.LiteralNumberInteger, i
}

// regexLength returns the length of a regular expression with its options, or 0
// if the slash begins none.
func regexLength(rest string) int {
	class := false
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\n':
			return 0
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1 + wordLength(rest[i+1:])
		}
	}
	return 0
}

// symbols are the operators of JavaScript, longer ones before their own prefixes.
var symbols = strings.Fields(`>>>= ... === !== **= <<= >>= >>> &&= ||= ??= => == != <= >= && || ?? ?. ++ -- += -= *= /= %=
	&= |= ^= << >> ** < > + - * / % & | ^ ! ~ ? : =`)

// symbol reads an operator or a separator.
func symbol(rest string) (chroma.TokenType, int) {
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			if s == "..." || s == "=>" {
				return chroma.Punctuation, len(s)
			}
			return chroma.Operator, len(s)
		}
	}
	if strings.IndexByte(";,.", rest[0]) >= 0 {
		return chroma.Punctuation, 1
	}
	_, n := utf8.DecodeRuneInString(rest)
	return chroma.Error, n
}
