package figure

// Phrase is a text that a figure has in the language of its page.
type Phrase interface{ phrase() }

type (
	// Text is the same in every language: a name, a unit.
	Text string
	// Integer is a number, written as the language writes one.
	Integer int64
	// Letter is that of a model of a list, the first being 0.
	Letter int
	// Sequence is phrases one after another.
	Sequence []Phrase
	// Enumeration is a list of phrases with the separators of the language.
	Enumeration []Phrase
)

// Words are a string of the page.
type Words struct {
	Key  string // or, in a group, the group and the key: "measures.bytesRead"
	With []Argument
}

// Because is a thing with a remark about it: its reason or its number.
func Because(what, why Phrase) Words {
	return Words{Key: "because", With: []Argument{{Name: "what", Phrase: what}, {Name: "why", Phrase: why}}}
}

// Plural is a string of the page with a form for each number.
type Plural struct {
	Key   string
	Count int
	With  []Argument
}

// Argument is the phrase that replaces {name} in a string.
type Argument struct {
	Name   string
	Phrase Phrase
}

func (Text) phrase()        {}
func (Integer) phrase()     {}
func (Letter) phrase()      {}
func (Sequence) phrase()    {}
func (Enumeration) phrase() {}
func (Words) phrase()       {}
func (Plural) phrase()      {}
