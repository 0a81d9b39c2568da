package translate

import (
	"bytes"
	"slices"

	"modelbook/generator/guide"
)

// Whole reports whether a base surely has all segments of an original page, as it
// is, and counts them. Neither is parsed: the texts of the base must be in the
// page one after another, with nothing between them.
func Whole(base, page []byte) (Count, bool) {
	var count Count
	head, body, _ := bytes.Cut(page, []byte("\n---\n"))
	values := metaValues(head)
	rest, ok := bytes.CutPrefix(base, []byte(baseHead))
	for ok && len(rest) > 0 {
		var entry Segment
		var text []byte
		if entry, text, rest, ok = cutEntry(rest); !ok {
			break
		}
		if entry.Place == FrontMatter {
			i := slices.Index(metaKeys, entry.Kind)
			ok = i >= 0 && bytes.Equal(values[i], text)
			if ok {
				values[i] = nil
			}
		} else {
			body, ok = bytes.CutPrefix(withoutBlankLines(body), text)
			ok = ok && len(blankLine(body)) > 0
		}
		count.add(&Block{Original: &entry, State: guide.Fresh})
	}
	left := slices.ContainsFunc(values, func(value []byte) bool { return value != nil })
	return count, ok && !left && len(withoutBlankLines(body)) == 0
}

// metaValues returns the values of the front matter that are translated, nil for
// one that it lacks.
func metaValues(head []byte) [][]byte {
	values := make([][]byte, len(metaKeys))
	for line := range bytes.SplitSeq(head, []byte("\n")) {
		key, value, _ := bytes.Cut(line, []byte(": "))
		if i := slices.Index(metaKeys, string(key)); i >= 0 {
			if len(value) > 1 && value[0] == '"' && bytes.IndexByte(value, '\\') < 0 {
				value = bytes.Trim(value, `"`)
			}
			values[i] = value
		}
	}
	return values
}

// cutEntry reads the place and kind of a base's first entry, and its text. It
// accepts only entries that are not behind.
func cutEntry(base []byte) (entry Segment, text, rest []byte, ok bool) {
	base, ok = bytes.CutPrefix(base, []byte("\n<!-- "))
	line, after, found := bytes.Cut(base, []byte("\n"))
	fields := bytes.Fields(line)
	if !ok || !found || len(fields) != 4 {
		return entry, nil, nil, false
	}
	entry = Segment{Place: string(fields[0]), Kind: string(fields[1])}
	if end := bytes.Index(after, []byte("\n\n<!-- ")); end >= 0 {
		return entry, after[:end], after[end+1:], true
	}
	return entry, bytes.TrimSuffix(after, []byte("\n")), nil, true
}

// blankLine returns the rest of the line that text begins in, with its end, if
// that is blank; else nothing.
func blankLine(text []byte) []byte {
	end := bytes.IndexByte(text, '\n') + 1
	if end == 0 {
		end = len(text)
	}
	if len(bytes.TrimSpace(text[:end])) > 0 {
		return nil
	}
	return text[:end]
}

func withoutBlankLines(text []byte) []byte {
	for line := blankLine(text); len(line) > 0; line = blankLine(text) {
		text = text[len(line):]
	}
	return text
}
