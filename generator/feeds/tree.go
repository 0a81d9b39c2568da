package feeds

import (
	"strings"

	"modelbook/generator/figure"
)

// trees writes the trees of a list of models: the first with the names of its documents
// and the move, and of each what the move rewrites.
func (m *markdown) trees(figures []figure.Figure, list string) {
	var captions []string
	for item := range strings.SplitSeq("\n"+list, "\n- ") {
		if texts := linkTexts(item); texts != nil {
			captions = append(captions, texts[0])
		}
	}
	isFirst := true
	for i, f := range figures {
		for _, pane := range f.Panes {
			for _, element := range pane.Elements {
				tree, ok := element.(figure.Tree)
				if !ok || len(tree.Rows) == 0 {
					continue
				}
				if isFirst {
					m.move(tree)
				}
				isFirst = false
				name := captions[i]
				if i < len(m.letters) && m.letters[i] != "" {
					name = m.letters[i] + ": " + name
				}
				tree.Paint(figurePainter{m, []string{name}})
			}
		}
	}
}

// move writes a tree as indented lines, and the move.
func (m *markdown) move(tree figure.Tree) {
	key := "tree-words.move"
	if tree.Move.IsLeaf {
		key = "tree-words.move-leaf"
	}
	m.line(m.say(figure.Words{Key: key, With: []figure.Argument{
		{Name: "node", Phrase: figure.Text(tree.Move.Node)}, {Name: "from", Phrase: figure.Text(tree.Move.From)}, {Name: "to", Phrase: figure.Text(tree.Move.To)},
	}}))
	var lines []string
	for _, row := range tree.Rows {
		line := row.ID + " " + row.Name
		if row.LeftOut > 0 {
			line = "… " + m.say(documentsLeftOut(row))
		}
		lines = append(lines, strings.Repeat("  ", len(row.Lines))+strings.TrimSpace(line))
	}
	m.line("```text\n" + strings.Join(lines, "\n") + "\n```")
}

func documentsLeftOut(row figure.TreeRow) figure.Phrase {
	return figure.Plural{Key: "more-elements", Count: row.LeftOut, With: []figure.Argument{{Name: "count", Phrase: figure.Integer(row.LeftOut)}}}
}

// Tree writes what a move rewrites in one model, before and after.
func (p figurePainter) Tree(t figure.Tree) {
	of := figure.Words{Key: "tree-words.of", With: []figure.Argument{{Name: "count", Phrase: figure.Integer(t.All)}}}
	lines := []string{p.captions[0] + " · " + p.say(figure.Integer(t.Written)) + " " + p.say(of), ""}
	for _, row := range t.Rows {
		switch {
		case row.Written == 0:
		case row.LeftOut > 0:
			said := figure.Words{Key: "tree-words.rewritten", With: []figure.Argument{{Name: "count", Phrase: figure.Integer(row.Written)}}}
			lines = append(lines, "- … "+p.say(figure.Because(documentsLeftOut(row), said)))
		default:
			lines = append(lines, "- `"+row.ID+"` "+strings.Join(t.Fields, " – ")+": `"+row.Before()+"` → `"+row.After()+"`")
		}
	}
	p.line(strings.Join(lines, "\n"))
}
