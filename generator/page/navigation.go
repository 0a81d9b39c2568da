package page

import (
	"html"
	"strings"

	"modelbook/generator/markup"
)

// Tree is the data of the tree of contents: all parts, and the guides of one.
type Tree struct {
	Lang string
	// Folder leads to the language's pages, as Input.Folder does.
	Folder string
	Parts  []Entry
	// Open is the slug of the part whose guides are shown, or "".
	Open   string
	Guides []Entry // of the open part, or only those near some of them
	All    int     // how many guides the open part has
}

// Navigation is a rendered tree for the pages of one part. Only the current
// page is marked later.
type Navigation struct {
	html string
	// at holds for each page the offsets in html at which its link can be
	// marked and the list of its sections inserted.
	at map[string]placeInTree
}

type placeInTree struct{ mark, sections int }

// Navigation makes a tree.
func (t *Theme) Navigation(tree Tree) *Navigation {
	n := &navigationWriter{tree: tree, words: t.languages[tree.Lang], at: map[string]placeInTree{}}
	n.WriteString("<ol>")
	for _, part := range tree.Parts {
		n.part(part)
	}
	n.WriteString("</ol>")
	return &Navigation{html: n.String(), at: n.at}
}

type navigationWriter struct {
	strings.Builder
	tree  Tree
	words *language
	at    map[string]placeInTree
}

func (n *navigationWriter) part(part Entry) {
	open := part.Slug == n.tree.Open
	if open {
		n.WriteString(`<li class="open">`)
	} else {
		n.WriteString("<li>")
	}
	n.link(part)
	if open && len(n.tree.Guides) > 0 {
		n.WriteString("<ol>")
		for _, guide := range n.tree.Guides {
			guide.Number = 0
			n.WriteString("<li>")
			n.link(guide)
		}
		if all := n.words.allGuides(n.tree.All, len(n.tree.Guides)); all != "" {
			n.WriteString("<li><a" + markup.Attribute("href", n.tree.Folder+part.Slug+".html") + ">" + html.EscapeString(all) + "</a>")
		}
		n.WriteString("</ol>")
	}
}

func (n *navigationWriter) link(entry Entry) {
	n.WriteString("<a" + markup.Attribute("href", n.tree.Folder+entry.Slug+".html"))
	mark := n.Len()
	if entry.Lang != n.tree.Lang {
		n.WriteString(markup.Attribute("lang", entry.Lang))
	}
	n.WriteString(">" + numbered(entry) + "</a>")
	n.at[entry.Slug] = placeInTree{mark: mark, sections: n.Len()}
}

// on returns the tree for one page, in pieces: its link marked, its sections
// under it.
func (n *Navigation) on(slug, sections string) [5]string {
	if n == nil {
		return [5]string{}
	}
	place, ok := n.at[slug]
	if !ok {
		return [5]string{n.html}
	}
	return [5]string{
		n.html[:place.mark], ` aria-current="page"`, n.html[place.mark:place.sections], sections, n.html[place.sections:],
	}
}
