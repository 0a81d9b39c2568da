package translate

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Trace is a summary of a page's Markdown that needs no parsing: the structure of
// its lines, and the pieces that a translation repeats. Most translations have
// the structure of their original line by line; for those it suffices to know
// that they have all of it.
type Trace struct {
	stretches []stretch
	// sure says that the page holds nothing that only a parser understands.
	sure bool
}

// stretch is text between two lines that begin something.
type stretch struct {
	shape uint64 // of its lines, with code, links and numbers in any order
	text  uint64 // of its words, 0 if it has none
}

// Matches reports whether a translation surely has a block for each of the
// original page, in its order and of its kind, repeats its code, links and
// numbers, and is nowhere the original text itself. If not, Compare knows.
func (t *Trace) Matches(original *Trace) bool {
	return t.sure && original.sure && slices.EqualFunc(t.stretches, original.stretches, func(a, b stretch) bool {
		return a.shape == b.shape && (a.text == 0 || a.text != b.text)
	})
}

var traceSeed = maphash.MakeSeed()

// tracer reads a page line by line.
type tracer struct {
	Trace
	shape   maphash.Hash // of the lines of the stretch, in their order
	text    maphash.Hash
	repeats uint64 // sum of the hashes of the repeated pieces in the stretch
	begun   bool   // the stretch has a line
	plain   bool   // the last line was text that the next may go on with
	fence   []byte // that closes the code, nil outside of it

	// Of the text since a line began something.
	links       int
	first, last byte
}

// NewTrace reads a page with its front matter.
func NewTrace(page []byte) *Trace {
	t := &tracer{}
	t.sure = true
	t.shape.SetSeed(traceSeed)
	t.text.SetSeed(traceSeed)
	head, body, found := bytes.Cut(page, []byte("\n---\n"))
	t.frontMatter(head)
	t.sure = t.sure && found
	for len(body) > 0 && t.sure {
		line := body
		if i := bytes.IndexByte(body, '\n'); i >= 0 {
			line = body[:i]
		}
		body = body[min(len(line)+1, len(body)):]
		t.line(line)
	}
	t.end()
	t.sure = t.sure && t.fence == nil
	return &t.Trace
}

// frontMatter reads keys with values in one line each.
func (t *tracer) frontMatter(head []byte) {
	for i, line := range bytes.Split(head, []byte("\n")) {
		key, value, ok := bytes.Cut(line, []byte(": "))
		switch {
		case i == 0 && string(line) == "---":
			continue
		case !ok || bytes.Contains(value, []byte(" #")) || bytes.ContainsAny(key, " #\"'"):
			t.sure = false
			return
		case string(key) == "updated":
			continue
		}
		t.begin(key)
		if slices.Contains(metaKeys, string(key)) {
			t.prose(value)
		} else {
			t.code(value)
		}
		t.end()
	}
}

// line reads a line of the body.
func (t *tracer) line(line []byte) {
	rest := bytes.TrimLeft(line, " ")
	switch {
	case t.fence != nil:
		t.inCode(line)
		return
	case len(rest) == 0:
		t.end()
		return
	case bytes.IndexByte(line, '\t') >= 0:
		t.sure = false
		return
	}
	t.start(rest, len(line)-len(rest))
}

// start reads the marks at the start of a line, and then its text.
func (t *tracer) start(rest []byte, indent int) {
	mark := blockMark(rest)
	switch {
	case len(mark) == 0:
		t.prose(t.goOn(rest, indent))
	case mark[0] == '#':
		t.end()
		t.begin(mark)
		t.prose(rest[len(mark):])
		t.end()
	case mark[0] == '`' || mark[0] == '~':
		t.end()
		t.begin(rest)
		t.fence = mark
	case mark[0] == '|':
		t.begin(mark)
		t.row(rest)
	case mark[0] == '=' || len(mark) == len(rest): // a rule, or the underline of a heading
		t.begin(rest)
		t.plain = false
	default: // of a quotation, a list or a footnote
		t.begin(mark)
		t.mix(uint64(indent))
		inner := bytes.TrimLeft(rest[len(mark):], " ")
		if len(inner) > 0 {
			t.start(inner, len(rest)-len(mark)-len(inner))
		}
	}
}

// blockMark returns the characters by which a line begins something; none if it is
// text.
func blockMark(line []byte) []byte {
	run := 1
	for run < len(line) && line[run] == line[0] {
		run++
	}
	spaced := run == len(line) || line[run] == ' '
	switch c := line[0]; c {
	case '#':
		if run <= 6 && spaced {
			return line[:run]
		}
	case '`', '~':
		if run >= 3 && (c == '~' || bytes.IndexByte(line[run:], '`') < 0) {
			return line[:run]
		}
	case '|', '>':
		return line[:1]
	case '-', '=':
		if run == len(line) || c == '-' && run == 1 && spaced {
			return line[:run]
		}
	case '*', '+', '_':
		if len(bytes.Trim(line, "*_ ")) == 0 {
			return line
		}
		if run == 1 && spaced && c != '_' {
			return line[:1]
		}
	case '[':
		if end := bytes.Index(line, []byte("]:")); end > 0 {
			return line[:end+2]
		}
		if bytes.HasPrefix(line, []byte("[!")) {
			return line
		}
	}
	if isDigit(line[0]) {
		if n := itemNumber(string(line[:min(len(line), 12)])); n > 0 {
			return line[:n+1]
		}
	}
	return nil
}

// goOn begins a text, unless the line goes on with the text of the one before.
func (t *tracer) goOn(rest []byte, indent int) []byte {
	if t.plain {
		return rest
	}
	t.begin(nil)
	t.mix(uint64(indent))
	t.first = rest[0]
	return rest
}

// begin notes that something begins with this mark.
func (t *tracer) begin(mark []byte) {
	t.closeText()
	t.begun = true
	t.mix(maphash.Bytes(traceSeed, mark))
}

func (t *tracer) mix(n uint64) { maphash.WriteComparable(&t.shape, n) }

// closeText notes of a text that shows an example whether it is nothing else.
func (t *tracer) closeText() {
	if t.links > 0 {
		alone := t.links == 1 && t.first == '[' && t.last == ')'
		maphash.WriteComparable(&t.shape, alone)
	}
	t.links, t.first, t.last, t.plain = 0, 0, 0, false
}

// end ends the stretch.
func (t *tracer) end() {
	if !t.begun {
		return
	}
	t.closeText()
	t.mix(t.repeats)
	s := stretch{t.shape.Sum64(), t.text.Sum64()}
	if s.text == emptyText {
		s.text = 0
	}
	t.stretches = append(t.stretches, s)
	t.shape.Reset()
	t.text.Reset()
	t.repeats, t.begun = 0, false
}

var emptyText = maphash.Bytes(traceSeed, nil)

// inCode reads a line of fenced code, which is the same in every language.
func (t *tracer) inCode(line []byte) {
	content := bytes.Trim(line, " \t>")
	if bytes.HasPrefix(content, t.fence) && len(bytes.Trim(content, string(t.fence[:1]))) == 0 {
		t.fence = nil
		t.end()
		return
	}
	t.code(bytes.TrimLeft(line, " \t>"))
}

func (t *tracer) code(text []byte) { t.mix(maphash.Bytes(traceSeed, text)) }

// row reads a row of a table. The one below the head has no words.
func (t *tracer) row(row []byte) {
	t.mix(uint64(bytes.Count(row, []byte("|"))))
	if len(bytes.Trim(row, "|-: ")) == 0 {
		t.code(row)
		return
	}
	for cell := range bytes.SplitSeq(row, []byte("|")) {
		t.prose(cell)
	}
}

// telling are the bytes at which prose holds something that is repeated, or that
// this reading does not understand.
var telling = func() (table [256]bool) {
	for _, c := range "\\`<[]!|{0123456789" {
		table[c] = true
	}
	return table
}()

// prose reads a line of text.
func (t *tracer) prose(text []byte) {
	text = bytes.TrimRight(text, " ")
	if len(text) == 0 {
		return
	}
	t.begun, t.plain, t.last = true, true, text[len(text)-1]
	words := 0 // start of the words that were not noted yet
	for i := 0; i < len(text); {
		if !telling[text[i]] {
			i++
			continue
		}
		length := t.special(text[i:])
		if length == 0 {
			t.sure = false
			return
		}
		t.text.Write(bytes.TrimRight(text[words:i], " "))
		i += length
		words = i
	}
	t.text.Write(text[words:])
}

// special reads the piece that a telling byte begins and returns its length, 0 if
// that is not understood.
func (t *tracer) special(text []byte) int {
	switch c := text[0]; {
	case '0' <= c && c <= '9':
		return t.number(text)
	case c == '`':
		return t.codeSpan(text)
	case c == ']':
		if len(text) > 1 && text[1] == '(' {
			return t.target(text)
		}
		return 1
	case c == '[':
		return t.opening(text)
	case c == '<':
		if !bytes.HasPrefix(text, []byte("<https://")) {
			return 0
		}
		return t.repeat(link, text, bytes.IndexByte(text, '>')+1)
	case c == '{':
		return t.repeat(codeBlock, text, bytes.IndexByte(text, '}')+1)
	case c == '!' && (len(text) == 1 || text[1] != '['):
		return 1
	}
	return 0 // an escape, an image, a table without a bar at its left
}

// repeat notes so much of the text; none is not understood.
func (t *tracer) repeat(kind repeatedKind, text []byte, length int) int {
	t.repeats += maphash.Bytes(traceSeed, text[:length]) * uint64(2*kind+1)
	return length
}

func (t *tracer) opening(text []byte) int {
	if len(text) == 1 || text[1] != '^' {
		return 1
	}
	return t.repeat(footnoteLink, text, bytes.IndexByte(text, ']')+1)
}

func (t *tracer) codeSpan(text []byte) int {
	ticks := 1
	for ticks < len(text) && text[ticks] == '`' {
		ticks++
	}
	end := bytes.Index(text[ticks:], text[:ticks])
	if end < 0 {
		return 0
	}
	length := ticks + end + ticks
	if length < len(text) && text[length] == '`' {
		return 0
	}
	return t.repeat(inlineCode, text, length)
}

// target reads the address of a link without brackets or spaces in it.
func (t *tracer) target(text []byte) int {
	end := bytes.IndexAny(text, ") ")
	if end < 0 || text[end] != ')' || bytes.IndexByte(text[2:end], '(') >= 0 {
		return 0
	}
	t.links++
	return t.repeat(link, text, end+1)
}

// number reads digits and the separators between them. Where a space may
// separate them it is not understood.
func (t *tracer) number(text []byte) int {
	i := 1
	for i < len(text) && (isDigit(text[i]) || i+1 < len(text) && strings.IndexByte(".,'", text[i]) >= 0 && isDigit(text[i+1])) {
		i++
	}
	if r, size := utf8.DecodeRune(text[i:]); size > 0 && i+size < len(text) && isDigit(text[i+size]) && (unicode.IsSpace(r) || r == '’') {
		return 0
	}
	return t.repeat(exampleLink, text, i)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
