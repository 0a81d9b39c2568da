package figure

// Schema is a collection's validator and its indexes.
type Schema struct {
	Collection string
	Validator  Code // no lines: without a validator
	Indexes    []Code
}

// Names are the collection, its operators and its keywords.
func (s Schema) Names() []string {
	names := append([]string{s.Collection}, s.Validator.namesOf(Operator, Key)...)
	for _, index := range s.Indexes {
		names = append(names, index.Names()...)
	}
	return names
}

// Plain is the validator and the indexes.
func (s Schema) Plain() []Part {
	parts := []Part{{Kind: Caption, Text: s.Collection}, {Kind: CodePart, Text: s.Validator.Text()}}
	for _, index := range s.Indexes {
		parts = append(parts, Part{Kind: CodePart, Text: index.Text()})
	}
	return parts
}
