//go:build !js

package regex

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// node is a part of a pattern.
type node struct {
	kind      nodeKind
	set       *charset // nodeSet
	sub       []*node
	number    int // of a group, of the group that is referred to, the length of a look behind
	min       int // nodeRepeat
	max       int // nodeRepeat: -1 for any number
	greed     greed
	assert    byte // nodeAssert: its letter, "^", "$" or "m" for the "^" of option m, "n" for its "$"
	isNegated bool // nodeLook
	isBehind  bool // nodeLook
}

type nodeKind int

const (
	nodeSet nodeKind = iota
	nodeSequence
	nodeBranches
	nodeGroup
	nodeRepeat
	nodeAssert
	nodeReference
	nodeAtomic
	nodeLook
	nodeBack
)

type greed int

const (
	greedy greed = iota
	lazy
	possessive
)

// parser reads a pattern for the backtracking engine, which matches like PCRE2 all
// patterns that parser does not refuse.
type parser struct {
	scanner
	depth      int
	groups     int
	references []reference
	isQuoted   bool // between \Q and \E
}

// reference is to a group that may be further behind.
type reference struct {
	node *node
	name string // or its number is in node
}

// maxDepth is how deep PCRE2 lets groups be nested.
const maxDepth = 250

func (p *parser) parse() (*node, error) {
	tree, err := p.branches()
	if err != nil {
		return nil, err
	}
	if p.hasMore() {
		return nil, invalid("unmatched closing parenthesis")
	}
	for _, r := range p.references {
		if r.name != "" {
			r.node.number = p.names[r.name]
		}
		if r.node.number == 0 || r.node.number > p.groups {
			return nil, invalid("reference to non-existent subpattern")
		}
	}
	return tree, nil
}

// branches reads up to the end of a group, or of the pattern.
func (p *parser) branches() (*node, error) {
	var all []*node
	for {
		sequence, err := p.sequence()
		if err != nil {
			return nil, err
		}
		all = append(all, sequence)
		if !p.accept("|") {
			break
		}
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return &node{kind: nodeBranches, sub: all}, nil
}

func (p *parser) sequence() (*node, error) {
	out := &node{kind: nodeSequence}
	for p.ignore(); p.hasMore() && (p.isQuoted || !p.peek("|") && !p.peek(")")); p.ignore() {
		item, err := p.item()
		if err != nil {
			return nil, err
		}
		if item == nil { // (?i)
			if p.ignore(); p.quantifies() {
				return nil, invalid("quantifier does not follow a repeatable item")
			}
			continue
		}
		if item, err = p.repeated(item); err != nil {
			return nil, err
		}
		out.sub = append(out.sub, item)
	}
	return out, nil
}

// ignore skips text that matches nothing: \Q, \E, comments, and with option x white
// space.
func (p *parser) ignore() {
	for p.hasMore() {
		switch {
		case p.isQuoted && p.accept(`\E`):
			p.isQuoted = false
		case p.isQuoted:
			return
		case p.accept(`\Q`):
			p.isQuoted = true
		case p.accept(`\E`):
		case p.peek("(?#") && slices.Contains(p.in[p.pos:], ')'):
			p.pos += slices.Index(p.in[p.pos:], ')') + 1
		case p.flags.extended && isPatternSpace(p.in[p.pos]):
			p.pos++
		case p.flags.extended && p.peek("#"):
			for p.hasMore() && p.in[p.pos] != '\n' {
				p.pos++
			}
		default:
			return
		}
	}
}

// isPatternSpace reports whether option x ignores r: Unicode's property
// Pattern_White_Space.
func isPatternSpace(r rune) bool {
	return strings.ContainsRune("\t\n\v\f\r \u0085\u200e\u200f\u2028\u2029", r)
}

func (p *parser) item() (*node, error) {
	c := p.in[p.pos]
	if p.isQuoted {
		p.pos++
		return p.character(c)
	}
	switch c {
	case '(':
		return p.group()
	case '[':
		return p.class()
	case '\\':
		return p.escape()
	case '*', '+', '?':
		return nil, invalid("quantifier does not follow a repeatable item")
	case '{':
		if counted.MatchString(p.ahead(16)) {
			return nil, invalid("quantifier does not follow a repeatable item")
		}
		c, err := p.openBrace()
		if err != nil {
			return nil, err
		}
		return p.character(c)
	}
	p.pos++
	switch c {
	case '^':
		return p.assertion(map[bool]byte{true: 'm', false: '^'}[p.flags.multiline])
	case '$':
		return p.assertion(map[bool]byte{true: 'n', false: '$'}[p.flags.multiline])
	case '.':
		if p.flags.dotAll {
			return &node{kind: nodeSet, set: &charset{isNegated: true}}, nil
		}
		return &node{kind: nodeSet, set: &charset{ranges: []rune{'\n', '\n'}, isNegated: true}}, nil
	}
	return p.character(c)
}

func (p *parser) character(c rune) (*node, error) {
	if !p.canFold(c) {
		return nil, p.refuse("the letter " + string(c) + " with option i")
	}
	set := &charset{}
	set.add(c, c, p.flags.caseless)
	return &node{kind: nodeSet, set: set}, nil
}

func (p *parser) assertion(letter byte) (*node, error) {
	return &node{kind: nodeAssert, assert: letter}, nil
}

// quantifies reports whether a quantifier comes next.
func (p *parser) quantifies() bool {
	if p.isQuoted || !p.hasMore() {
		return false
	}
	return strings.ContainsRune("*+?", p.in[p.pos]) || counted.MatchString(p.ahead(16))
}

// repeated reads the quantifier that follows an item, if there is one.
func (p *parser) repeated(item *node) (*node, error) {
	if p.ignore(); !p.quantifies() {
		return item, nil
	}
	switch item.kind {
	case nodeAssert:
		return nil, invalid("quantifier does not follow a repeatable item")
	case nodeLook:
		return nil, p.refuse("a repeated look-around")
	}
	low, high, err := p.bounds()
	if err != nil {
		return nil, err
	}
	out := &node{kind: nodeRepeat, sub: []*node{item}, min: low, max: high}
	switch p.ignore(); {
	case p.isQuoted:
	case p.accept("?"):
		out.greed = lazy
	case p.accept("+"):
		out.greed = possessive
	}
	if p.ignore(); p.quantifies() {
		return nil, invalid("quantifier does not follow a repeatable item")
	}
	return out, nil
}

// maxCount is how often PCRE2 repeats something by count.
const maxCount = 65535

func (p *parser) bounds() (low, high int, err error) {
	count := counted.FindStringSubmatch(p.ahead(16))
	switch {
	case p.accept("*"):
		return 0, -1, nil
	case p.accept("+"):
		return 1, -1, nil
	case p.accept("?"):
		return 0, 1, nil
	}
	p.pos += len(count[0])
	low = number(count[1])
	switch {
	case count[2] == "":
		high = low
	case count[3] == "":
		high = -1
	default:
		high = number(count[3])
	}
	switch {
	case low > maxCount || high > maxCount:
		return 0, 0, invalid("number too big in {} quantifier")
	case high >= 0 && high < low:
		return 0, 0, invalid("numbers out of order in {} quantifier")
	}
	return low, high, nil
}

// number reads decimal digits, of which there are at most five.
func number(text string) (n int) {
	for _, c := range text {
		n = 10*n + int(c-'0')
	}
	return n
}

// width returns how many characters a part of a pattern matches, if that is always
// the same.
func (n *node) width() (int, bool) {
	switch n.kind {
	case nodeSet:
		return 1, true
	case nodeAssert, nodeLook:
		return 0, true
	case nodeReference:
		return 0, false
	case nodeRepeat:
		w, fixed := n.sub[0].width()
		return w * n.min, fixed && n.min == n.max
	case nodeBranches:
		first, fixed := n.sub[0].width()
		for _, sub := range n.sub[1:] {
			w, also := sub.width()
			fixed = fixed && also && w == first
		}
		return first, fixed
	}
	sum, fixed := 0, true
	for _, sub := range n.sub {
		w, also := sub.width()
		sum, fixed = min(sum+w, utf8.MaxRune), fixed && also
	}
	return sum, fixed
}
