package parse

import (
	"strings"

	"modelbook/generator/guide"
)

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
	} else if rest[0] == ')' && strings.Count(caption, "`")%2 == 0 && !strings.Contains(caption, "``") {
		return "", false, true // a link that has ended, with its code, and something behind it
	}
	return "", false, false
}
