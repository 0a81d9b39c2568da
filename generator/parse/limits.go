package parse

import (
	"bytes"
	"fmt"
)

// Limits on the input of goldmark, each against an input that costs it time or
// memory out of proportion. A run is a sequence of lines without an empty one: no
// paragraph, table or tight list is longer than its run.
const (
	maxRun     = 16 << 10 // bytes
	maxColumns = 64
	maxCells   = 20_000
	maxNesting = 16
	maxCode    = 16 << 10 // bytes
	maxNotes   = 200
	// maxMessages is the most that is reported about one page: a message carries
	// its line.
	maxMessages = 100
)

// run is the size of a sequence of lines.
type run struct {
	start, lines, columns int
}

// limits looks at lines only: it must not depend on reading them as goldmark does.
func (p *page) limits() {
	var current run
	for start := 0; start < len(p.source); {
		line := p.source[start:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end+1]
		}
		if len(bytes.TrimSpace(line)) == 0 {
			p.limitRun(current, start)
			current = run{start: start + len(line)}
		} else {
			current.lines++
			current.columns = max(current.columns, p.limitLine(line, start))
		}
		start += len(line)
	}
	p.limitRun(current, len(p.source))
	if notes := bytes.Count(p.source, []byte("[^")); notes > maxNotes {
		p.fail(0, fmt.Sprintf("%d footnotes and references to them; at most %d", notes, maxNotes), "split the page")
	}
}

// limitLine returns the number of table columns that a line may have.
func (p *page) limitLine(line []byte, start int) int {
	if depth := markers(line); depth > maxNesting {
		p.fail(start, fmt.Sprintf("quotes and lists nest %d deep; at most %d", depth, maxNesting), "")
	}
	columns := columns(line)
	if columns > maxColumns {
		p.fail(start, fmt.Sprintf("%d table columns; at most %d", columns, maxColumns), "")
	}
	return columns
}

// columns returns the number of cells that a table's row has in this line, or more.
func columns(line []byte) int {
	line = bytes.TrimSpace(line)
	count := bytes.Count(line, []byte("|")) + 1
	if line[0] == '|' {
		count--
	}
	if line[len(line)-1] == '|' {
		count--
	}
	return count
}

func (p *page) limitRun(r run, end int) {
	if size := end - r.start; size > maxRun {
		p.fail(r.start, fmt.Sprintf("%d kB without an empty line; at most %d kB", size>>10, maxRun>>10),
			"break the paragraph, list or table")
	}
	if r.columns <= 1 {
		return
	}
	before := p.cells
	p.cells += r.lines * r.columns
	if before <= maxCells && p.cells > maxCells {
		p.fail(r.start, fmt.Sprintf("the page has %d table cells up to here; at most %d", p.cells, maxCells), "split the page")
	}
}

// markers counts the marks of quotes and list items that a line begins with.
func markers(line []byte) int {
	count := 0
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '>':
			count++
			i++
		default:
			width := itemMark(line[i:])
			if width == 0 {
				return count
			}
			count++
			i += width
		}
	}
	return count
}

// itemMark returns the length of the list item's mark that b begins with, or 0.
func itemMark(b []byte) int {
	i := 0
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	if i+1 >= len(b) || b[i+1] != ' ' && b[i+1] != '\t' {
		return 0
	}
	if i == 0 && bytes.IndexByte([]byte("-+*"), b[0]) >= 0 || i > 0 && (b[i] == '.' || b[i] == ')') {
		return i + 1
	}
	return 0
}
