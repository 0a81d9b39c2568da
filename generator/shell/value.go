package shell

import (
	"math"
	"strings"

	"modelbook/generator/ejson"
)

// notEvaluated ends messages about text that needs a JavaScript engine.
const notEvaluated = " is JavaScript, which is not evaluated here"

// value reads a value, which may be several strings that + joins.
func (p *parser) value() (*ejson.Value, bool) {
	v, ok := p.operand()
	if ok && p.token.is("+") {
		v, ok = p.joined(v)
	}
	return v, ok && p.refuseOperator()
}

// refuseOperator refuses operators after a value.
func (p *parser) refuseOperator() bool {
	const operators = "+-*/%<>=!&|^?~.("
	if t := p.token; t.kind == markToken && (t.text == "=>" || strings.Contains(operators, t.text)) {
		return p.fail(t.start, t.text+" behind a value"+notEvaluated, "write the value that comes out")
	}
	return true
}

// joined reads the strings that + joins to the first.
func (p *parser) joined(first *ejson.Value) (*ejson.Value, bool) {
	var b strings.Builder
	complete := true
	for next, ok := first, true; ; {
		switch {
		case !ok:
			return nil, false
		case next == nil:
			complete = false
		case next.Kind != ejson.String:
			return nil, p.fail(next.Start, "+ with anything but strings"+notEvaluated, "write the value that comes out")
		default:
			b.WriteString(next.Text)
		}
		if !p.accept("+") {
			break
		}
		next, ok = p.operand()
	}
	if !complete {
		return nil, true
	}
	return &ejson.Value{Kind: ejson.String, Start: first.Start, End: p.last.end, Text: b.String()}, true
}

// operand reads one value of a sum.
func (p *parser) operand() (*ejson.Value, bool) {
	start := p.token.start
	v, ok := p.read()
	if v != nil {
		v.Start, v.End = start, p.last.end
	}
	return v, ok
}

func (p *parser) read() (*ejson.Value, bool) {
	switch t := p.token; {
	case t.kind == stringToken || t.kind == templateToken:
		p.advance()
		return stringOf(t.text), true
	case t.kind == numberToken:
		return p.number(""), true
	case t.kind == nameToken:
		return p.word()
	case t.is("{"):
		return p.object()
	case t.is("["):
		return p.array()
	case t.is("("):
		return p.parenthesized()
	case t.is("-") || t.is("+"):
		return p.signed()
	case t.is("/"):
		return p.regularExpression(), true
	default:
		return nil, p.fail(t.start, t.String()+" where a value should stand", "")
	}
}

// number reads a number behind a sign, if there is one.
func (p *parser) number(sign string) *ejson.Value {
	t := p.token
	p.advance()
	f, problem, hint := parseNumber(t.text)
	if isBigInt(t.text) && sign != "+" {
		if v, ok := bigInt(sign, t.text); ok {
			return v
		}
		problem = t.String() + " does not fit into 64 bits"
	}
	if problem != "" {
		p.report(t.start, problem, hint)
		return nil
	}
	if sign == "-" {
		f = -f
	}
	return numberOf(f)
}

func (p *parser) signed() (*ejson.Value, bool) {
	sign := p.token
	p.advance()
	switch {
	case p.token.kind == numberToken:
		return p.number(sign.text), true
	case p.token.isName("Infinity"):
		p.advance()
		return numberOf(math.Inf(map[string]int{"+": 1, "-": -1}[sign.text])), true
	}
	return nil, p.fail(sign.start, sign.text+" before anything but a number"+notEvaluated, "write the value that comes out")
}

func (p *parser) parenthesized() (v *ejson.Value, ok bool) {
	opening, count := p.token.start, 0
	ok = p.sequence(func() (ok bool) {
		count++
		v, ok = p.value()
		return ok
	})
	if ok && count != 1 {
		p.report(opening, "between ( and ) stands one value", "")
		return nil, true
	}
	return v, ok
}

func (p *parser) array() (*ejson.Value, bool) {
	v := &ejson.Value{Kind: ejson.Array}
	items, ok := p.values()
	for _, item := range items {
		if item != nil {
			v.Items = append(v.Items, item)
		}
	}
	return v, ok
}

// values reads the values between two brackets.
func (p *parser) values() (all []*ejson.Value, ok bool) {
	ok = p.sequence(func() bool {
		v, ok := p.value()
		all = append(all, v)
		return ok
	})
	return all, ok
}

// wrap returns a value of a type of its own in Extended JSON.
func wrap(name string, value *ejson.Value) *ejson.Value {
	return &ejson.Value{Kind: ejson.Object, Members: []ejson.Member{{Key: name, Value: value}}}
}

func stringOf(text string) *ejson.Value { return &ejson.Value{Kind: ejson.String, Text: text} }
