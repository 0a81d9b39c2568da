package shell

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
)

// regularExpression reads a regular expression between slashes. The slash that
// opens it is the next token.
func (p *parser) regularExpression() *ejson.Value {
	start := p.token.start
	p.at = start
	pattern, closed := p.pattern()
	flags := p.take(nameLength(p.input[p.at:]))
	p.advance()
	p.last.end = start + len(pattern) + len("//") + len(flags)
	if !closed {
		p.open(start, "the regular expression has no end in its line", "/")
		return nil
	}
	return p.regexOf(start, pattern, flags)
}

// pattern takes the text between slashes (ECMA-262, "Regular Expression
// Literals"): a slash in a class or after a backslash does not end it.
func (p *parser) pattern() (pattern string, closed bool) {
	start, class, escaped := p.at+1, false, false
	for i, r := range p.input[start:] {
		switch {
		case isLineEnd(r):
			p.at = start + i
			return p.input[start:p.at], false
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == '[':
			class = true
		case r == ']':
			class = false
		case r == '/' && !class:
			p.at = start + i + 1
			return p.input[start : start+i], true
		}
	}
	p.at = len(p.input)
	return p.input[start:], false
}

// regexOf returns the value of a regular expression of JavaScript. Of its flags
// mongosh keeps i and m, drops others, and makes another option of g.
func (p *parser) regexOf(start int, pattern, flags string) *ejson.Value {
	options := []byte(flags)
	slices.Sort(options)
	if strings.Trim(flags, "im") != "" || len(slices.Compact(options)) != len(flags) {
		p.report(start, "the flags "+short(flags)+" do not arrive as they are", "keep i and m, or write BSONRegExp('…', 's')")
		return nil
	}
	return regexValue(stringOf(pattern), string(options))
}

func regexValue(pattern *ejson.Value, options string) *ejson.Value {
	return wrap("$regularExpression", &ejson.Value{Kind: ejson.Object, Members: []ejson.Member{
		{Key: "pattern", Value: pattern}, {Key: "options", Value: stringOf(options)},
	}})
}

// regExp takes a pattern that JavaScript does not write anew.
func regExp(arguments []*ejson.Value) (*ejson.Value, string) {
	const takes = "a pattern and the flags i and m, in strings; a pattern that is empty or has a slash or a line end is for BSONRegExp"
	pattern, options, ok := patternAndOptions(arguments)
	if !ok || pattern.Text == "" || strings.ContainsAny(pattern.Text, "/\n\r\u2028\u2029") || strings.Trim(options, "im") != "" {
		return nil, takes
	}
	return regexValue(pattern, options), ""
}

func bsonRegExp(arguments []*ejson.Value) (*ejson.Value, string) {
	pattern, options, ok := patternAndOptions(arguments)
	if !ok {
		return nil, "a pattern and options, in strings"
	}
	return regexValue(pattern, options), ""
}

// patternAndOptions returns the options in the order of the alphabet, as BSON has
// them.
func patternAndOptions(arguments []*ejson.Value) (pattern *ejson.Value, options string, ok bool) {
	for _, v := range arguments {
		if v.Kind != ejson.String {
			return nil, "", false
		}
	}
	switch len(arguments) {
	case 1:
		return arguments[0], "", true
	case 2:
		letters := []byte(arguments[1].Text)
		slices.Sort(letters)
		return arguments[0], string(letters), true
	}
	return nil, "", false
}
