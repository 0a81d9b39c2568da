package page

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Tree writes the documents of a tree, a row each, with what they store of it before and
// after the move.
func (p painter) Tree(t figure.Tree) {
	p.styledBy("with-trees.css")
	if len(t.Rows) == 0 {
		p.strings("<p>", html.EscapeString(p.words.NotMeasured), "</p>")
		return
	}
	p.nodes(strings.Join(t.Fields, " – "), t.Rows, func(int) string { return "" }, func(i int) {
		for _, value := range t.Rows[i].Values {
			element := [...]string{figure.Same: "", figure.Added: "ins", figure.Removed: "del"}[value.Change]
			if element == "" {
				p.text(value.Text)
				continue
			}
			p.strings("<", element, ">")
			p.text(value.Text)
			p.strings("</", element, ">")
		}
	})
}

// nodes writes the rows of a tree below a heading. beside writes what stands behind a
// document. class is that of the element of a row that is last.
func (w *writer) nodes(heading string, rows []figure.TreeRow, class func(i int) string, beside func(i int)) {
	w.WriteString(`<ol class="nodes" translate="no"><li><span>_id</span><span>`)
	w.text(heading)
	w.WriteString("</span></li>")
	for i := range rows {
		row := &rows[i]
		var classes []string
		if row.Written > 0 {
			classes = append(classes, "lit")
		}
		if row.Part == figure.MoveRoot || row.Part == figure.MoveBelow {
			classes = append(classes, "moved")
		}
		w.WriteString("<li")
		w.class(strings.Join(classes, " "))
		w.WriteString("><span")
		if row.LeftOut > 0 {
			w.class(class(i))
		}
		w.WriteString(">")
		for _, line := range row.Lines {
			w.WriteString("<i")
			w.class(treeLines[line])
			w.WriteString("></i>")
		}
		if row.LeftOut > 0 {
			w.strings(`<em translate="yes">… `, html.EscapeString(w.leftOut(row)), "</em></span></li>")
			continue
		}
		w.WriteString("<b>")
		w.text(row.ID)
		w.WriteString("</b></span><span")
		w.class(class(i))
		w.WriteString(">")
		beside(i)
		w.WriteString("</span></li>")
	}
	w.WriteString("</ol>")
}

// class writes the attribute, if there is a class.
func (w *writer) class(name string) {
	if name != "" {
		w.WriteString(markup.Attribute("class", name))
	}
}

// treeLines are the classes of the lines of a tree.
var treeLines = [...]string{figure.NoLine: "", figure.LinePast: "past", figure.LineInto: "into", figure.LineEnd: "end"}

// leftOut says how many documents a row stands for, and how many of them are rewritten.
func (w *writer) leftOut(row *figure.TreeRow) string {
	said := w.words.fill(w.plural(w.words.MoreElements, row.LeftOut), "count", w.integer(row.LeftOut))
	if row.Written == 0 {
		return said
	}
	return w.words.fill(w.words.Because, "what", said, "why", w.words.fill(w.words.TreeWords["rewritten"], "count", w.integer(row.Written)))
}

// treeOf returns the tree that a figure is, nil if it is another.
func treeOf(f *figure.Figure) *figure.Tree {
	if len(f.Panes) != 1 || len(f.Panes[0].Elements) != 1 {
		return nil
	}
	tree, ok := f.Panes[0].Elements[0].(figure.Tree)
	if !ok || len(tree.Rows) == 0 {
		return nil
	}
	return &tree
}

// moveCard writes before the cards of models the tree that all of them store, and the
// move.
func (w *writer) moveCard(tree *figure.Tree) {
	w.strings(`<li class="card move"><h3>`, html.EscapeString(w.words.TreeWords["title"]), `</h3><div class="drawn">`)
	isPart := func(part figure.MovePart) int {
		return slices.IndexFunc(tree.Rows, func(r figure.TreeRow) bool { return r.Part == part })
	}
	root, target := isPart(figure.MoveRoot), isPart(figure.MoveTarget)
	w.nodes(tree.Move.Field, tree.Rows, func(i int) string {
		switch {
		case i == target && root < target:
			return "to up"
		case i == target:
			return "to down"
		case i == root && root < target:
			return "from down"
		case i == root:
			return "from up"
		case min(root, target) < i && i < max(root, target):
			return "along"
		}
		return ""
	}, func(i int) { w.text(tree.Rows[i].Name) })
	key := "move"
	if tree.Move.IsLeaf {
		key = "move-leaf"
	}
	said := w.words.fill(w.words.TreeWords[key], "node", tree.Move.Node, "from", tree.Move.From, "to", tree.Move.To)
	w.strings(`</div><p class="when">`, html.EscapeString(said), `</p><p class="decides"><svg class="pips" aria-hidden="true" width="20" height="12"><rect class="lit" x="1" y="1" width="18" height="10" rx="2"></rect></svg> <span>`, html.EscapeString(w.words.TreeWords["key"]), "</span></p></li>")
}

// mostPips is how many documents have a pip each; the share of more is a length.
const mostPips = 24

// rewritten writes how many of a tree's documents the move rewrites, in the words of the
// card if it ends with a number.
func (w *writer) rewritten(tree *figure.Tree, count string) {
	if count == "" {
		count = w.integer(tree.Written)
	}
	w.strings(`<p class="decides">`, html.EscapeString(count), " <span>", html.EscapeString(w.words.fill(w.words.TreeWords["of"], "count", w.integer(tree.All))), "</span>")
	pip := func(class string, x, width int) {
		w.WriteString("<rect")
		w.strings(markup.Attribute("class", class), markup.Attribute("x", strconv.Itoa(x)), ` y="1"`, markup.Attribute("width", strconv.Itoa(width)), ` height="10" rx="1"></rect>`)
	}
	const wide, each = 96, 9
	if tree.All > mostPips {
		w.strings(` <svg class="pips" aria-hidden="true"`, markup.Attribute("width", strconv.Itoa(wide+2)), ` height="12">`)
		pip("all", 1, wide)
		pip("lit", 1, max(2, wide*tree.Written/tree.All))
	} else {
		w.strings(` <svg class="pips" aria-hidden="true"`, markup.Attribute("width", strconv.Itoa(each*tree.All)), ` height="12">`)
		for i := range tree.All {
			class := "all"
			if i < tree.Written {
				class = "lit"
			}
			pip(class, each*i+1, each-2)
		}
	}
	w.WriteString("</svg></p>")
}
