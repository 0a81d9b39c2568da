package translate

import (
	"crypto/sha256"

	"modelbook/generator/diag"
)

// UpToDate counts a translation, and tells what is wrong with it, if nothing of it
// can be behind: its base has the hash of one that says what English says, and it has
// a segment for each of the English ones, in their order. Most are so. It then gives
// what Compare would, and readers see the page as it stands. Of any other translation
// Compare knows.
func UpToDate(english, translated *Page, base [sha256.Size]byte) (count Count, messages diag.List, ok bool) {
	if base != english.freshBase() || !builtAlike(english, translated) {
		return Count{}, nil, false
	}
	messages = Settings(english.Guide, translated.Guide)
	for i := range english.Segments {
		e, t := &english.Segments[i], &translated.Segments[i]
		if untranslated(e, t) {
			return Count{}, nil, false
		}
		messages = append(messages, differences(e, t, english.Locale, translated.Locale)...)
		count.add(&Block{English: e})
	}
	return count, messages, true
}

// builtAlike reports whether each segment of a translation is that of the English one
// in its place, without a mark that says otherwise.
func builtAlike(english, translated *Page) bool {
	if len(english.Segments) != len(translated.Segments) || len(english.Guide.Blocks) == 0 || len(translated.Guide.Blocks) == 0 {
		return false
	}
	for i := range english.Segments {
		e, t := &english.Segments[i], &translated.Segments[i]
		if e.Place != t.Place || e.Kind != t.Kind || e.Kind == kindFootnote && e.id() != t.id() || e.left() || t.left() || t.Todo != "" {
			return false
		}
	}
	return true
}
