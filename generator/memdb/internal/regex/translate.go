package regex

import (
	"regexp"
	"strings"
)

// translator rewrites a PCRE2 pattern for Go's engine, rune by rune, and stops at any
// construct that the two engines do not share.
//
// PCRE2's "$" also matches before a newline that ends the string. Go has no such
// assertion, so "$" becomes an empty group, the marker, and an optional last newline;
// that is the same as long as nothing of the pattern follows.
type translator struct {
	scanner
	out       strings.Builder
	open      []group
	groups    int // capture groups of the pattern
	written   int // capture groups written, markers included
	markers   []int
	hasEnded  bool // a "$" is before this place, in this branch
	canRepeat bool // the last item may be repeated
	anchored  bool
}

// group holds the state that is restored after a closing parenthesis.
type group struct {
	flags          flags
	hasEnded       bool // before the group
	hasEndedBranch bool // a branch of the group ended in "$"
}

// unshared refuses a construct that only one of the engines has.
func (t *translator) unshared() error { return t.refuse("what Go's engine does not share") }

func (t *translator) translate() (string, error) {
	if t.flags.extended {
		return "", t.unshared()
	}
	if t.flags.caseless {
		t.out.WriteString("(?i)")
	}
	for t.hasMore() {
		if err := t.item(); err != nil {
			return "", err
		}
	}
	if len(t.open) > 0 {
		return "", invalid("missing closing parenthesis")
	}
	return t.out.String(), nil
}

func (t *translator) item() error {
	c := t.in[t.pos]
	switch c {
	case ')':
		return t.close()
	case '|':
		return t.branch()
	case '*', '+', '?', '{':
		return t.quantifier()
	}
	if t.hasEnded {
		return t.unshared()
	}
	switch c {
	case '(':
		return t.group()
	case '^':
		return t.caret()
	case '$':
		t.pos++
		return t.dollar(t.flags.multiline)
	case '[':
		return t.class()
	case '\\':
		return t.escape()
	case '.':
		t.pos++
		t.emit(map[bool]string{true: "(?s:.)", false: "(?-s:.)"}[t.flags.dotAll])
		return nil
	}
	t.pos++
	return t.literal(c)
}

// emit writes something that may be repeated.
func (t *translator) emit(text string) {
	t.out.WriteString(text)
	t.canRepeat = true
}

// assert writes an assertion, which matches no character. PCRE2 lets it be repeated;
// that is refused.
func (t *translator) assert(text string) {
	t.out.WriteString(text)
	t.canRepeat = false
}

func (t *translator) literal(c rune) error {
	if !t.canFold(c) {
		return t.unshared()
	}
	t.emit(regexp.QuoteMeta(string(c)))
	return nil
}

func (t *translator) branch() error {
	t.pos++
	t.assert("|")
	if n := len(t.open); n > 0 {
		t.open[n-1].hasEndedBranch = t.open[n-1].hasEndedBranch || t.hasEnded
		t.hasEnded = t.open[n-1].hasEnded
		return nil
	}
	t.hasEnded = false
	return nil
}

func (t *translator) close() error {
	if len(t.open) == 0 {
		return invalid("unmatched closing parenthesis")
	}
	t.pos++
	g := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	t.hasEnded = t.hasEnded || g.hasEndedBranch
	t.flags = g.flags
	t.emit(")")
	return nil
}

var groupStart = regexp.MustCompile(`^\((\?:|\?P?<([A-Za-z_]\w{0,31})>|\?[ims]*(?:-[ims]+)?[:)])?`)

func (t *translator) group() error {
	found := groupStart.FindStringSubmatch(t.ahead(64))
	start, name := found[0], found[2]
	t.pos += len(start)
	switch {
	case start == "(" && (t.peek("?") || t.peek("*")):
		return t.unshared()
	case strings.HasSuffix(start, ")"):
		t.setFlags(start[2 : len(start)-1])
		t.assert(start)
		return nil
	}
	t.open = append(t.open, group{flags: t.flags, hasEnded: t.hasEnded})
	t.canRepeat = false
	if start == "(" || strings.HasSuffix(start, ">") {
		t.groups++
		t.written++
		t.out.WriteString("(")
		if name != "" {
			return t.addName(name, t.groups)
		}
		return nil
	}
	t.setFlags(start[2 : len(start)-1])
	t.out.WriteString(start)
	return nil
}

// caret: with option m PCRE2 does not match after a newline that ends the
// string, Go does. Where a character must follow, that is no difference.
func (t *translator) caret() error {
	t.pos++
	t.anchored = true
	if !t.flags.multiline {
		t.assert(`\A`)
		return nil
	}
	if !plainCharacter.MatchString(t.ahead(3)) {
		return t.unshared()
	}
	t.assert("(?m:^)")
	return nil
}

var plainCharacter = regexp.MustCompile(`^(?:[^\\\[\](){}*+?|^$.]|\\[dDwWsS])(?:[^*?{]|$)`)

func (t *translator) dollar(multiline bool) error {
	if multiline {
		t.assert("(?m:$)")
		return nil
	}
	t.written++
	t.markers = append(t.markers, t.written)
	t.assert(`()\n?\z`)
	t.hasEnded = true
	return nil
}

func (t *translator) quantifier() error {
	if t.in[t.pos] == '{' {
		count := counted.FindString(string(t.in[t.pos:min(len(t.in), t.pos+16)]))
		if count == "" {
			return t.brace()
		}
		return t.repeat(count)
	}
	return t.repeat(string(t.in[t.pos]))
}

func (t *translator) brace() error {
	if t.hasEnded {
		return t.unshared()
	}
	c, err := t.openBrace()
	if err != nil {
		return err
	}
	return t.literal(c)
}

func (t *translator) repeat(text string) error {
	switch {
	case t.hasEnded:
		return t.unshared()
	case !t.canRepeat && (t.out.Len() == 0 || strings.HasSuffix(t.out.String(), "|") || strings.HasSuffix(t.out.String(), "(")):
		return invalid("quantifier does not follow a repeatable item")
	case !t.canRepeat:
		return t.unshared()
	}
	t.pos += len(text)
	if t.peek("?") {
		t.pos++
		text += "?"
	}
	t.out.WriteString(text)
	if t.peek("+") || t.peek("*") || t.peek("?") || counted.MatchString(string(t.in[t.pos:min(len(t.in), t.pos+16)])) {
		return t.unshared()
	}
	t.canRepeat = false
	return nil
}

const space = `\t\n\v\f\r `

func (t *translator) escape() error {
	if t.pos+1 == len(t.in) {
		return invalid(`\ at end of pattern`)
	}
	c := t.in[t.pos+1]
	t.pos += 2
	switch c {
	case 'd', 'D', 'w', 'W':
		// Case folding must not touch them: \w holds neither ſ nor the Kelvin sign.
		t.emit(`(?-i:\` + string(c) + `)`)
		return nil
	case 's':
		t.emit("[" + space + "]")
		return nil
	case 'S':
		t.emit("[^" + space + "]")
		return nil
	case 'b', 'B':
		t.anchored = true
		t.assert(`\` + string(c))
		return nil
	case 'A':
		t.anchored = true
		t.assert(`\A`)
		return nil
	case 'z':
		t.assert(`\z`)
		return nil
	case 'Z':
		return t.dollar(false)
	}
	r, err := t.escapedRune(c)
	if err != nil {
		return err
	}
	return t.literal(r)
}
