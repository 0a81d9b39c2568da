package i18n

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/build"
	"modelbook/generator/locale"
)

// BeginLanguage adds a language to the settings of the site, and writes the file
// of its words, if the program has none, and its glossary, if they are not there.
// It returns the names of the files that it changed.
func (w *Workspace) BeginLanguage(tag string) (changed []string, err error) {
	if err := locale.Check(tag); err != nil {
		return nil, err
	}
	if slices.Contains(w.pages.Site().Languages, tag) {
		return nil, fmt.Errorf("the site is translated into %s already", tag)
	}
	settings, err := w.pages.Settings()
	if err != nil {
		return nil, err
	}
	added, err := withLanguage(string(settings), w.Original(), tag)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{build.GlossaryFile(tag): emptyGlossary(w.Original()), build.SettingsFile: []byte(added)}
	if !build.HasStrings(tag) {
		if files[build.StringsFile(tag)], err = build.NewStrings(tag); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{build.StringsFile(tag), build.GlossaryFile(tag), build.SettingsFile} {
		if files[name] == nil || name != build.SettingsFile && w.pages.Has(name) {
			continue
		}
		if err := w.pages.Write(name, files[name]); err != nil {
			return changed, err
		}
		changed = append(changed, name)
	}
	return changed, nil
}

// withLanguage adds a language to content/site.yaml, behind the others.
func withLanguage(settings, original, tag string) (string, error) {
	lines := strings.SplitAfter(settings, "\n")
	list := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "languages: [") && strings.Contains(line, "]") })
	description := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  "+original+": ") })
	if list < 0 || description < 0 {
		return "", fmt.Errorf("add %s to languages and to description in %s by hand, then call this again", tag, build.SettingsFile)
	}
	end := strings.LastIndexByte(lines[list], ']')
	lines[list] = lines[list][:end] + ", " + tag + lines[list][end:]
	last := description
	for last+1 < len(lines) && strings.HasPrefix(lines[last+1], "  ") {
		last++
	}
	return strings.Join(slices.Insert(lines, last+1, "  "+tag+": "+strings.TrimPrefix(lines[description], "  "+original+": ")), ""), nil
}

// emptyGlossary begins the words of a language's pages.
func emptyGlossary(original string) []byte {
	return []byte(`# The words of this language. Several words for one thing have commas between
# them. The ids are those of ../` + original + `/glossary.yaml, if there is one.

terms:
  field: field
`)
}
