package page

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// A string of the interface that a language lacks is the English one between
// these marks, which no text has: Unicode keeps both code points for programs.
// When a page is done they become an element with the language, or nothing
// where no element is allowed.
const (
	englishOpens  = "\uFDD0"
	englishCloses = "\uFDD1"
)

func inEnglish(text string) string { return englishOpens + text + englishCloses }

// Missing returns the keys of the strings that a language of the site lacks and its
// pages need.
func (t *Theme) Missing(lang string) []string {
	if l := t.languages[lang]; l != nil {
		return slices.Sorted(slices.Values(l.missing))
	}
	return nil
}

// lacks reports whether a page may hold English strings.
func (t *Theme) lacks(in *Input) bool {
	return len(t.languages[in.Lang].lacking) > 0 || in.Lost != nil
}

// markEnglish writes HTML in which each English string is marked as English.
func markEnglish(to io.Writer, page []byte) error {
	var b bytes.Buffer
	inTag, inTitle := false, false
	for len(page) > 0 {
		i := bytes.IndexAny(page, "<>"+englishOpens+englishCloses)
		if i < 0 {
			break
		}
		b.Write(page[:i])
		rest := page[i:]
		mark, spoken := "", !inTag && !inTitle
		switch {
		case bytes.HasPrefix(rest, []byte(englishOpens)):
			mark = englishOpens
			if spoken {
				b.WriteString(`<span lang="en">`)
			}
		case bytes.HasPrefix(rest, []byte(englishCloses)):
			mark = englishCloses
			if spoken {
				b.WriteString("</span>")
			}
		default:
			mark = string(rest[:1])
			inTag = mark == "<"
			inTitle = strings.HasPrefix(string(rest[:min(len(rest), 7)]), "<title>") || inTitle && !bytes.HasPrefix(rest, []byte("</title"))
			b.WriteString(mark)
		}
		page = rest[len(mark):]
	}
	b.Write(page)
	_, err := to.Write(b.Bytes())
	return err
}
