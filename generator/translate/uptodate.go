package translate

import (
	"crypto/sha256"

	"modelbook/generator/diag"
)

// UpToDate counts a translation, and reports its mistakes, if nothing of it can
// be behind: its base has the hash of one with the texts of the original, and it
// has a segment for each of the original ones, in their order. Most are so. It
// then returns the same as Compare would, and readers see the page as it is. Any
// other translation needs Compare.
func UpToDate(original, translated *Page, base [sha256.Size]byte) (count Count, messages diag.List, ok bool) {
	if base != original.freshBase() || !builtAlike(original, translated) {
		return Count{}, nil, false
	}
	messages = Settings(original.Guide, translated.Guide)
	for i := range original.Segments {
		e, t := &original.Segments[i], &translated.Segments[i]
		if untranslated(e, t) {
			return Count{}, nil, false
		}
		messages = append(messages, differences(e, t, original.Locale, translated.Locale)...)
		count.add(&Block{Original: e})
	}
	return count, messages, true
}

// builtAlike reports whether each segment of a translation is that of the original one
// in its place, without a mark that says otherwise.
func builtAlike(original, translated *Page) bool {
	if len(original.Segments) != len(translated.Segments) || len(original.Guide.Blocks) == 0 || len(translated.Guide.Blocks) == 0 {
		return false
	}
	for i := range original.Segments {
		e, t := &original.Segments[i], &translated.Segments[i]
		if e.Place != t.Place || e.Kind != t.Kind || e.Kind == kindFootnote && e.id() != t.id() || e.left() || t.left() || t.Todo != "" {
			return false
		}
	}
	return true
}
