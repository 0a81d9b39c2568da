package figure

// DocumentChange is what a step did to the documents of a collection in one way.
type DocumentChange struct {
	Collection string
	Kind       ChangeKind
	Total      int // documents
	Sheets     []ChangedSheet
}

// ChangeKind is a key of the page's strings.
type ChangeKind string

const (
	Changed ChangeKind = "changed"
	New     ChangeKind = "new"
	Gone    ChangeKind = "gone"
)

// ChangedSheet is the part of a document that a step changed, and its bytes; 0
// before it came and after it went.
type ChangedSheet struct {
	Lines         []Line
	Before, After int
}
