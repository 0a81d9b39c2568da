//go:build !js

package regex

// program is a pattern as the backtracking engine runs it.
type program struct {
	code      []instruction
	groups    int
	registers int
	// looksFurther: an assertion in a look behind needs the text before it. PCRE2 does
	// not count that in how far back it may see, when a search begins in the middle of
	// a text.
	looksFurther bool
}

type instruction struct {
	op   operation
	x, y int // where to go on, or registers and numbers: see operation
	set  *charset
}

type operation byte

const (
	opSet       operation = iota // one character of set
	opAssert                     // x: the letter of the assertion
	opReference                  // x: the group
	opBack                       // x: how many characters
	opSplit                      // x, or else y
	opJump                       // x
	opOpen                       // x: the group begins
	opClose                      // x: it ends
	opEnter                      // x: the register of the position where an iteration begins
	opRepeat                     // the same; y: where to go on after one that matched nothing
	opHold                       // x: the register of the number of alternatives where an atomic group begins
	opCommit                     // the same, where it ends
	opLook                       // the same for a look-around, and x+1 for its position
	opSeen                       // the same, where it ends
	opRefute                     // x as before; y: where to go on if the group does not match
	opRefuted                    // x as before: it did
	opMatch
)

// maxInstructions is how long a program may be: repetitions by count are written
// out.
const maxInstructions = 1 << 16

func (p *parser) compile(tree *node) (*program, error) {
	// The first registers are the bounds of the groups, then where they began.
	out := &program{groups: p.groups, registers: 3 * (p.groups + 1)}
	out.write(tree)
	out.emit(instruction{op: opMatch})
	if len(out.code) > maxInstructions {
		return nil, p.refuse("that much to repeat")
	}
	return out, nil
}

func (p *program) emit(i instruction) int {
	p.code = append(p.code, i)
	return len(p.code) - 1
}

// register reserves n registers and returns the number of the first.
func (p *program) register(n int) int {
	p.registers += n
	return p.registers - n
}

func (p *program) write(n *node) {
	if len(p.code) > maxInstructions {
		return
	}
	switch n.kind {
	case nodeSet:
		p.emit(instruction{op: opSet, set: n.set})
	case nodeAssert:
		p.emit(instruction{op: opAssert, x: int(n.assert)})
	case nodeReference:
		p.emit(instruction{op: opReference, x: n.number})
	case nodeBack:
		p.emit(instruction{op: opBack, x: n.number})
	case nodeSequence:
		p.writeAll(n.sub)
	case nodeBranches:
		p.writeBranches(n.sub)
	case nodeGroup:
		p.emit(instruction{op: opOpen, x: n.number})
		p.writeAll(n.sub)
		p.emit(instruction{op: opClose, x: n.number})
	case nodeAtomic:
		p.writeAtomic(func() { p.writeAll(n.sub) })
	case nodeLook:
		p.writeLook(n)
	case nodeRepeat:
		p.writeRepeat(n)
	}
}

func (p *program) writeAll(nodes []*node) {
	for _, n := range nodes {
		p.write(n)
	}
}

func (p *program) writeBranches(branches []*node) {
	var ends []int
	for i, branch := range branches {
		if i == len(branches)-1 {
			p.write(branch)
			break
		}
		split := p.emit(instruction{op: opSplit})
		p.code[split].x = len(p.code)
		p.write(branch)
		ends = append(ends, p.emit(instruction{op: opJump}))
		p.code[split].y = len(p.code)
	}
	for _, end := range ends {
		p.code[end].x = len(p.code)
	}
}

func (p *program) writeAtomic(body func()) {
	held := p.register(1)
	p.emit(instruction{op: opHold, x: held})
	body()
	p.emit(instruction{op: opCommit, x: held})
}

func (p *program) writeLook(n *node) {
	p.looksFurther = p.looksFurther || n.isBehind && n.hasAssertion()
	held := p.register(2)
	if !n.isNegated {
		p.emit(instruction{op: opLook, x: held})
		p.writeAll(n.sub)
		p.emit(instruction{op: opSeen, x: held})
		return
	}
	begin := p.emit(instruction{op: opRefute, x: held})
	p.writeAll(n.sub)
	p.emit(instruction{op: opRefuted, x: held})
	p.code[begin].y = len(p.code)
}

func (p *program) writeRepeat(n *node) {
	if n.greed == possessive {
		p.writeAtomic(func() {
			again := *n
			again.greed = greedy
			p.writeRepeat(&again)
		})
		return
	}
	copies := n.min
	if n.max < 0 && copies > 0 {
		copies-- // the last is the loop
	}
	for i := 0; i < copies && len(p.code) <= maxInstructions; i++ {
		p.write(n.sub[0])
	}
	if n.max < 0 {
		p.writeLoop(n)
		return
	}
	var splits []int
	for i := n.min; i < n.max && len(p.code) <= maxInstructions; i++ {
		splits = append(splits, p.emit(instruction{op: opSplit}))
		p.write(n.sub[0])
	}
	for _, split := range splits {
		p.split(split, split+1, len(p.code), n.greed)
	}
}

// writeLoop writes an unbounded repetition, at least once unless min is 0. An
// iteration that matches nothing is the last.
func (p *program) writeLoop(n *node) {
	first := -1
	if n.min == 0 {
		first = p.emit(instruction{op: opSplit})
	}
	begin := len(p.code)
	repeat := -1
	if n.sub[0].canBeEmpty() {
		entered := p.register(1)
		p.emit(instruction{op: opEnter, x: entered})
		p.write(n.sub[0])
		repeat = p.emit(instruction{op: opRepeat, x: entered})
	} else {
		p.write(n.sub[0])
	}
	last := p.emit(instruction{op: opSplit})
	end := len(p.code)
	p.split(last, begin, end, n.greed)
	if first >= 0 {
		p.split(first, begin, end, n.greed)
	}
	if repeat >= 0 {
		p.code[repeat].y = end
	}
}

func (p *program) split(at, body, end int, greed greed) {
	p.code[at].x, p.code[at].y = body, end
	if greed == lazy {
		p.code[at].x, p.code[at].y = end, body
	}
}

// hasAssertion reports whether an assertion or a look-around is below n.
func (n *node) hasAssertion() bool {
	for _, sub := range n.sub {
		if sub.kind == nodeAssert || sub.kind == nodeLook || sub.hasAssertion() {
			return true
		}
	}
	return false
}

// canBeEmpty reports whether the part may match no character.
func (n *node) canBeEmpty() bool {
	switch n.kind {
	case nodeSet:
		return false
	case nodeAssert, nodeReference, nodeLook, nodeBack:
		return true
	case nodeRepeat:
		return n.min == 0 || n.sub[0].canBeEmpty()
	case nodeBranches:
		for _, sub := range n.sub {
			if sub.canBeEmpty() {
				return true
			}
		}
		return false
	}
	for _, sub := range n.sub {
		if !sub.canBeEmpty() {
			return false
		}
	}
	return true
}
