package scaffold

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/load"
	"modelbook/site"
)

// ThemeFile is a file of the theme as a source folder has it.
type ThemeFile struct {
	Name  string // "styles/1-tokens.css"
	About string // the first sentence of the comment that it begins with
	State ThemeState
}

// ThemeState is the origin of a file of the theme.
type ThemeState uint8

const (
	BuiltIn    ThemeState = iota // the program's
	Added                        // the source's, the program has none of this name
	Unchanged                    // the source's, the same as the program's
	Overridden                   // the source's, made from the one that the program has
	Outdated                     // the source's, made from one that the program had before
	OfUnknown                    // the source's, and not known of which one it was made
)

// originalsFile records, as sha256sum writes it, the file that each exported one was
// when it was exported: a newer program may have changed it since.
var originalsFile = load.ThemeFile("originals.sha256")

// ThemeFiles lists the files of the theme that a source folder is built with.
func ThemeFiles(folder string) ([]ThemeFile, diag.List, error) {
	source, err := openTheme(folder)
	if err != nil {
		return nil, nil, err
	}
	defer source.Close()
	overrides, messages := source.Theme()
	originals, found := readOriginals(source)
	messages = append(messages, found...)
	all := site.Theme()
	builtIn := maps.Clone(all)
	maps.Copy(all, overrides)
	var files []ThemeFile
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := ThemeFile{Name: name, About: about(name, all[name])}
		_, isOverride := overrides[name]
		_, isBuiltIn := builtIn[name]
		switch {
		case !isOverride:
		case !isBuiltIn:
			f.State = Added
		case bytes.Equal(overrides[name], builtIn[name]):
			f.State = Unchanged
		case originals[name] == "":
			f.State = OfUnknown
		case originals[name] != hashOf(builtIn[name]):
			f.State = Outdated
		default:
			f.State = Overridden
		}
		files = append(files, f)
	}
	return files, messages, nil
}

// ExportTheme copies a file of the built-in theme into a source folder, where it
// overrides the built-in one, and records the hash of its original. It returns the
// files that it wrote. An existing file is an error unless overwrite is set.
func ExportTheme(folder, name string, overwrite bool) (changed []string, err error) {
	source, err := openTheme(folder)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	name = path.Clean(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), load.ThemeFile("")+"/"))
	builtIn := site.Theme()
	content, exists := builtIn[name]
	if !exists {
		return nil, unknownThemeFile(name, slices.Sorted(maps.Keys(builtIn)))
	}
	file := load.ThemeFile(name)
	if source.Has(file) && !overwrite {
		return nil, fmt.Errorf("%s is there already; --overwrite puts the built-in one in its place", file)
	}
	originals, messages := readOriginals(source)
	if messages.Failed() {
		return nil, fmt.Errorf("%s: %s", originalsFile, messages[0].Text)
	}
	if err := source.Write(file, content); err != nil {
		return nil, err
	}
	originals[name] = hashOf(content)
	var record strings.Builder
	for _, name := range slices.Sorted(maps.Keys(originals)) {
		fmt.Fprintf(&record, "%s  %s\n", originals[name], name)
	}
	return []string{file, originalsFile}, source.Write(originalsFile, []byte(record.String()))
}

func openTheme(folder string) (*load.Source, error) {
	source, err := load.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := source.MustHavePages(); err != nil {
		source.Close()
		return nil, err
	}
	return source, nil
}

// unknownThemeFile is the error for a name that no file of the theme has. It
// suggests the file of the same name in a folder.
func unknownThemeFile(name string, known []string) error {
	for _, each := range known {
		if path.Base(each) == name {
			return fmt.Errorf("the theme has no file %s; did you mean %s?", name, each)
		}
	}
	return fmt.Errorf("the theme has no file %s; %s", name, diag.Suggest(name, "files", known))
}

// readOriginals reads the record of exported files: hashes by name. Other lines,
// such as marks of a merge conflict, are ignored.
func readOriginals(source *load.Source) (map[string]string, diag.List) {
	originals := map[string]string{}
	if !source.Has(originalsFile) {
		return originals, nil
	}
	text, messages := source.Read(originalsFile)
	for line := range strings.Lines(string(text.Bytes)) {
		if hash, name, ok := strings.Cut(strings.TrimSpace(line), "  "); ok && len(hash) == 2*sha256.Size {
			originals[name] = hash
		}
	}
	return originals, messages
}

func hashOf(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

var (
	headComment  = regexp.MustCompile(`^(?:/\*|//|\{\{/\*)\s*((?s:.*?))(?:\.\s|\.?\s*\*/|\n\n|\n[^/])`)
	commentBegin = regexp.MustCompile(`\n(?://|\s)*\s*`)
	languageName = regexp.MustCompile(`(?m)^name: *(.+)$`)
)

// about returns the purpose of a theme's file from the comment at its head.
func about(name string, content []byte) string {
	switch path.Dir(name) {
	case "strings":
		if found := languageName.FindSubmatch(content); found != nil {
			return "The words of the interface: " + string(found[1])
		}
	case "icons":
		return "The mark in the header and in the browser’s tab"
	case "fonts":
		return "A font that styles name, or its license"
	}
	if found := headComment.FindSubmatch(content); found != nil {
		return commentBegin.ReplaceAllString(string(found[1]), " ")
	}
	return ""
}
