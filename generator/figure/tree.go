package figure

// Tree is the tree that the documents of a model form, a row a document, with what each
// stores of it, and what a move of a subtree rewrites.
type Tree struct {
	Model  string   // name of the example
	Fields []string // that say what is below what
	Rows   []TreeRow
	// Written of all documents are rewritten by the move.
	Written, All int
	Move         TreeMove
}

// TreeMove is the move of a subtree, by the names of the documents at its root and above
// it.
type TreeMove struct {
	Node, From, To string
	Field          string // with the names
	IsLeaf         bool
}

// TreeRow is a document, or several in its place that are left out.
type TreeRow struct {
	Lines    []TreeLine // from the root to the row, one a level
	ID, Name string
	Part     MovePart
	Values   []TreeValue
	Written  int // documents of the row that the move rewrites
	LeftOut  int // documents, 0 of a row that is one
}

// TreeValue is a piece of what a document stores.
type TreeValue struct {
	Text   string
	Change Change
}

// TreeLine is how the lines of a tree pass a level of a row.
type TreeLine uint8

const (
	NoLine   TreeLine = iota
	LinePast          // to rows below
	LineInto          // to this row, and to others below
	LineEnd           // to this row, the last
)

// MovePart is a row's part in the move.
type MovePart uint8

const (
	NotMoved MovePart = iota
	MoveRoot
	MoveBelow
	MoveTarget
)

// Paint has the tree written.
func (t Tree) Paint(p Painter) { p.Tree(t) }

// Before returns what the row stores before the move.
func (r TreeRow) Before() string { return r.without(Added) }

// After returns what the row stores after the move.
func (r TreeRow) After() string { return r.without(Removed) }

func (r TreeRow) without(change Change) string {
	text := ""
	for _, value := range r.Values {
		if value.Change != change {
			text += value.Text
		}
	}
	return text
}
