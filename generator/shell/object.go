package shell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"modelbook/generator/ejson"
)

// object reads an object. Its keys are in the order in which JavaScript lists
// them.
func (p *parser) object() (*ejson.Value, bool) {
	v := &ejson.Value{Kind: ejson.Object}
	seen := map[string]bool{}
	ok := p.sequence(func() bool {
		m, ok := p.member()
		if !ok || m.Value == nil {
			return ok
		}
		if seen[m.Key] {
			p.report(m.Start, fmt.Sprintf("the key %q comes twice", short(m.Key)), "JavaScript keeps only the last one")
		}
		seen[m.Key] = true
		v.Members = append(v.Members, m)
		return true
	})
	slices.SortStableFunc(v.Members, byIndex)
	return v, ok
}

// byIndex has keys that are array indexes first (ECMA-262,
// "OrdinaryOwnPropertyKeys").
func byIndex(a, b ejson.Member) int {
	i, first := arrayIndex(a.Key)
	j, second := arrayIndex(b.Key)
	switch {
	case first && second:
		return cmp.Compare(i, j)
	case first:
		return -1
	case second:
		return 1
	}
	return 0
}

func arrayIndex(key string) (uint64, bool) {
	n, err := strconv.ParseUint(key, 10, 32)
	return n, err == nil && n < 1<<32-1 && strconv.FormatUint(n, 10) == key
}

// member reads a key and its value.
func (p *parser) member() (m ejson.Member, ok bool) {
	computed := p.token.is("[")
	m.Start = p.token.start
	m.Key, ok = p.key()
	m.End = p.last.end
	if !ok {
		return m, false
	}
	switch {
	case p.token.is(":"):
		p.advance()
	case p.token.is("("):
		return m, p.fail(m.Start, "a method"+notEvaluated, "")
	case p.token.is(",") || p.token.is("}"):
		p.report(m.Start, fmt.Sprintf("%s has no value", short(m.Key)), "a name alone stands for a variable; there are none")
		return m, true
	default:
		return m, p.fail(p.token.start, fmt.Sprintf("%s where the colon behind %s should stand", p.token, short(m.Key)), "")
	}
	if m.Value, ok = p.value(); ok && !p.usable(m, computed) {
		m.Value = nil
	}
	return m, ok
}

// usable refuses keys that would not arrive as they are.
func (p *parser) usable(m ejson.Member, computed bool) bool {
	switch {
	case m.Key == "__proto__" && !computed:
		p.report(m.Start, "__proto__ is no field, it sets the object's prototype", "write ['__proto__']")
	case ejson.IsWrapper(m.Key):
		p.report(m.Start, m.Key+" belongs to Extended JSON, which the shell does not read", "write ObjectId('…'), ISODate('…'), Long('…') and so on")
	default:
		return true
	}
	return false
}

// key reads a field's name.
func (p *parser) key() (string, bool) {
	switch t := p.token; {
	case t.kind == nameToken || t.kind == stringToken:
		p.advance()
		return t.text, true
	case t.kind == numberToken:
		p.advance()
		f, problem, hint := parseNumber(t.text)
		if problem != "" {
			p.report(t.start, problem, hint)
		}
		return numberText(f), true
	case t.is("["):
		return p.bracketed()
	default:
		return "", p.fail(t.start, t.String()+" where a field's name should stand", "")
	}
}
