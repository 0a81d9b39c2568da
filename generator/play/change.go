package play

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/render"
)

// Change is what a statement did to the documents of a collection in one way.
type Change struct {
	Collection string `json:"collection"`
	Kind       string `json:"kind"` // "new", "changed" or "removed"
	Count      int    `json:"count"`
	// Sheets are the first of them.
	Sheets []Sheet `json:"sheets"`
}

// Sheet is a document with what became of its lines, and its bytes before and
// after; 0 where there is none.
type Sheet struct {
	Lines  []Line `json:"lines"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

const (
	// shownChanges is how many changed documents are shown of a kind.
	shownChanges = 5
	// around is how many lines that did not change are shown beside one that did.
	around = 2
	// longestDiff is up to how many lines, before times after, a document is
	// compared line by line.
	longestDiff = 1 << 22
)

// changes compares two snapshots.
func changes(before, after snapshot) []Change {
	var all []Change
	for _, name := range names(before, after) {
		then, now := before.in(name), after.in(name)
		kinds := map[string]*Change{}
		note := func(kind string, old, new bson.Raw) {
			c := kinds[kind]
			if c == nil {
				c = &Change{Collection: name, Kind: kind}
				kinds[kind] = c
			}
			if c.Count++; c.Count <= shownChanges {
				c.Sheets = append(c.Sheets, Sheet{Lines: difference(printed(old), printed(new)), Before: len(old), After: len(new)})
			}
		}
		for _, id := range then.order {
			switch old, new := then.documents[id], now.documents[id]; {
			case new == nil:
				note("removed", old, nil)
			case !same(old, new):
				note("changed", old, new)
			}
		}
		for _, id := range now.order {
			if then.documents[id] == nil {
				note("new", nil, now.documents[id])
			}
		}
		for _, kind := range []string{"changed", "new", "removed"} {
			if c := kinds[kind]; c != nil {
				all = append(all, *c)
			}
		}
	}
	return all
}

// printed gives the lines of a document, each field in lines of its own.
func printed(document bson.Raw) []Line {
	if document == nil {
		return nil
	}
	code, err := render.Document(document)
	if err != nil {
		// It has no form in the shell; its bytes still say that it changed.
		return []Line{{Tokens: []Token{{"", document.String()}}}}
	}
	return lines(code)
}

func (l Line) text() string {
	text := ""
	for _, t := range l.Tokens {
		text += t[1]
	}
	return text
}

// difference marks the lines that went and came, and leaves out those far from
// any.
func difference(before, after []Line) []Line {
	start := 0
	for start < min(len(before), len(after)) && before[start].text() == after[start].text() {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end].text() == after[len(after)-1-end].text() {
		end++
	}
	all := append([]Line{}, after[:start]...)
	all = append(all, between(before[start:len(before)-end], after[start:len(after)-end])...)
	all = append(all, after[len(after)-end:]...)
	return folded(all)
}

// between compares lines by their longest common subsequence.
func between(before, after []Line) []Line {
	var all []Line
	if len(before)*len(after) > longestDiff {
		return append(signed(before, "-"), signed(after, "+")...)
	}
	old, new := texts(before), texts(after)
	width := len(new) + 1
	longest := make([]int32, (len(old)+1)*width)
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			at := i*width + j
			if old[i] == new[j] {
				longest[at] = longest[at+width+1] + 1
			} else {
				longest[at] = max(longest[at+width], longest[at+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(old) || j < len(new) {
		switch {
		case i < len(old) && j < len(new) && old[i] == new[j]:
			all = append(all, after[j])
			i, j = i+1, j+1
		case i < len(old) && (j == len(new) || longest[(i+1)*width+j] >= longest[i*width+j+1]):
			all = append(all, signed(before[i:i+1], "-")...)
			i++
		default:
			all = append(all, signed(after[j:j+1], "+")...)
			j++
		}
	}
	return all
}

func texts(lines []Line) []string {
	var all []string
	for _, line := range lines {
		all = append(all, line.text())
	}
	return all
}

func signed(lines []Line, sign string) []Line {
	var all []Line
	for _, line := range lines {
		line.Sign = sign
		all = append(all, line)
	}
	return all
}

// folded leaves out runs of lines that did not change, but for those around
// one that did.
func folded(lines []Line) []Line {
	keep := make([]bool, len(lines))
	for i, line := range lines {
		if line.Sign == "" {
			continue
		}
		for k := max(0, i-around); k <= min(len(lines)-1, i+around); k++ {
			keep[k] = true
		}
	}
	var all []Line
	for i, line := range lines {
		switch {
		case keep[i]:
			all = append(all, line)
		case i > 0 && !keep[i-1]:
			all[len(all)-1].Same++
		default:
			all = append(all, Line{Same: 1})
		}
	}
	return all
}
