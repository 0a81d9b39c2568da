package shell

import "fmt"

// parser reads statements token by token. A method that returns false has met
// something that it can't read past in this statement, and has reported it. A nil
// value was reported as well; the text after it is read on.
type parser struct {
	scanner
	token token // the next one
	last  token // the one before
	depth int   // how many brackets are open
	// sessions are the names of sessions.
	sessions []string
}

func (p *parser) advance() { p.last, p.token = p.token, p.scan() }

// accept takes the next token if it is that mark.
func (p *parser) accept(mark string) bool {
	if !p.token.is(mark) {
		return false
	}
	p.advance()
	return true
}

// fail notes a mistake that can't be read past.
func (p *parser) fail(offset int, text, hint string) bool {
	p.report(offset, text, hint)
	return false
}

// closings are the brackets that close others.
var closings = map[string]string{"(": ")", "[": "]", "{": "}"}

// sequence reads items between two brackets, separated by commas. A comma too
// many or too few is reported and skipped. Where it fails, depth stays as it was
// there.
func (p *parser) sequence(item func() bool) bool {
	opening := p.token
	if p.depth == MaxDepth {
		return p.fail(opening.start, fmt.Sprintf("brackets are nested deeper than %d levels", MaxDepth), "")
	}
	p.depth++
	p.advance()
	for !p.token.is(closings[opening.text]) {
		if p.token.is(",") {
			p.report(p.token.start, "a comma too many", "leave it out")
			p.advance()
			continue
		}
		if !item() || p.full() || !p.separated(opening) {
			return false
		}
	}
	p.depth--
	p.advance()
	return true
}

// separated takes the comma behind an item. There is none behind the last.
func (p *parser) separated(opening token) bool {
	switch closing := closings[opening.text]; {
	case p.token.is(","):
		p.advance()
	case p.token.is(closing):
	case p.token.kind == endToken && p.isUnclosed:
		return false
	case p.token.kind == endToken || p.startsStatement():
		return p.fail(opening.start, fmt.Sprintf("%s is not closed", opening), "write "+closing+" where it ends")
	case p.startsItem():
		p.report(p.token.start, "a comma is missing before this", "")
	default:
		return p.fail(p.token.start, fmt.Sprintf("%s where a comma or %s should stand", p.token, closing), "")
	}
	return true
}

// startsItem reports whether an item may begin with the next token.
func (p *parser) startsItem() bool {
	return p.token.kind != markToken && p.token.kind != endToken || p.token.is("{") || p.token.is("[")
}

// startsStatement reports whether a line begins with db, which no value does.
func (p *parser) startsStatement() bool { return p.token.newLine && p.token.isName("db") }

// skip passes over the rest of a statement: up to a semicolon or a line that
// begins with a name, outside of all brackets, and in any case to the start of
// another.
func (p *parser) skip() {
	p.isMuted = true
	defer func() { p.isMuted, p.depth = false, 0 }()
	for p.token.kind != endToken {
		switch t := p.token; {
		case p.startsStatement() || t.newLine && t.kind == nameToken && p.depth <= 0:
			return
		case t.is(";") && p.depth <= 0:
			return
		case t.kind == markToken && closings[t.text] != "":
			p.depth++
		case t.is(")") || t.is("]") || t.is("}"):
			p.depth--
		case t.is("/") && !endsOperand(p.last):
			p.regularExpression()
			continue
		}
		p.advance()
	}
}

// endsOperand reports whether a slash behind the token divides.
func endsOperand(t token) bool {
	return t.kind != markToken && t.kind != endToken || t.is(")") || t.is("]") || t.is("}")
}
