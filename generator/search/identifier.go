package search

// isName reports whether a word may have parts.
func isName(word []byte) bool {
	for i, c := range word {
		if c == '_' || c == '$' || i > 0 && 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

// parts emits the words of a name, unless it is only one: max and Items of
// maxItems, BSON and Type of BSONType. Only A to Z begin a part.
func (s *scanner) parts(name []byte) {
	start := 0
	end := func(i int) {
		if start < i && i-start < len(name) {
			s.part = appendLower(s.part[:0], name[start:i])
			s.found(s.part, Part)
		}
		start = i
	}
	for i, c := range name {
		switch {
		case c == '_' || c == '$':
			end(i)
			start = i + 1
		case i == 0 || !isUpper(c):
		case !isUpper(name[i-1]), i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z':
			end(i)
		}
	}
	end(len(name))
}
