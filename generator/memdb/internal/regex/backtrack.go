//go:build !js

package regex

import (
	"strings"
	"unicode/utf8"

	"modelbook/generator/memdb/internal/errcode"
)

// maxBacktracks is the number of instructions that one search may run, and maxSaved
// the number of alternatives that it may have left to try. PCRE2 counts less and fails
// after ten million: a search that ends here ends there too.
const (
	maxBacktracks = 1 << 23
	maxSaved      = 1 << 21
)

// machine runs a program on a text: it takes the first alternative, and when that
// fails the last other one that it passed by.
type machine struct {
	*program
	text      string
	registers []int
	saved     []saved
	steps     int
}

// saved is an alternative that was passed by, or the former value of a register: then
// at is the complement of the register's number.
type saved struct{ at, value int32 }

// on is a search.
func (p *program) on(text string) func(from int) ([]int, error) {
	m := &machine{program: p, text: text, registers: make([]int, p.registers)}
	return m.find
}

// find returns the first match that begins at from or later, as Regex.Find does.
func (m *machine) find(from int) ([]int, error) {
	for i := range m.registers {
		m.registers[i] = -1 // a search that fails leaves them so
	}
	m.steps += len(m.registers)
	for start := from; start <= len(m.text); start += runeLength(m.text[start:]) {
		end, err := m.run(start)
		if err != nil {
			return nil, err
		}
		if end >= 0 {
			m.registers[0], m.registers[1] = start, end
			return append([]int(nil), m.registers[:2*(m.groups+1)]...), nil
		}
	}
	return nil, nil
}

// run returns where the match at start ends, or -1 if there is none.
func (m *machine) run(start int) (int, error) {
	m.saved = m.saved[:0]
	at, pos := 0, start
	for at >= 0 {
		if m.steps++; m.steps > maxBacktracks || len(m.saved) > maxSaved {
			return 0, errcode.NotImplemented(tooManySteps)
		}
		i := &m.code[at]
		if i.op == opMatch {
			return pos, nil
		}
		next, moved := m.step(i, at, pos)
		if next < 0 {
			next, moved = m.back()
		}
		at, pos = next, moved
	}
	return -1, nil
}

// step runs one instruction and returns the next one and its position; -1 if it fails.
func (m *machine) step(i *instruction, at, pos int) (next, moved int) {
	switch i.op {
	case opSet:
		r, size := m.runeAt(pos)
		if size == 0 || !i.set.holds(r) {
			return -1, 0
		}
		return at + 1, pos + size
	case opSplit:
		m.saved = append(m.saved, saved{int32(i.y), int32(pos)})
		return i.x, pos
	case opJump:
		return i.x, pos
	case opAssert:
		if !m.asserts(byte(i.x), pos) {
			return -1, 0
		}
	case opReference:
		return m.refer(i.x, at, pos)
	case opBack:
		return m.goBack(i.x, at, pos)
	case opEnter:
		m.set(i.x, pos)
	case opRepeat:
		if m.registers[i.x] == pos {
			return i.y, pos
		}
	case opOpen:
		m.set(2*(m.groups+1)+i.x, pos)
	case opClose:
		m.set(2*i.x, m.registers[2*(m.groups+1)+i.x])
		m.set(2*i.x+1, pos)
	default:
		return m.hold(i, at, pos)
	}
	return at + 1, pos
}

// hold runs the instructions of atomic groups and of look-arounds.
func (m *machine) hold(i *instruction, at, pos int) (next, moved int) {
	switch i.op {
	case opHold, opLook, opRefute:
		m.registers[i.x] = len(m.saved)
		if i.op == opLook {
			m.registers[i.x+1] = pos
		}
		if i.op == opRefute {
			m.saved = append(m.saved, saved{int32(i.y), int32(pos)})
		}
	case opCommit:
		m.commit(m.registers[i.x])
	case opSeen:
		m.commit(m.registers[i.x])
		return at + 1, m.registers[i.x+1]
	case opRefuted:
		height := m.registers[i.x]
		for len(m.saved) > height {
			m.pop()
		}
		return -1, 0
	}
	return at + 1, pos
}

// set changes a register until an alternative that was passed by is taken.
func (m *machine) set(register, value int) {
	m.saved = append(m.saved, saved{^int32(register), int32(m.registers[register])})
	m.registers[register] = value
}

// pop takes the last entry of saved: an alternative, or -1 for a register, which it
// restores.
func (m *machine) pop() (at, pos int) {
	last := m.saved[len(m.saved)-1]
	m.saved = m.saved[:len(m.saved)-1]
	if last.at < 0 {
		m.registers[^last.at] = int(last.value)
		return -1, 0
	}
	return int(last.at), int(last.value)
}

// back takes the last alternative that was passed by, or returns -1 if there is none.
func (m *machine) back() (at, pos int) {
	for at = -1; at < 0 && len(m.saved) > 0; {
		at, pos = m.pop()
	}
	return at, pos
}

// commit forgets the alternatives that were passed by since height, and keeps the
// saved registers, for the alternatives before them.
func (m *machine) commit(height int) {
	m.steps += len(m.saved) - height
	kept := m.saved[:height]
	for _, s := range m.saved[height:] {
		if s.at < 0 {
			kept = append(kept, s)
		}
	}
	m.saved = kept
}

func (m *machine) refer(group, at, pos int) (next, moved int) {
	from, to := m.registers[2*group], m.registers[2*group+1]
	if from < 0 || !strings.HasPrefix(m.text[pos:], m.text[from:to]) {
		return -1, 0
	}
	return at + 1, pos + to - from
}

func (m *machine) goBack(characters, at, pos int) (next, moved int) {
	for range characters {
		_, size := utf8.DecodeLastRuneInString(m.text[:pos])
		if size == 0 {
			return -1, 0
		}
		pos -= size
	}
	return at + 1, pos
}

func (m *machine) runeAt(pos int) (r rune, size int) {
	if pos < len(m.text) && m.text[pos] < utf8.RuneSelf {
		return rune(m.text[pos]), 1
	}
	return utf8.DecodeRuneInString(m.text[pos:])
}

func (m *machine) asserts(letter byte, pos int) bool {
	atEnd := pos == len(m.text)
	switch letter {
	case '^', 'A':
		return pos == 0
	case 'm': // not behind a newline that ends the text
		return pos == 0 || !atEnd && m.text[pos-1] == '\n'
	case '$', 'Z':
		return atEnd || m.text[pos:] == "\n"
	case 'n':
		return atEnd || m.text[pos] == '\n'
	case 'z':
		return atEnd
	}
	before := pos > 0 && isWordByte(m.text[pos-1])
	after := !atEnd && isWordByte(m.text[pos])
	return (before != after) == (letter == 'b')
}

func isWordByte(c byte) bool {
	return c == '_' || c-'0' < 10 || c|0x20-'a' < 26
}
