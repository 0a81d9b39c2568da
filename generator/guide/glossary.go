package guide

// Glossary is content/glossary.yaml: the concepts of a handbook.
type Glossary []Concept

// Concept is one of them, with its names by language: those that pages use, and
// aliases that only a reader who searches may use.
type Concept struct {
	ID      string
	Names   map[string][]string
	Aliases map[string][]string
}
