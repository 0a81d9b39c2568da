package load

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"modelbook/generator/diag"
	"modelbook/generator/invisible"
)

// CheckName returns an error if a file's name, without its ending, is not a slug
// that every system stores alike. The error has a hint.
func CheckName(base string) error {
	text, hint := wrongName(base, "")
	switch {
	case text == "":
		return nil
	case hint == "":
		return fmt.Errorf("%s: %s", shown(base), text)
	}
	return fmt.Errorf("%s: %s; %s", shown(base), text, hint)
}

// checkName reports whether base, the file's name without its ending, is such a
// slug, and adds a message if not.
func (l *lister) checkName(file, base string) bool {
	text, hint := wrongName(base, path.Ext(file))
	if text != "" {
		l.messages.Add(diag.Message{Pos: diag.Pos{File: shown(file)}, Text: text, Hint: hint})
	}
	return text == ""
}

// wrongName returns the error of a name and a hint, "" if it is valid.
func wrongName(base, ending string) (text, hint string) {
	switch {
	case strings.ContainsFunc(base, invisible.Is):
		return "the name holds a character that is not seen, or that changes the direction of writing", "rename the file"
	case isDevice(base):
		return "Windows keeps the name " + base + " for a device", "choose another name"
	case !isSlug(base):
		if slug := slugOf(base); slug != "" {
			hint = "rename it to " + slug + ending
		}
		return "the name is not a slug: lower-case letters a to z, digits, and single hyphens between them", hint
	case len(base) > 100:
		return "the name is longer than 100 characters", "choose a shorter name"
	}
	return "", ""
}

// twins reports names in a folder that some systems take for one.
func (l *lister) twins(folder string, entries []fs.DirEntry) {
	seen := map[string]string{}
	for _, entry := range entries {
		key := strings.ToLower(norm.NFKC.String(entry.Name()))
		if first, ok := seen[key]; ok {
			l.messages.Add(diag.Message{
				Pos:  diag.Pos{File: shown(path.Join(folder, entry.Name()))},
				Text: fmt.Sprintf("the name differs from %s only by case or normalization", shown(first)),
				Hint: "some systems can't hold both: rename one",
			})
			continue
		}
		seen[key] = entry.Name()
	}
}

func isSlug(s string) bool {
	if s == "" || s[0] == '-' || s[len(s)-1] == '-' || strings.Contains(s, "--") {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
}

// slugOf returns the most likely slug for a name, or "".
func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ToLower(norm.NFKD.String(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
	slug := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, strings.Join(words, "-"))
	if !isSlug(slug) {
		return ""
	}
	return slug
}

// isDevice reports whether Windows opens a device under this name, with any
// ending: learn.microsoft.com, "Naming Files, Paths, and Namespaces".
func isDevice(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	port := strings.TrimPrefix(strings.TrimPrefix(name, "com"), "lpt")
	return len(name) == 4 && len(port) == 1 && port[0] >= '0' && port[0] <= '9'
}

// shown makes a file name that may hold anything fit for a message.
func shown(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
}
