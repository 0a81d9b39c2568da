package render

import (
	"slices"

	"modelbook/generator/code/shell"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

const (
	// shownChanges is the number of documents that are shown of one collection and
	// kind of change.
	shownChanges = 2
	// contextLines is the number of lines that are shown before and after a changed
	// one.
	contextLines = 1
	// longestCompared limits the product of the lines before and after up to which a
	// document is compared line by line.
	longestCompared = 1 << 20
	// longestRun is the number of neighboring removed, or added, lines that are shown.
	longestRun = 40
)

// DocumentChange shows the documents of a collection that a step changed in one way.
type DocumentChange struct {
	Collection string
	Kind       ChangeKind
	Total      int // documents
	Sheets     []figure.ChangedSheet
}

// ChangeKind is a key of the page's strings.
type ChangeKind string

const (
	DocumentChanged ChangeKind = "changed"
	DocumentNew     ChangeKind = "new"
	DocumentGone    ChangeKind = "gone"
)

func (c DocumentChange) elements() []figure.Element {
	return []figure.Element{
		figure.Label{Word: figure.Words{Key: "changes." + string(c.Kind)}, Name: c.Collection, Said: figure.Plural{Key: "documents", Count: c.Total}},
		figure.ChangedDocuments{Sheets: c.Sheets, Total: c.Total},
	}
}

// Changes draws the changes of documents by a step, each collection and kind
// together.
func Changes(changes []example.Change) ([]DocumentChange, error) {
	var all []DocumentChange
	for _, kind := range []ChangeKind{DocumentChanged, DocumentNew, DocumentGone} {
		for _, c := range changes {
			if KindOf(c) != kind {
				continue
			}
			last := len(all) - 1
			if last < 0 || all[last].Kind != kind || all[last].Collection != c.Collection {
				all, last = append(all, DocumentChange{Collection: c.Collection, Kind: kind}), last+1
			}
			if all[last].Total++; all[last].Total > shownChanges {
				continue
			}
			sheet, err := changedSheet(c)
			if err != nil {
				return nil, err
			}
			all[last].Sheets = append(all[last].Sheets, sheet)
		}
	}
	return all, nil
}

// KindOf returns in which way a document changed.
func KindOf(c example.Change) ChangeKind {
	switch {
	case c.Before == nil:
		return DocumentNew
	case c.After == nil:
		return DocumentGone
	}
	return DocumentChanged
}

func changedSheet(c example.Change) (figure.ChangedSheet, error) {
	sheet := figure.ChangedSheet{Before: len(c.Before), After: len(c.After)}
	before, err := fieldLines(c.Before)
	if err != nil {
		return sheet, err
	}
	after, err := fieldLines(c.After)
	if err != nil {
		return sheet, err
	}
	sheet.Lines = truncateRuns(withoutUnchanged(difference(before, after)))
	return sheet, nil
}

// fieldLines prints a whole document with each of its fields on lines of its own.
func fieldLines[BSON ~[]byte](document BSON) ([]figure.Line, error) {
	if document == nil {
		return nil, nil
	}
	node, err := ejson.Open(document)
	if err != nil {
		return nil, err
	}
	written, err := shell.Value(node)
	return shell.SpreadLines(written), err
}

// difference returns the lines of both, with the removed and the added ones marked.
func difference(before, after []figure.Line) []figure.Line {
	start := 0
	for start < min(len(before), len(after)) && sameLine(before[start], after[start]) {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && sameLine(before[len(before)-1-end], after[len(after)-1-end]) {
		end++
	}
	all := append([]figure.Line{}, after[:start]...)
	all = append(all, compared(before[start:len(before)-end], after[start:len(after)-end])...)
	return append(all, after[len(after)-end:]...)
}

// sameLine reports whether two lines are the same but for a comma at the end, which
// depends on the next line.
func sameLine(a, b figure.Line) bool { return withoutComma(a) == withoutComma(b) }

func withoutComma(l figure.Line) string {
	text := l.Text()
	if n := len(text); n > 0 && text[n-1] == ',' {
		return text[:n-1]
	}
	return text
}

// compared marks the lines that are not part of the longest common subsequence.
func compared(before, after []figure.Line) []figure.Line {
	if len(before)*len(after) > longestCompared {
		return append(marked(before, figure.Removed), marked(after, figure.Added)...)
	}
	width := len(after) + 1
	longest := make([]int, (len(before)+1)*width)
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			if sameLine(before[i], after[j]) {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			}
		}
	}
	var all []figure.Line
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case i < len(before) && j < len(after) && sameLine(before[i], after[j]):
			all = append(all, after[j])
			i, j = i+1, j+1
		case i < len(before) && (j == len(after) || longest[(i+1)*width+j] >= longest[i*width+j+1]):
			all = append(all, marked(before[i:i+1], figure.Removed)...)
			i++
		default:
			all = append(all, marked(after[j:j+1], figure.Added)...)
			j++
		}
	}
	return all
}

func marked(lines []figure.Line, change figure.Change) []figure.Line {
	all := make([]figure.Line, len(lines))
	for i, line := range lines {
		line.Change = change
		all[i] = line
	}
	return all
}

// withoutUnchanged leaves out the unchanged lines, but for those beside a changed
// one, and the first two and the last: the bracket, _id, and the bracket.
func withoutUnchanged(lines []figure.Line) []figure.Line {
	isShown := make([]bool, len(lines))
	for i, line := range lines {
		isShown[i] = isShown[i] || i < 2 || i == len(lines)-1
		if line.Change == figure.Same {
			continue
		}
		for k := max(0, i-contextLines); k <= min(len(lines)-1, i+contextLines); k++ {
			isShown[k] = true
		}
	}
	var all []figure.Line
	for i, line := range lines {
		switch {
		case isShown[i] || i > 0 && i < len(lines)-1 && isShown[i-1] && isShown[i+1]:
			all = append(all, line)
		case all[len(all)-1].LeftOut > 0:
			all[len(all)-1].LeftOut++
		default:
			all = append(all, figure.Line{LeftOut: 1})
		}
	}
	return all
}

// truncateRuns cuts long runs of removed, or added, lines, such as those of an
// emptied array of thousands.
func truncateRuns(lines []figure.Line) []figure.Line {
	var all []figure.Line
	for len(lines) > 0 {
		run := slices.IndexFunc(lines, func(l figure.Line) bool { return l.Change != lines[0].Change })
		if run < 0 {
			run = len(lines)
		}
		shown := run
		if lines[0].Change != figure.Same && run > longestRun+1 {
			shown = longestRun
		}
		all = append(all, lines[:shown]...)
		if run > shown {
			all = append(all, figure.Line{Change: lines[0].Change, LeftOut: run - shown})
		}
		lines = lines[run:]
	}
	return all
}
