package translate

import (
	"slices"
	"strconv"
	"strings"
)

// metaText marks a text of the front matter.
func (u *updater) metaText(b *Block) {
	english := b.English
	if len(b.Translated) == 0 {
		u.insertKey(english)
		u.placeMeta(Entry{Segment: emptied(english), Next: &Next{*english, newText}})
		return
	}
	e := u.entry(b)
	switch translated := b.Translated[0]; {
	case b.From == nil || b.byHand:
		e = Entry{Segment: *english}
	case translated.Todo == english.Hash() || translated.Todo == "" && u.isUpToDate(b, &e):
	default:
		before := e.Text
		if e.isNew() {
			before = e.Next.Text
			e.Next = &Next{*english, newText}
		} else {
			e.Next = &Next{*english, translated.Hash()}
		}
		u.markKey(english, WordDiff(Diff(before, english.Text)))
	}
	u.placeMeta(e)
}

// metaMark begins the line above a key whose text is to be translated.
const metaMark = "# translate "

func (u *updater) keyLine(key string) int {
	return slices.IndexFunc(u.editor.meta, func(line string) bool { return strings.HasPrefix(line, key+":") })
}

func (u *updater) markKey(english *Segment, changes string) {
	i := u.keyLine(english.Kind)
	if i < 0 {
		return // written in a way that no line of its own begins with it
	}
	lines := u.editor.meta
	if strings.HasPrefix(lines[i-1], metaMark) {
		lines = slices.Delete(lines, i-1, i)
		i--
	}
	u.editor.meta = slices.Insert(lines, i, metaMark+english.Hash()+": "+changes+"\n")
}

// insertKey adds a key that only English has, before the line that ends the
// front matter.
func (u *updater) insertKey(english *Segment) {
	lines := u.editor.meta
	u.editor.meta = slices.Insert(lines, len(lines)-1, metaMark+english.Hash()+"\n", english.Kind+": "+strconv.Quote(english.Text)+"\n")
}

// settings takes over the keys that are no text.
func (u *updater) settings() {
	for _, key := range []struct{ name, translated, english string }{
		{"part", u.Translated.Guide.Meta.Part, u.English.Guide.Meta.Part},
		{"order", strconv.Itoa(u.Translated.Guide.Meta.Order), strconv.Itoa(u.English.Guide.Meta.Order)},
	} {
		if i := u.keyLine(key.name); i >= 0 && key.translated != key.english {
			u.editor.meta[i] = key.name + ": " + key.english + "\n"
		}
	}
}
