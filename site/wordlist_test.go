package site

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"modelbook/generator/golden"
)

// TestWordlist holds the struct of the interface's words to the English strings,
// which it is made from: a word is written there and nowhere else.
func TestWordlist(t *testing.T) {
	words, err := wordlist()
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, "../generator/page/wordlist.go", words)
}

func wordlist() ([]byte, error) {
	content, err := fs.ReadFile(embedded, "strings/en.yaml")
	if err != nil {
		return nil, err
	}
	var strings yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(content, &strings, yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("// Code generated from site/strings/en.yaml by go test ./site -run Wordlist -update. DO NOT EDIT.\n\npackage page\n\nimport \"modelbook/generator/locale\"\n\n" +
		"// words are the strings of the interface in one language, from\n// strings/<language>.yaml. Text in braces is replaced.\ntype words struct {\n")
	for _, entry := range strings {
		key := entry.Key.(string)
		fmt.Fprintf(&b, "%s %s `yaml:%q`\n", fieldName(key), wordType(key, entry.Value), key)
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

// fieldName writes more-lines as MoreLines.
func fieldName(key string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(key, "-") {
		if word == "mongodb" {
			name.WriteString("MongoDB")
			continue
		}
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

// wordType tells a text, the forms of a plural, and texts under names of their own.
func wordType(key string, value any) string {
	forms, ok := value.(yaml.MapSlice)
	switch {
	case key == "writing":
		return "locale.Writing"
	case !ok:
		return "string"
	case slices.ContainsFunc(forms, func(form yaml.MapItem) bool { return form.Key == "other" }):
		return "plural"
	}
	return "texts"
}
