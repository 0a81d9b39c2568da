package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// treeKind is a figure of the tree that the documents of a model form, with what a move
// of a subtree rewrites. All models of a list have the same tree, and the same move.
// Without a size it is that at the first.
var treeKind = Kind{
	[]guide.Pattern{
		{Fragment: "tree/<step or answers>", Place: guide.InCard},
		{Fragment: "tree/<step or answers>/<size>", Place: guide.InCard},
	},
	func(of Models, t guide.Target) (figure.Figure, error) {
		tree, err := TreeOf(of.Results[0], of.Listed, t.Subject, t.Size)
		return figure.Figure{Names: tree.Fields, Panes: onePane(tree)}, err
	},
}

const (
	// mostRows is how many rows a tree has; of a larger one those are left out that the
	// move has nothing to do with.
	mostRows = 16
	// mostColumns is how many characters of a value a row has room for.
	mostColumns = 23
)

// movedTree is drawn of a move as a model makes it.
type movedTree struct{ *example.Relocation }

// TreeOf draws the tree of a model before a step, or before the steps that answer a
// question, and what these rewrite. The first of the listed results is what the model's
// tree is compared with.
func TreeOf(r *example.Result, listed []*example.Result, subject string, size int) (figure.Tree, error) {
	drawn := figure.Tree{Model: r.Example.Name}
	if r.At(size) == nil || r.Status == example.Failed {
		return drawn, nil // it did not run to its end
	}
	m, err := r.Relocation(subject, size)
	if err != nil {
		return drawn, err
	}
	if len(listed) > 0 && listed[0] != r && listed[0].At(size) != nil {
		if err := m.ComparedWith(listed[0], subject, size); err != nil {
			return drawn, err
		}
	}
	of := movedTree{m}
	drawn.Written, drawn.All, drawn.Fields, drawn.Move = len(m.Written), len(m.Nodes()), m.Fields(), of.named()
	drawn.Rows, err = of.rows()
	return drawn, err
}

// named names the documents at the ends of the move.
func (m movedTree) named() figure.TreeMove {
	move := figure.TreeMove{IsLeaf: true}
	for _, parent := range m.Tree {
		move.IsLeaf = move.IsLeaf && parent != m.Root
	}
	for _, end := range []struct {
		of   example.TreeNode
		name *string
	}{{m.Root, &move.Node}, {m.From, &move.From}, {m.To, &move.To}} {
		field, name := m.NameOf(end.of)
		*end.name = cmp.Or(name, end.of.IDText())
		if end.of == m.Root {
			move.Field = field
		}
	}
	return move
}

// rows returns the tree, in the order of a walk that visits a document before those below
// it.
func (m movedTree) rows() ([]figure.TreeRow, error) {
	walk := m.walk()
	isShown := m.shown(walk)
	var rows []figure.TreeRow
	var levels []int
	for _, at := range walk {
		last := len(rows) - 1
		if !isShown[at.node] {
			if last < 0 || rows[last].LeftOut == 0 {
				rows, levels, last = append(rows, figure.TreeRow{}), append(levels, at.level), last+1
			}
			levels[last] = min(levels[last], at.level)
			rows[last].LeftOut++
			rows[last].Written += count(m.Written[at.node])
			continue
		}
		row := figure.TreeRow{ID: shortID(at.node.IDText()), Written: count(m.Written[at.node]), Part: m.part(at.node)}
		_, row.Name = m.NameOf(at.node)
		row.Values = valuesOf(m.Stored(at.node))
		rows, levels = append(rows, row), append(levels, at.level)
	}
	if len(rows) > mostRows {
		return nil, fmt.Errorf("the move of %s needs %d rows: a tree is drawn with at most %d", m.Root, len(rows), mostRows)
	}
	drawLines(rows, levels)
	return rows, nil
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// visit is a document that a walk comes to.
type visit struct {
	node  example.TreeNode
	level int
}

func (m movedTree) walk() []visit {
	below := map[example.TreeNode][]example.TreeNode{}
	for _, n := range m.Nodes() {
		below[m.Tree[n]] = append(below[m.Tree[n]], n)
	}
	var all []visit
	var visitBelow func(n example.TreeNode, level int)
	visitBelow = func(n example.TreeNode, level int) {
		for _, child := range below[n] {
			all = append(all, visit{child, level})
			visitBelow(child, level+1)
		}
	}
	visitBelow(example.TreeNode{}, 0)
	return all
}

// shown returns the documents that have a row: all if there is room for them, else the
// subtree, its old and its new parent, and what is above them.
func (m movedTree) shown(walk []visit) map[example.TreeNode]bool {
	isShown := map[example.TreeNode]bool{}
	for _, at := range walk {
		isShown[at.node] = len(walk) <= mostRows || m.IsMoved(at.node)
	}
	for _, n := range []example.TreeNode{m.From, m.To} {
		for above, ok := n, true; ok; above, ok = m.Tree[above] {
			isShown[above] = true
		}
	}
	return isShown
}

func (m movedTree) part(n example.TreeNode) figure.MovePart {
	switch {
	case n == m.Root:
		return figure.MoveRoot
	case n == m.To:
		return figure.MoveTarget
	case m.IsMoved(n):
		return figure.MoveBelow
	}
	return figure.NotMoved
}

// drawLines sets the lines that lead from a row to those below it.
func drawLines(rows []figure.TreeRow, levels []int) {
	for i := range rows {
		rows[i].Lines = make([]figure.TreeLine, levels[i])
		for level := range rows[i].Lines {
			goesOn := false
			for k := i + 1; k < len(rows) && levels[k] > level; k++ {
				goesOn = goesOn || levels[k] == level+1
			}
			leadsHere := level == levels[i]-1
			switch {
			case leadsHere && goesOn:
				rows[i].Lines[level] = figure.LineInto
			case leadsHere:
				rows[i].Lines[level] = figure.LineEnd
			case goesOn:
				rows[i].Lines[level] = figure.LinePast
			}
		}
	}
}

// valuesOf returns what a document stores of the tree, with what changes.
func valuesOf(stored []example.TreeText) []figure.TreeValue {
	var all []figure.TreeValue
	for i, text := range stored {
		if i > 0 {
			all = append(all, figure.TreeValue{Text: " – "})
		}
		all = append(all, figure.TreeValue{Text: text.Open})
		all = append(all, pieces(shortIDs(text.Before), shortIDs(text.After), text.Separator)...)
		all = append(all, figure.TreeValue{Text: text.Close})
	}
	return slices.DeleteFunc(all, func(v figure.TreeValue) bool { return v.Text == "" })
}

func shortIDs(ids []string) []string {
	for i, id := range ids {
		ids[i] = shortID(id)
	}
	return ids
}

// shortID returns the end of a long id, such as that of an ObjectId.
func shortID(id string) string {
	const most, end = 8, 4
	if letters := []rune(id); len(letters) > most {
		return ellipsis + string(letters[len(letters)-end:])
	}
	return id
}

// pieces returns a list before and after a change. What it begins and ends with stays, as
// much of it as there is room for.
func pieces(before, after []string, separator string) []figure.TreeValue {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	removed := abridged(before[start:len(before)-end], separator)
	added := abridged(after[start:len(after)-end], separator)
	head, tail := before[:start], before[len(before)-end:]
	room := mostColumns - len("[]") - utf8.RuneCountInString(removed+added)
	first, last := "", ""
	for width(head, separator)+width(tail, separator)+len([]rune(first+last)) > room && len(head)+len(tail) > 0 {
		switch {
		case removed+added == "":
			head, last = head[:len(head)-1], ellipsis
		case len(head) >= len(tail):
			head, first = head[1:], ellipsis
		default:
			tail, last = tail[:len(tail)-1], ellipsis
		}
	}
	var all []figure.TreeValue
	add := func(text string, change figure.Change) {
		if text != "" {
			all = append(all, figure.TreeValue{Text: text, Change: change})
		}
	}
	opening, closing := first+strings.Join(head, separator), strings.Join(tail, separator)+last
	switch {
	case removed != "" && added != "" || removed+added == "":
		opening, closing = ended(opening, separator, removed+closing), begun(separator, closing, removed)
	case closing != "" && closing != ellipsis:
		opening = ended(opening, separator, closing)
		removed, added = ended(removed, separator, removed), ended(added, separator, added)
	default:
		removed, added = begun(separator, removed, opening), begun(separator, added, opening)
	}
	add(opening, figure.Same)
	add(removed, figure.Removed)
	add(added, figure.Added)
	add(closing, figure.Same)
	return all
}

const ellipsis = "…"

// ended ends a text with a separator if something follows, and what was left out does not
// take its place.
func ended(text, separator, next string) string {
	if text == "" || next == "" || text == ellipsis || next == ellipsis {
		return text
	}
	return text + separator
}

// begun begins a text with a separator if something stands before it.
func begun(separator, text, before string) string {
	if text == "" || before == "" || text == ellipsis || before == ellipsis {
		return text
	}
	return separator + text
}

// abridged returns a list as text, without the middle of a long one.
func abridged(list []string, separator string) string {
	const most = 3
	if len(list) > most {
		list = []string{list[0], ellipsis, list[len(list)-1]}
	}
	return strings.Join(list, separator)
}

func width(list []string, separator string) int {
	return utf8.RuneCountInString(strings.Join(list, separator)) + len(separator)*min(1, len(list))
}
