package regex

import (
	"fmt"
	"regexp"
	"strings"
)

var posixClasses = map[string]bool{
	"alpha": true, "digit": true, "alnum": true, "upper": true, "lower": true,
	"xdigit": true, "punct": true, "space": true, "word": true,
}

// class reads [ … ] and writes it anew, character by character.
func (t *translator) class() error {
	t.pos++
	var out strings.Builder
	out.WriteString("[")
	if t.peek("^") {
		t.pos++
		out.WriteString("^")
	}
	for first := true; ; first = false {
		if !t.more() {
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
		return "", t.refuse()
	}
	high, err := t.classRune()
	if err != nil {
		return "", err
	}
	if high < low {
		return "", invalid("range out of order in character class")
	}
	if high >= 0x80 && t.flags.caseless {
		return "", t.refuse()
	}
	return fmt.Sprintf(`\x{%x}-\x{%x}`, low, high), nil
}

func (t *translator) classRune() (rune, error) {
	if !t.more() {
		return 0, invalid("missing terminating ] for character class")
	}
	c := t.in[t.pos]
	t.pos++
	if c == '\\' {
		if !t.more() {
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
		return 0, t.refuse()
	}
	return c, nil
}

// classEscape writes \d, \w and \s as ranges. Their negations are refused, and
// so is a hyphen after them, which one engine takes literally.
func (t *translator) classEscape() (string, error) {
	c := t.in[t.pos+1]
	t.pos += 2
	if t.peek("-") && t.pos+1 < len(t.in) && t.in[t.pos+1] != ']' {
		return "", t.refuse()
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
	return "", t.refuse()
}

var posixClass = regexp.MustCompile(`^\[:(\w+):\]`)

func (t *translator) posixClass() (string, error) {
	found := posixClass.FindStringSubmatch(string(t.in[t.pos:min(len(t.in), t.pos+16)]))
	if found == nil || !posixClasses[found[1]] || t.flags.caseless {
		return "", t.refuse()
	}
	t.pos += len(found[0])
	return found[0], nil
}
