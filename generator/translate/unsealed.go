package translate

import (
	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// withoutBase pairs a translation with the original as it is.
func (t *Translation) withoutBase() {
	t.parity = match(pointers(t.Original.Segments), pointers(t.Translated.Segments), nil, t.Translated.Guide.Meta.HasErrors)
	t.doubt(t.parity.messages)
	for j := range t.Blocks {
		b := &t.Blocks[j]
		translated := t.parity.pairs[b.Original]
		if translated == nil {
			b.State = guide.Missing
			continue
		}
		b.Translated = []*Segment{translated}
		b.Untranslated = untranslated(b.Original, translated)
		found := differences(b.Original, translated, t.Original.Locale, t.Translated.Locale)
		switch t.doubt(found); {
		case b.Untranslated || translated.Todo != "":
			b.State = guide.Missing
		case len(found) > 0:
			b.State = guide.Misleading
		}
	}
	for i := range t.Translated.Segments {
		if s := &t.Translated.Segments[i]; s.Obsolete {
			t.Obsolete = append(t.Obsolete, s)
		}
	}
}

// doubt reports as a warning a message that would be an error of a translation
// with a base: the texts that this one was made from are not known.
func (t *Translation) doubt(messages diag.List) {
	for _, m := range messages {
		m.Severity = diag.Warning
		t.Messages.Add(m)
	}
}
