//go:build !js

package regex

// class reads [ … ].
func (p *parser) class() (*node, error) {
	negated, err := p.openClass()
	if err != nil {
		return nil, err
	}
	set := &charset{isNegated: negated}
	var types classTypes
	for first := true; ; first = false {
		if !p.hasMore() {
			return nil, invalid("missing terminating ] for character class")
		}
		if !first && p.accept("]") {
			return &node{kind: nodeSet, set: set}, nil
		}
		if err := p.classItem(set, &types); err != nil {
			return nil, err
		}
		if types.posix > 0 && types.negated > 0 && types.all > 1 {
			return nil, p.refuse("a class of POSIX beside a negated one in a class")
		}
	}
}

// classTypes counts the kinds of items in a class: versions of PCRE2 differ in which
// letters beyond Latin-1 are in one that has [:alpha:] or the like beside \S or the
// like.
type classTypes struct{ all, posix, negated int }

func (p *parser) classItem(set *charset, types *classTypes) error {
	posix := p.peek("[")
	class, known, err := p.classType()
	if err != nil {
		return err
	}
	if known {
		set.addType(class)
		types.all++
		if posix {
			types.posix++
		}
		if class.isNegated {
			types.negated++
		}
		if p.peek("-") && !p.peek("-]") {
			return p.refuse("a hyphen after a class in a class")
		}
		return nil
	}
	low, err := p.classRune()
	if err != nil {
		return err
	}
	if !p.peek("-") || p.peek("-]") {
		set.add(low, low, p.flags.caseless)
		return nil
	}
	p.pos++
	if _, known, err = p.classType(); known || err != nil {
		return p.refuse("a range to a class in a class")
	}
	high, err := p.classRune()
	if err != nil {
		return err
	}
	if high < low {
		return invalid("range out of order in character class")
	}
	if high >= 0x80 && p.flags.caseless {
		return p.refuse("a range of letters that are not ASCII with option i")
	}
	set.add(low, high, p.flags.caseless)
	return nil
}

// classType reads \d, [:alpha:] and the like.
func (p *parser) classType() (class characterType, known bool, err error) {
	if p.peek(`\`) && p.pos+1 < len(p.in) {
		if class, known = characterTypes[p.in[p.pos+1]]; known {
			p.pos += 2
		}
		return class, known, nil
	}
	if !p.peek("[:") && !p.peek("[.") && !p.peek("[=") {
		return class, false, nil
	}
	found := posixClass.FindStringSubmatch(p.ahead(16))
	if found != nil {
		class, known = posixType(found[2], found[1] != "", p.flags.caseless)
	}
	if !known {
		return class, false, p.refuse(p.ahead(2) + " in a class")
	}
	p.pos += len(found[0])
	return class, true, nil
}

func (p *parser) classRune() (rune, error) {
	if !p.hasMore() {
		return 0, invalid("missing terminating ] for character class")
	}
	c := p.in[p.pos]
	p.pos++
	if c == '\\' {
		if !p.hasMore() {
			return 0, invalid(`\ at end of pattern`)
		}
		c = p.in[p.pos]
		p.pos++
		if c == 'b' {
			return '\b', nil
		}
		var err error
		if c, err = p.escapedRune(c); err != nil {
			return 0, err
		}
	}
	if !p.canFold(c) {
		return 0, p.refuse("the letter " + string(c) + " with option i")
	}
	return c, nil
}
