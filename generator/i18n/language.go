package i18n

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"modelbook/generator/build"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// BeginLanguage adds a language to the settings of the site, and writes the file
// of its words and its glossary, if they are not there. It gives the files that
// it changed.
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
	added, err := withLanguage(string(settings), tag)
	if err != nil {
		return nil, err
	}
	for _, file := range []struct{ name, content string }{
		{build.StringsFile(tag), stringsOf(tag, w.pages.StringsText(guide.English))},
		{build.GlossaryFile(tag), emptyGlossary},
		{build.SettingsFile, added},
	} {
		if file.name != build.SettingsFile && w.pages.Has(file.name) {
			continue
		}
		if err := w.pages.Write(file.name, []byte(file.content)); err != nil {
			return changed, err
		}
		changed = append(changed, file.name)
	}
	return changed, nil
}

// withLanguage adds a language to content/site.yaml, behind the others.
func withLanguage(settings, tag string) (string, error) {
	lines := strings.SplitAfter(settings, "\n")
	list := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "languages: [") && strings.Contains(line, "]") })
	english := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  en: ") })
	if list < 0 || english < 0 {
		return "", fmt.Errorf("add %s to languages and to description in %s by hand, then call this again", tag, build.SettingsFile)
	}
	end := strings.LastIndexByte(lines[list], ']')
	lines[list] = lines[list][:end] + ", " + tag + lines[list][end:]
	last := english
	for last+1 < len(lines) && strings.HasPrefix(lines[last+1], "  ") {
		last++
	}
	return strings.Join(slices.Insert(lines, last+1, "  "+tag+": "+strings.TrimPrefix(lines[english], "  en: ")), ""), nil
}

// stringsOf begins the words of a language: its name, which is known, and how it
// writes, which is to be looked up. Behind it stand the words in English, each to
// be taken out of its comment once it is translated.
func stringsOf(tag string, english []byte) string {
	name := display.Self.Name(language.MustParse(tag))
	short, _, _ := strings.Cut(strings.ToUpper(tag), "-")
	return fmt.Sprintf(`# The words of the interface. What is missing here is English on the site: each
# word stands below, behind a #. Delete that sign and translate the text. What is
# in braces is filled in by the program and must stay.

name: %s
short: %s

# How the language writes: its quotation marks, its dates. README.md says what
# else there is.
writing:
  quotes: “ ” ‘ ’
  date: "{d}.{m}.{y}"
%s`, name, short, inComments(english))
}

// inComments gives what follows the first blank line behind "writing" in a file of
// words, as comments.
func inComments(words []byte) string {
	_, rest, _ := strings.Cut(string(words), "\nwriting:")
	_, rest, _ = strings.Cut(rest, "\n\n")
	var lines strings.Builder
	lines.WriteString("\n")
	for line := range strings.Lines(rest) {
		if line != "\n" {
			line = "#" + line
		}
		lines.WriteString(line)
	}
	return lines.String()
}

const emptyGlossary = `# The words of this language: see ../README.md#words. Several words for one thing
# have commas between them. The ids are those of ../en/glossary.yaml.

terms:
  field: field
`
