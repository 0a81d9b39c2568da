package parse

import (
	"bytes"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// Lines reads of a page's body the Markdown of its blocks and of its footnotes,
// their kinds, sections and positions, and no more: nothing is drawn and no mistake
// is looked for. It takes a tenth of the time of Guide, since it only looks at how
// lines begin. ok reports whether that suffices; then the blocks are those of Guide,
// if that has no error. It does in pages that keep blocks apart by empty lines, and
// without comments. The blocks are in memory that may be taken.
func Lines(name guide.Page, content *diag.Text, rules Rules, memory []guide.Block) (g guide.Guide, ok bool) {
	_, body := frontMatter(content.Bytes)
	r := &lineReader{
		page: page{rules: rules, guide: guide.Guide{Page: name}},
		text: string(content.Bytes[body:]),
		file: content.File,
		line: bytes.Count(content.Bytes[:body], []byte("\n")) + 1,
	}
	r.guide.Blocks = slices.Grow(memory[:0], len(r.text)/200+4)
	r.next = lineAt(r.text, 0)
	for r.skipEmpty(); r.at < len(r.text); r.skipEmpty() {
		if !r.block() {
			return g, false
		}
	}
	return r.guide, r.footnotes()
}

// lineReader reads a body line by line.
type lineReader struct {
	page
	text string
	file string
	at   int    // offset of the line that is next
	next string // that line, without its end
	line int    // its number

	notes []guide.Note
	refs  []string // names of the footnotes in the order of the references to them
}

func lineAt(text string, at int) string {
	line := text[at:]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return line
}

// skip goes on to the line after the one that is next.
func (r *lineReader) skip() {
	r.goTo(min(r.at+len(r.next)+1, len(r.text)), r.line+1)
}

func (r *lineReader) goTo(at, line int) { r.at, r.line, r.next = at, line, lineAt(r.text, at) }

func isEmpty(line string) bool { return strings.TrimLeft(line, " \t") == "" }

// skipEmpty skips empty lines.
func (r *lineReader) skipEmpty() {
	for r.at < len(r.text) && isEmpty(r.next) {
		r.skip()
	}
}

// begun is a block of which the end is still to be found.
type begun struct {
	guide.Block
	from int // offset of its first line
}

// begin begins a block with the line that is next.
func (r *lineReader) begin(kind guide.Kind) begun {
	return begun{guide.Block{Kind: kind, Section: r.section, Pos: diag.Pos{File: r.file, Line: r.line, Col: 1}}, r.at}
}

// end adds a block that ends before the line that is next.
func (r *lineReader) end(b begun) {
	b.Source, r.last = r.since(b.from), b.from
	r.guide.Blocks = append(r.guide.Blocks, b.Block)
}

func (r *lineReader) since(from int) string { return strings.TrimRight(r.text[from:r.at], " \t\n") }

// block reads the block that begins in the line that is next. It returns false if
// only a parser can tell what it is or where it ends.
func (r *lineReader) block() bool {
	first := r.next
	switch c := first[0]; {
	case c == '#':
		return r.headingLine(first)
	case strings.HasPrefix(first, "```"), strings.HasPrefix(first, "~~~"):
		return r.codeLines(first)
	case c == '>':
		return r.quoteLines(first)
	case c == '|':
		return r.tableLines(first)
	case strings.HasPrefix(first, "[^"):
		return r.noteLines()
	case isRule(first):
		b := r.begin(guide.Rule)
		r.skip()
		r.end(b)
		return r.atEmpty()
	case listMark(first) != "":
		return r.listLines(first)
	}
	return isText(first) && r.paragraphLines()
}

// atEmpty reports whether an empty line, or none, is next.
func (r *lineReader) atEmpty() bool { return isEmpty(r.next) }

// isText reports whether a line surely begins nothing, neither a block nor one that
// ends the text before it.
func isText(line string) bool {
	switch c := line[0]; c {
	case ' ', '\t', '#', '>', '|', '=':
		return false
	case '`', '~':
		return !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~")
	case '<':
		return strings.HasPrefix(line, "<https://")
	case '-', ':', '*', '_', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return itemMark([]byte(line[:min(len(line), 11)])) == 0 && strings.Trim(line, "-+*_|: \t0123456789.)") != ""
	case '[':
		return !strings.HasPrefix(line, "[^") || !strings.Contains(line, "]:")
	}
	return true
}

// isRule reports whether a line is a thematic break, as CommonMark part 4.1 writes it.
func isRule(line string) bool {
	mark := line[:1]
	return strings.Contains("-*_", mark) && strings.Count(line, mark) >= 3 && strings.Trim(line, mark+" ") == ""
}

// headingLine reads a heading with its id.
func (r *lineReader) headingLine(line string) bool {
	b := r.begin(guide.HeadingBlock)
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	open := strings.LastIndex(line, "{#")
	if marks > 6 || open < 0 || !strings.HasPrefix(line[marks:], " ") || line[len(line)-1] != '}' || !isID(line[open+2:len(line)-1]) || strings.Contains(line, "[^") {
		return false
	}
	r.section = line[open+2 : len(line)-1]
	b.Section = r.section
	r.skip()
	r.end(b)
	return r.atEmpty()
}

// codeLines reads fenced code, with its empty lines.
func (r *lineReader) codeLines(first string) bool {
	b := r.begin(guide.Code)
	fence := first[:len(first)-len(strings.TrimLeft(first, first[:1]))]
	if strings.Contains(first[len(fence):], "`") {
		return false
	}
	r.skip()
	for r.at < len(r.text) {
		line := r.next
		r.skip()
		inner := strings.TrimLeft(line, " ")
		if len(line)-len(inner) < 4 && strings.HasPrefix(inner, fence) && isEmpty(strings.TrimLeft(inner, fence[:1])) {
			r.end(b)
			return r.atEmpty()
		}
	}
	return false
}

// quoteLines reads a quotation or an alert, all of whose lines have their mark.
func (r *lineReader) quoteLines(first string) bool {
	b := r.begin(guide.Quote)
	marker := strings.TrimPrefix(first[1:], " ")
	if marker == "" {
		return false
	}
	if word, isAlert := strings.CutPrefix(marker, "[!"); isAlert {
		word, closed := strings.CutSuffix(word, "]")
		if !closed || !slices.Contains(alerts, word) {
			return false
		}
		b.Kind, b.Alert = guide.Alert, strings.ToLower(word)
	} else if strings.HasPrefix(marker, " ") || strings.HasPrefix(marker, "［") || strings.HasPrefix(marker, "【") {
		return false
	}
	for r.at < len(r.text) && !r.atEmpty() {
		line := r.next
		if line[0] != '>' || line != first && b.Kind == guide.Alert && strings.Trim(line, ">=-|: \t") == "" && strings.Trim(line, "> ") != "" {
			return false
		}
		r.skip()
	}
	return r.inner(b)
}

// inner ends a block with others inside, unless a definition may be among them, or a
// reference to a footnote is where it may be code.
func (r *lineReader) inner(b begun) bool {
	r.end(b)
	text := r.text[b.from:r.at]
	return !strings.Contains(text, "]:") && r.references(text)
}

// references notes the footnotes that a text refers to.
func (r *lineReader) references(text string) bool {
	if !strings.Contains(text, "[^") {
		return true
	}
	if strings.Contains(text, "``") || strings.Contains(text, `\`) {
		return false
	}
	for rest, ticks := text, 0; ; {
		before, after, found := strings.Cut(rest, "[^")
		ticks += strings.Count(before, "`")
		if !found {
			return true
		}
		name, _, closed := strings.Cut(after, "]")
		if !closed || ticks%2 > 0 {
			return false
		}
		if !slices.Contains(r.refs, name) {
			r.refs = append(r.refs, name)
		}
		rest = after
	}
}

// tableLines reads a table, each of whose rows begins with its mark.
func (r *lineReader) tableLines(first string) bool {
	b := r.begin(guide.Table)
	for number := 0; r.at < len(r.text) && !r.atEmpty(); number++ {
		line := r.next
		if line[0] != '|' || number == 0 && strings.Contains(line, `\`) || number == 1 && !isDelimiter(line, strings.Count(first, "|")) {
			return false
		}
		r.skip()
	}
	r.end(b)
	return strings.Contains(strings.TrimRight(r.text[b.from:r.at], "\n"), "\n") && strings.HasSuffix(first, "|") && r.references(r.text[b.from:r.at])
}

// isDelimiter reports whether a row divides the head of a table from its body.
func isDelimiter(row string, bars int) bool {
	cells := strings.Split(row, "|")
	if bars < 2 || len(cells) != bars+1 || cells[bars] != "" {
		return false
	}
	for _, cell := range cells[1:bars] {
		cell = strings.TrimSuffix(strings.TrimPrefix(strings.Trim(cell, " "), ":"), ":")
		if cell == "" || strings.Trim(cell, "-") != "" {
			return false
		}
	}
	return true
}

// listMark returns the mark of an item that every item of its list has, "" if the
// line begins none.
func listMark(line string) string {
	width := itemMark([]byte(line[:min(len(line), 11)]))
	if width == 0 {
		return ""
	}
	return line[width-1 : width]
}

// listLines reads a list, with what is below its items, also after empty lines.
func (r *lineReader) listLines(first string) bool {
	b := r.begin(guide.List)
	mark, width := listMark(first), 0
	end, line, afterEmpty := r.at, r.line, false // end of the list, and the number of the line there
	for r.at < len(r.text) {
		next := r.next
		if isEmpty(next) {
			afterEmpty = true
			r.skip()
			continue
		}
		inner := strings.TrimLeft(next, " ")
		indent := len(next) - len(inner)
		switch {
		case indent == 0 && listMark(next) == mark && !isRule(next):
			if width = itemWidth(next); width == 0 {
				return false
			}
		case indent == 0 && afterEmpty:
			r.goTo(end, line)
			return r.endList(b)
		case indent < width || inner[0] == '\t':
			return false
		}
		r.skip()
		end, line, afterEmpty = r.at, r.line, false
	}
	r.goTo(end, line)
	return r.endList(b)
}

// itemWidth returns how far the text of an item is indented, 0 if only a parser
// knows.
func itemWidth(line string) int {
	mark := itemMark([]byte(line[:min(len(line), 11)]))
	text := strings.TrimLeft(line[mark:], " ")
	if width := len(line) - len(text); text != "" && text[0] != '\t' && width-mark < 4 && line[mark-1] != '\t' {
		return width
	}
	return 0
}

func (r *lineReader) endList(b begun) bool {
	text := r.text[b.from:r.at]
	if strings.ContainsAny(text, "<\t") || strings.Contains(text, "```") || strings.Contains(text, "~~~") {
		return false // code may hold lines of any kind
	}
	isComparison, ok := r.isComparisonText(strings.TrimRight(text, " \n"))
	last := len(r.guide.Blocks) - 1
	if !ok || isComparison && (last < 0 || r.guide.Blocks[last].Kind != guide.Paragraph) {
		return false
	}
	if isComparison { // with its caption
		caption := &r.guide.Blocks[last]
		caption.Kind, caption.Source = guide.Comparison, r.since(r.last)
		return !strings.Contains(text, "[^") && !strings.Contains(text, "]:")
	}
	return r.inner(b)
}

// isComparisonText reports whether every item of a list is a link to a figure that is
// compared.
func (r *lineReader) isComparisonText(list string) (isComparison, ok bool) {
	if !strings.Contains(list, "../../") && !strings.Contains(list, "](#") {
		return false, true
	}
	isComparison, ok = true, true
	for line := range strings.SplitSeq(list, "\n") {
		if isEmpty(line) {
			continue
		}
		if line[0] == ' ' {
			ok = false // more of an item
			continue
		}
		text := line[itemWidth(line):]
		destination, isLink, isSure := onlyLinkText(text)
		if !isSure || text[0] == '#' {
			return false, false
		}
		if !isLink || !r.isCompared(destination) {
			isComparison = false
		}
	}
	return isComparison, ok || !isComparison
}

// onlyLinkText returns the destination of the link that is all there is in a text.
// sure is false if only a parser knows.
func onlyLinkText(text string) (destination string, is, sure bool) {
	text = strings.TrimRight(text, " ")
	if !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, ")") {
		return "", false, !strings.HasPrefix(text, "![") // the rest of the text is beside the link
	}
	caption, destination, _ := strings.Cut(text[1:len(text)-1], "](")
	if strings.ContainsAny(caption, "[]!<\\") || strings.Trim(caption, " \n") == "" || destination == "" {
		return "", false, false
	}
	if rest := strings.TrimLeft(destination, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./#_-"); rest == "" {
		return destination, true, true
	} else if rest[0] == ')' && !strings.ContainsAny(text, "`<\\!") {
		return "", false, true // two links, or one in brackets
	}
	return "", false, false
}

// paragraphLines reads a paragraph, or a figure.
func (r *lineReader) paragraphLines() bool {
	b := r.begin(guide.Paragraph)
	for r.at < len(r.text) && !r.atEmpty() {
		line := r.next
		if inner := strings.TrimLeft(line, " "); !isText(inner) {
			return false
		}
		r.skip()
	}
	r.end(b)
	text := r.text[b.from:r.at]
	if text[0] == '[' && strings.Contains(text, "]:") {
		return false
	}
	if text[0] == '[' && strings.Contains(text, "../../") {
		last := &r.guide.Blocks[len(r.guide.Blocks)-1]
		destination, is, sure := onlyLinkText(last.Source)
		switch {
		case !sure:
			return false
		case is && isExampleLink([]byte(destination)):
			last.Kind, last.Figures = guide.Example, []guide.Figure{{Source: last.Source, Pos: last.Pos}}
		case is && r.isCoverageLink([]byte(destination)):
			last.Kind = guide.Coverage
		}
	}
	return r.references(text)
}

// noteLines reads footnotes, which may follow each other without an empty line.
func (r *lineReader) noteLines() bool {
	for r.at < len(r.text) && !r.atEmpty() {
		line := r.next
		name, text, found := strings.Cut(strings.TrimPrefix(line, "[^"), "]:")
		if !found || name == "" || isEmpty(text) || strings.ContainsAny(name, "[]\\` ") {
			return false
		}
		note := guide.Note{Name: name, Pos: diag.Pos{File: r.file, Line: r.line, Col: 1}}
		from := r.at
		r.skip()
		for r.at < len(r.text) && !r.atEmpty() && !strings.HasPrefix(r.next, "[^") {
			inner := r.next
			if !isText(strings.TrimLeft(inner, " ")) {
				return false
			}
			r.skip()
		}
		note.Source = r.since(from)
		if !isText(strings.TrimLeft(text, " ")) || strings.Contains(note.Source[2:], "[^") || slices.ContainsFunc(r.notes, func(n guide.Note) bool { return n.Name == name }) {
			return false
		}
		r.notes = append(r.notes, note)
	}
	return true
}

// footnotes adds the block of the footnotes, in the order of the references to them.
func (r *lineReader) footnotes() bool {
	if len(r.refs) != len(r.notes) {
		return false
	}
	if len(r.notes) == 0 {
		return true
	}
	b := guide.Block{Kind: guide.Footnotes, Section: r.section}
	for _, name := range r.refs {
		i := slices.IndexFunc(r.notes, func(n guide.Note) bool { return n.Name == name })
		if i < 0 {
			return false
		}
		b.Notes = append(b.Notes, r.notes[i])
	}
	b.Pos = b.Notes[0].Pos
	r.guide.Blocks = append(r.guide.Blocks, b)
	return true
}
