package translate

import (
	"slices"
	"strconv"
	"strings"
)

// metaText marks a text of the front matter.
func (u *updater) metaText(b *Block) {
	original := b.Original
	if len(b.Translated) == 0 {
		u.insertKey(original)
		u.placeMeta(Entry{Segment: emptied(original), Next: &Next{*original, newText}})
		return
	}
	e := u.entry(b)
	switch translated := b.Translated[0]; {
	case b.From == nil || b.byHand:
		e = Entry{Segment: *original}
	case translated.Todo == original.Hash() || translated.Todo == "" && u.isUpToDate(b, &e):
	default:
		before := e.Text
		if e.isNew() {
			before = e.Next.Text
			e.Next = &Next{*original, newText}
		} else {
			e.Next = &Next{*original, translated.Hash()}
		}
		u.markKey(original, WordDiff(Diff(before, original.Text)))
	}
	u.placeMeta(e)
}

// metaMark begins the line above a key whose text is to be translated.
const metaMark = "# translate "

func (u *updater) keyLine(key string) int {
	return slices.IndexFunc(u.editor.meta, func(line string) bool { return strings.HasPrefix(line, key+":") })
}

func (u *updater) markKey(original *Segment, changes string) {
	i := u.keyLine(original.Kind)
	if i < 0 {
		return // written in a way that no line of its own begins with it
	}
	lines := u.editor.meta
	if strings.HasPrefix(lines[i-1], metaMark) {
		lines = slices.Delete(lines, i-1, i)
		i--
	}
	u.editor.meta = slices.Insert(lines, i, metaMark+original.Hash()+": "+changes+"\n")
}

// insertKey adds a key that only the original has, before the line that ends the
// front matter.
func (u *updater) insertKey(original *Segment) {
	lines := u.editor.meta
	u.editor.meta = slices.Insert(lines, len(lines)-1, metaMark+original.Hash()+"\n", original.Kind+": "+strconv.Quote(original.Text)+"\n")
}

// settings takes over the keys that are no text.
func (u *updater) settings() {
	for _, key := range []struct{ name, translated, original string }{
		{"part", u.Translated.Guide.Meta.Part, u.Original.Guide.Meta.Part},
		{"order", strconv.Itoa(u.Translated.Guide.Meta.Order), strconv.Itoa(u.Original.Guide.Meta.Order)},
	} {
		if i := u.keyLine(key.name); i >= 0 && key.translated != key.original {
			u.editor.meta[i] = key.name + ": " + key.original + "\n"
		}
	}
}
