package translate

// InOrder reports whether the segments of a translation are paired with the original
// ones in their order, and whether match pairs them so, without a message.
func InOrder(original, translated *Page) (isInOrder, isMatched bool) {
	p := match(pointers(original.Segments), pointers(translated.Segments), nil, false)
	isMatched = len(p.messages) == 0 && len(p.pairs) == len(translated.Segments)
	for i := range min(len(original.Segments), len(translated.Segments)) {
		isMatched = isMatched && p.pairs[&original.Segments[i]] == &translated.Segments[i]
	}
	return inOrder(original.Segments, translated.Segments), isMatched
}
