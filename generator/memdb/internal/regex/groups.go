//go:build !js

package regex

import (
	"regexp"
	"strings"
)

// groupKinds are the beginnings of groups, with the kind that each begins.
var (
	flagGroup  = regexp.MustCompile(`^\(\?(\^[imsx]*|[imsx]*(?:-[imsx]+)?)([:)])`)
	namedGroup = regexp.MustCompile(`^\(\?(?:P?<([A-Za-z_]\w{0,31})>|'([A-Za-z_]\w{0,31})')`)
	// pythonReference is a reference and not a group, in spite of its parentheses.
	pythonReference = regexp.MustCompile(`^\(\?P=(\w+)\)`)
	verb            = regexp.MustCompile(`^\(\*[A-Za-z_]*`)
)

// refusedGroups are the groups that are refused, by their beginnings, the longer
// before the shorter.
var refusedGroups = []struct{ begin, name string }{
	{"(?C", "a callout"},
	{"(?R", "a recursion"}, {"(?&", "a recursion"}, {"(?P>", "a recursion"},
	{"(?(", "a condition"},
	{"(?|", "a group whose branches count anew"},
	{"(?*", "a look-around that is not atomic"}, {"(?<*", "a look-around that is not atomic"},
}

// group reads ( … ), or returns nil for a group that only sets options.
func (p *parser) group() (*node, error) {
	for _, refused := range refusedGroups {
		if p.peek(refused.begin) {
			return nil, p.refuse(refused.name)
		}
	}
	if found := pythonReference.FindStringSubmatch(p.ahead(48)); found != nil {
		p.pos += len(found[0])
		return p.refer(0, found[1])
	}
	if p.depth == maxDepth {
		return nil, invalid("parentheses are too deeply nested")
	}
	p.depth++
	outer := p.flags
	out, err := p.groupStart()
	if err != nil || out == nil {
		p.depth--
		return nil, err
	}
	body, err := p.branches()
	if err != nil {
		return nil, err
	}
	if p.isQuoted || !p.accept(")") {
		return nil, invalid("missing closing parenthesis")
	}
	p.depth--
	p.flags = outer
	out.sub = []*node{body}
	if out.kind == nodeLook && out.isBehind {
		return out, p.goBack(out)
	}
	return out, nil
}

func (p *parser) groupStart() (*node, error) {
	ahead := p.ahead(48)
	if found := flagGroup.FindStringSubmatch(ahead); found != nil {
		if strings.Count(found[1], "x") > 1 {
			return nil, p.refuse("option xx")
		}
		p.pos += len(found[0])
		p.setFlags(found[1])
		if found[2] == ")" {
			return nil, nil
		}
		return &node{kind: nodeSequence}, nil
	}
	if found := namedGroup.FindStringSubmatch(ahead); found != nil {
		return p.capture(found[0], found[1]+found[2])
	}
	switch {
	case p.accept("(?="):
		return &node{kind: nodeLook}, nil
	case p.accept("(?!"):
		return &node{kind: nodeLook, isNegated: true}, nil
	case p.accept("(?<="):
		return &node{kind: nodeLook, isBehind: true}, nil
	case p.accept("(?<!"):
		return &node{kind: nodeLook, isBehind: true, isNegated: true}, nil
	case p.accept("(?>"):
		return &node{kind: nodeAtomic}, nil
	case p.peek("(*"):
		return nil, p.refuse(verb.FindString(ahead))
	case p.peek("(?"):
		return nil, p.refuse(p.ahead(3))
	}
	return p.capture("(", "")
}

func (p *parser) capture(begin, name string) (*node, error) {
	p.pos += len(begin)
	p.groups++
	out := &node{kind: nodeGroup, number: p.groups}
	if name == "" {
		return out, nil
	}
	return out, p.addName(name, p.groups)
}

// maxBehind is how far back a look behind may go in every version of PCRE2.
const maxBehind = 255

// goBack puts before each branch of a look behind how far back it begins. A branch
// that has more than one length is an error of some versions of PCRE2 and not of
// others.
func (p *parser) goBack(look *node) error {
	branches := []*node{look.sub[0]}
	if look.sub[0].kind == nodeBranches {
		branches = look.sub[0].sub
	}
	for i, branch := range branches {
		width, fixed := branch.width()
		if !fixed || width > maxBehind {
			return p.refuse("a look behind of no fixed length")
		}
		branches[i] = &node{kind: nodeSequence, sub: []*node{{kind: nodeBack, number: width}, branch}}
	}
	look.sub[0] = &node{kind: nodeBranches, sub: branches}
	return nil
}

var (
	numbered = regexp.MustCompile(`^\\g(?:(-?[1-9]\d{0,3})|\{(-?[1-9]\d{0,3})\})`)
	named    = regexp.MustCompile(`^\\(?:[gk]\{(\w+)\}|k<(\w+)>|k'(\w+)')`)
)

// escape reads an escape sequence outside of a class.
func (p *parser) escape() (*node, error) {
	if p.pos+1 == len(p.in) {
		return nil, invalid(`\ at end of pattern`)
	}
	ahead := p.ahead(48)
	if found := numbered.FindStringSubmatch(ahead); found != nil {
		p.pos += len(found[0])
		return p.referTo(found[1] + found[2])
	}
	if found := named.FindStringSubmatch(ahead); found != nil {
		p.pos += len(found[0])
		return p.refer(0, found[1]+found[2]+found[3])
	}
	c := p.in[p.pos+1]
	if set, known := characterTypes[c]; known {
		p.pos += 2
		return &node{kind: nodeSet, set: &charset{ranges: set.ranges, isNegated: set.isNegated}}, nil
	}
	switch {
	case c >= '1' && c <= '9':
		if p.pos+2 < len(p.in) && p.in[p.pos+2] >= '0' && p.in[p.pos+2] <= '9' {
			return nil, p.refuse("a back reference or octal number of two digits")
		}
		p.pos += 2
		return p.refer(int(c-'0'), "")
	case strings.ContainsRune("AZzbB", c):
		p.pos += 2
		return p.assertion(byte(c))
	case c == 'R':
		p.pos += 2
		return anyNewline(), nil
	case c == 'N' && !strings.HasPrefix(ahead, `\N{`):
		p.pos += 2
		return &node{kind: nodeSet, set: &charset{ranges: []rune{'\n', '\n'}, isNegated: true}}, nil
	}
	p.pos += 2
	r, err := p.escapedRune(c)
	if err != nil {
		return nil, err
	}
	return p.character(r)
}

// anyNewline is \R.
func anyNewline() *node {
	character := func(r rune) *node { return &node{kind: nodeSet, set: &charset{ranges: []rune{r, r}}} }
	pair := &node{kind: nodeSequence, sub: []*node{character('\r'), character('\n')}}
	one := &node{kind: nodeSet, set: &charset{ranges: vertical}}
	return &node{kind: nodeAtomic, sub: []*node{{kind: nodeBranches, sub: []*node{pair, one}}}}
}

func (p *parser) referTo(text string) (*node, error) {
	n := number(strings.TrimPrefix(text, "-"))
	if strings.HasPrefix(text, "-") {
		if n > p.groups {
			return nil, invalid("reference to non-existent subpattern")
		}
		n = p.groups + 1 - n
	}
	return p.refer(n, "")
}

func (p *parser) refer(n int, name string) (*node, error) {
	if p.flags.caseless {
		return nil, p.refuse("a back reference with option i")
	}
	out := &node{kind: nodeReference, number: n}
	p.references = append(p.references, reference{out, name})
	return out, nil
}
