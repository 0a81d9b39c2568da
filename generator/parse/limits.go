package parse

import (
	"bytes"
	"fmt"
)

// Limits on what goldmark sees, each against an input that costs it time or
// memory out of proportion. A run is a sequence of lines without an empty one:
// no paragraph, table or tight list is longer than the run that it stands in.
const (
	maxRun     = 16 << 10 // bytes
	maxColumns = 64
	maxCells   = 20_000
	maxNesting = 16
	maxCode    = 16 << 10 // bytes
	maxNotes   = 200
)

// run is what limits knows of a sequence of lines.
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

// limitLine gives the number of table columns that a line may have.
func (p *page) limitLine(line []byte, start int) int {
	if depth := markers(line); depth > maxNesting {
		p.fail(start, fmt.Sprintf("quotes and lists nest %d deep; at most %d", depth, maxNesting), "")
	}
	columns := bytes.Count(line, []byte("|")) + 1
	if columns > maxColumns+1 { // a bar at both ends
		p.fail(start, fmt.Sprintf("%d table columns; at most %d", columns-1, maxColumns), "")
	}
	return columns
}

func (p *page) limitRun(r run, end int) {
	if size := end - r.start; size > maxRun {
		p.fail(r.start, fmt.Sprintf("%d kB without an empty line; at most %d kB", size>>10, maxRun>>10),
			"break the paragraph, list or table")
	}
	if cells := r.lines * r.columns; cells > maxCells && r.columns > 1 {
		p.fail(r.start, fmt.Sprintf("%d table cells; at most %d", cells, maxCells), "split the table")
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

// itemMark gives the length of the list item's mark that b begins with, or 0.
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
