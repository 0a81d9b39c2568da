package translate

import (
	"strings"
	"sync"
)

// repeated is a piece of a segment that is the same in every language: if it were
// not, it would mislead readers.
type repeated struct {
	kind   repeatedKind
	text   string // the code, the target, the name
	offset int    // in the segment's text
}

type repeatedKind uint8

const (
	inlineCode repeatedKind = iota
	codeBlock
	link
	exampleLink
	footnoteLink
	imageLink
)

func (k repeatedKind) String() string {
	return [...]string{"inline code", "code", "link", "link into an example", "footnote", "image"}[k]
}

const examplePath = "../../examples/"

// scanner takes Markdown apart into repeated pieces and prose. It knows the
// Markdown that pages may hold, so that a base, which is text alone, is read
// without being parsed as a page.
type scanner struct {
	text     string
	at       int
	repeated []repeated
	prose    []span
	hasDigit bool // its prose
}

// span is a piece of prose in a segment's text.
type span struct{ from, to int }

func scan(text string) *scanner {
	s := &scanner{prose: make([]span, 0, strings.Count(text, "`")+4)} // mostly enough
	s.scan(text)
	return s
}

// scanners are those of texts that are compared once.
var scanners = sync.Pool{New: func() any { return new(scanner) }}

// scan takes a text apart; the result of the last scan is overwritten.
func (s *scanner) scan(text string) {
	s.text, s.at, s.repeated, s.prose, s.hasDigit = text, 0, s.repeated[:0], s.prose[:0], false
	for s.at < len(text) {
		if s.at == 0 || text[s.at-1] == '\n' {
			s.line()
			if s.at >= len(text) {
				break
			}
		}
		s.run()
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// line skips the marks at the start of a line, and fenced code.
func (s *scanner) line() {
	rest := s.text[s.at:]
	indent := len(rest) - len(strings.TrimLeft(rest, " \t>"))
	mark := rest[indent:]
	switch s.at += indent; {
	case mark == "":
	case isDigit(mark[0]):
		s.at += itemNumber(mark)
	case mark[0] == '`' || mark[0] == '~':
		if fence := fenceOf(mark); fence != "" {
			s.at -= indent
			s.fenced(fence)
		}
	}
}

// fenceOf returns the run of marks that a line of fenced code begins with.
func fenceOf(line string) string {
	for _, mark := range []string{"`", "~"} {
		run := len(line) - len(strings.TrimLeft(line, mark))
		first, _, _ := strings.Cut(line, "\n")
		if run >= 3 && (mark == "~" || !strings.Contains(first[run:], mark)) {
			return line[:run]
		}
	}
	return ""
}

// fenced reads code up to the fence that closes it.
func (s *scanner) fenced(fence string) {
	start := s.at
	var code strings.Builder
	for i, line := range strings.SplitAfter(s.text[start:], "\n") {
		s.at += len(line)
		content := strings.Trim(line, " \t>\n")
		if i > 0 && strings.HasPrefix(content, fence) && strings.Trim(content, fence[:1]) == "" {
			break
		}
		if i > 0 {
			code.WriteString(strings.TrimLeft(line, " \t>"))
		}
	}
	s.add(codeBlock, strings.TrimRight(code.String(), "\n"), start)
}

// itemNumber returns the length of an ordered item's number, which is no number
// of the text.
func itemNumber(line string) int {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits == 0 || digits+1 >= len(line) || line[digits] != '.' && line[digits] != ')' || line[digits+1] != ' ' {
		return 0
	}
	return digits
}

// opens are the bytes that prose may end at, those that hide the next byte, and digits.
var opens = func() (table [256]bool) {
	for _, c := range []byte("\\\n`<[]{0123456789") {
		table[c] = true
	}
	return table
}()

// run reads prose up to the end of the line or the next piece that is repeated.
func (s *scanner) run() {
	start := s.at
	for {
		rest := s.text[s.at:]
		plain := 0
		for plain < len(rest) && !opens[rest[plain]] {
			plain++
		}
		if s.at += plain; plain == len(rest) {
			break
		}
		switch c := s.text[s.at]; {
		case isDigit(c):
			s.hasDigit = true
		case c == '\\' && s.at+1 < len(s.text):
			s.at++
			s.hasDigit = s.hasDigit || isDigit(s.text[s.at])
		case c == '\n':
			s.at++
			s.addProse(start, s.at)
			return
		case c != '\\':
			if end := s.special(c); end > s.at {
				s.addProse(start, s.at)
				s.at = end
				return
			}
		}
		s.at++
	}
	s.addProse(start, s.at)
}

func (s *scanner) addProse(from, to int) {
	if to = min(to, len(s.text)); from < to {
		s.prose = append(s.prose, span{from, to})
	}
}

func (s *scanner) add(kind repeatedKind, text string, offset int) {
	s.repeated = append(s.repeated, repeated{kind, text, offset})
}

// special reads the piece that a mark opens and returns its end, or 0 if it opens
// nothing.
func (s *scanner) special(mark byte) int {
	rest := s.text[s.at:]
	switch {
	case mark == '`':
		return s.codeSpan()
	case strings.HasPrefix(rest, "[^"):
		return s.until("]", 2, footnoteLink)
	case strings.HasPrefix(rest, "]("):
		return s.target()
	case strings.HasPrefix(rest, "<https://"):
		return s.until(">", 1, link)
	case strings.HasPrefix(rest, "{#"):
		return s.at + strings.IndexByte(rest, '}') + 1
	}
	return 0
}

// codeSpan reads code up to a run of as many backticks.
func (s *scanner) codeSpan() int {
	rest := s.text[s.at:]
	ticks := len(rest) - len(strings.TrimLeft(rest, "`"))
	for i := ticks; i < len(rest); {
		next := strings.IndexByte(rest[i:], '`')
		if next < 0 {
			break
		}
		i += next
		run := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
		if run == ticks {
			s.add(inlineCode, inOneLine(rest[ticks:i]), s.at)
			return s.at + i + run
		}
		i += run
	}
	return s.at + ticks
}

// inOneLine returns a text with single spaces between its words. Most has no others.
func inOneLine(text string) string {
	wasSpace := true
	for i := range len(text) {
		c := text[i]
		if c >= 0x80 || c < ' ' || c == ' ' && wasSpace {
			return strings.Join(strings.Fields(text), " ")
		}
		wasSpace = c == ' '
	}
	return strings.TrimSuffix(text, " ")
}

// until reads the text between an opening mark of the given length and the mark
// that closes it, on one line.
func (s *scanner) until(closing string, opening int, kind repeatedKind) int {
	line, _, _ := strings.Cut(s.text[s.at:], "\n")
	name, _, closed := strings.Cut(line[opening:], closing)
	if !closed {
		return 0
	}
	s.add(kind, name, s.at)
	return s.at + opening + len(name) + len(closing)
}

// target reads the address of a link.
func (s *scanner) target() int {
	const opening = len("](")
	line, _, _ := strings.Cut(s.text[s.at:], "\n")
	if name, end := imageName(line[opening:]); name != "" {
		s.add(imageLink, name, s.at)
		return s.at + opening + end // for its caption is prose
	}
	depth := 0
	for i := opening; i < len(line); i++ {
		switch line[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				s.link(strings.Trim(line[opening:i], "<> "))
				return s.at + i + 1
			}
		}
	}
	return 0
}

// imageName returns the name of the image whose address a text begins with, and
// where it ends; "" if it begins with none. A language may have an image of the same
// name for itself.
func imageName(text string) (name string, end int) {
	address := strings.TrimPrefix(strings.TrimPrefix(text, "<"), "../")
	rest, isImage := strings.CutPrefix(address, "images/")
	if !isImage {
		return "", 0
	}
	after := strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz0123456789-.")
	return rest[:len(rest)-len(after)], len(text) - len(after)
}

func (s *scanner) link(address string) {
	if inside, ok := strings.CutPrefix(address, examplePath); ok {
		s.add(exampleLink, inside, s.at)
		return
	}
	s.add(link, address, s.at)
}
