// Package figure holds the elements of a page apart from prose: tokens of code,
// documents as nested boxes, matrices, charts, pictures. A figure has no
// language: words in it are identifiers, and its phrases are keys that the page
// looks up in its strings.
package figure

// Class is the class of a token, which decides its color.
type Class uint8

const (
	Plain Class = iota
	Key
	String
	Number   // true, false and null as well
	Type     // ObjectId, ISODate, Decimal128
	Operator // $set and the rest
	Function
	Keyword
	Comment
	Punctuation
	ID        // the key _id, underlined
	Reference // a value that is declared to point at another document
)

// letters are the names of classes in the style sheet.
var letters = [...]string{
	String: "s", Type: "t", Operator: "o", Function: "f", Keyword: "k", Comment: "c", ID: "i", Reference: "r",
}

// Classes is how many classes there are.
const Classes = len(letters)

// Letter returns the class's name in the style sheet, "" for one without.
func (c Class) Letter() string { return letters[c] }

// Token is a piece of code of one class.
type Token struct {
	Class Class
	Text  string
}

// Change is the change that a step made to a line.
type Change uint8

const (
	Same Change = iota
	Added
	Removed
)

// Line is a line of code. Its indentation is part of its tokens.
type Line struct {
	Tokens []Token
	Change Change
	More   int // elements of a list that are left out after this line
	// LeftOut is how many lines of the same Change are left out in the place of
	// this one, which has no tokens.
	LeftOut int
}

// Code is a block of code.
type Code struct {
	Language string // "shell", "json", "python", … for the page's label
	Lines    []Line
	Width    int // columns of the longest line, a wide character counting two
}

// BoxKind is the kind of value that a box shows.
type BoxKind uint8

const (
	Document BoxKind = iota
	Embedded
	Array
)

// Box is a document, an embedded document or an array, drawn as nested boxes. The
// text of its rows, read in order, is valid shell syntax. A document's brackets
// are in its own box: the opening one starts its first row, the closing one and
// the comma after it end its last. An array's are outside its box. Empty documents
// and arrays are tokens of a row and no boxes.
type Box struct {
	Kind  BoxKind
	Depth int    // 0 for a document
	ID    string // _id of a Document as its row has it, "" without one
	Bytes int    // BSON size of a Document
	Count int    // elements of an Array
	// Touched are the numbers of the steps of its block that touch a Document, as
	// Pane.Step has them.
	Touched []int
	Rows    []Row
	// Copies are the copies to which an Embedded box belongs, nil if there is
	// no other.
	Copies *Copies
}

// Copies are embedded documents of a collection with the same _id and the same values.
type Copies struct {
	Count int // in all documents, including those that are not shown
}

// Row is a line of a box: tokens, and perhaps a box below them and the tokens
// that close the boxes around it.
type Row struct {
	Before []Token
	Inside *Box
	After  []Token
	// Refers is the collection to whose _id the References of the row are declared
	// to point, "" if it is none or another field.
	Refers string
	More   int // elements of an Array that are left out after this row
}

// Coverage is the embedded database's support for the names of one topic, or
// the evidence for it.
type Coverage struct {
	Groups   []NameGroup
	Evidence *Evidence
}

// Evidence lists the sources of our knowledge of MongoDB's server.
type Evidence struct {
	Sources  []EvidenceSource
	Assumed  []string // keys of assumptions that no source confirms
	ZoneData string   // release of the time zone database, "2025c"
}

// EvidenceSource is a source of expected results: "measured", "tests",
// "manual", "source", "clients" or "assumed".
type EvidenceSource struct {
	Name  string
	Cases int
}

// NameGroup is a set of names with which the embedded database does the same,
// for the same reason.
type NameGroup struct {
	Treatment Treatment
	Reason    string // key of a refusal's or an error's reason, else ""
	Count     int    // of names
	Owners    []Owner
}

// Treatment is the embedded database's treatment of a name. It is a key of the
// page's strings.
type Treatment string

const (
	Runs     Treatment = "runs"
	Ignored  Treatment = "ignored"   // taken, and without effect on any result
	Refused  Treatment = "refused"   // with error 238
	FailsToo Treatment = "fails-too" // with the server's own error
)

// Owner is the owner of names: a command with its fields, a stage with its
// options.
type Owner struct {
	Name  string // "" if the names have no owner
	All   bool   // the names belong to every owner
	Names []string
}

// Names returns the names in the list.
func (c *Coverage) Names() []string {
	var names []string
	for _, group := range c.Groups {
		for _, owner := range group.Owners {
			names = append(append(names, owner.Name), owner.Names...)
		}
	}
	return names
}
