package regex

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	digits    = []rune{'0', '9'}
	wordRunes = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
	spaces    = []rune{'\t', '\r', ' ', ' '}
	alphabet  = []rune{'A', 'Z', 'a', 'z'}
)

// posixRanges are the ranges of [:alpha:] and the like.
var posixRanges = map[string][]rune{
	"alpha": alphabet, "digit": digits, "alnum": {'0', '9', 'A', 'Z', 'a', 'z'},
	"upper": {'A', 'Z'}, "lower": {'a', 'z'}, "xdigit": {'0', '9', 'A', 'F', 'a', 'f'},
	"punct": {'!', '/', ':', '@', '[', '`', '{', '~'}, "space": spaces, "word": wordRunes,
	"blank": {'\t', '\t', ' ', ' '}, "cntrl": {0, 0x1f, 0x7f, 0x7f}, "graph": {'!', '~'}, "print": {' ', '~'},
	"ascii": {0, 0x7f},
}

// class reads [ … ] and writes it anew, character by character.
func (t *translator) class() error {
	negated, err := t.openClass()
	if err != nil {
		return err
	}
	var out strings.Builder
	out.WriteString("[")
	if negated {
		out.WriteString("^")
	}
	for first := true; ; first = false {
		if !t.hasMore() {
			return invalid("missing terminating ] for character class")
		}
		if t.in[t.pos] == ']' && !first {
			t.pos++
			t.emit(out.String() + "]")
			return nil
		}
		item, err := t.classItem()
		if err != nil {
			return err
		}
		out.WriteString(item)
	}
}

func (t *translator) classItem() (string, error) {
	if t.peek("[:") || t.peek("[.") || t.peek("[=") {
		return t.posixClass()
	}
	if t.peek(`\`) && t.pos+1 < len(t.in) && strings.ContainsRune("dDwWsS", t.in[t.pos+1]) {
		return t.classEscape()
	}
	low, err := t.classRune()
	if err != nil {
		return "", err
	}
	if !t.peek("-") || t.pos+1 >= len(t.in) || t.in[t.pos+1] == ']' {
		return fmt.Sprintf(`\x{%x}`, low), nil
	}
	t.pos++
	if t.peek("[:") || t.peek(`\d`) || t.peek(`\w`) || t.peek(`\s`) || t.peek(`\D`) || t.peek(`\W`) || t.peek(`\S`) {
		return "", t.unshared()
	}
	high, err := t.classRune()
	if err != nil {
		return "", err
	}
	if high < low {
		return "", invalid("range out of order in character class")
	}
	if high >= 0x80 && t.flags.caseless {
		return "", t.unshared()
	}
	return fmt.Sprintf(`\x{%x}-\x{%x}`, low, high), nil
}

func (t *translator) classRune() (rune, error) {
	if !t.hasMore() {
		return 0, invalid("missing terminating ] for character class")
	}
	c := t.in[t.pos]
	t.pos++
	if c == '\\' {
		if !t.hasMore() {
			return 0, invalid(`\ at end of pattern`)
		}
		c = t.in[t.pos]
		t.pos++
		if c == 'b' {
			return '\b', nil
		}
		r, err := t.escapedRune(c)
		if err != nil {
			return 0, err
		}
		c = r
	}
	if !t.canFold(c) {
		return 0, t.unshared()
	}
	return c, nil
}

// classEscape writes \d, \w and \s as ranges. Their negations are refused, and
// so is a hyphen after them, which one engine takes literally.
func (t *translator) classEscape() (string, error) {
	c := t.in[t.pos+1]
	t.pos += 2
	if t.peek("-") && t.pos+1 < len(t.in) && t.in[t.pos+1] != ']' {
		return "", t.unshared()
	}
	switch c {
	case 'd':
		return "0-9", nil
	case 's':
		return space, nil
	case 'w':
		if !t.flags.caseless {
			return "0-9A-Za-z_", nil
		}
	}
	return "", t.unshared()
}

var posixClass = regexp.MustCompile(`^\[:(\^?)(\w+):\]`)

func (t *translator) posixClass() (string, error) {
	found := posixClass.FindStringSubmatch(t.ahead(16))
	if found == nil || found[1] != "" || posixRanges[found[2]] == nil || t.flags.caseless {
		return "", t.unshared()
	}
	t.pos += len(found[0])
	return found[0], nil
}
