package parse

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"modelbook/generator/diag"
)

func describeEntries(entries []*ast.MappingValueNode) string {
	var b strings.Builder
	for _, entry := range entries {
		for _, n := range []ast.Node{entry.Key, entry.Value} {
			at := n.GetToken().Position
			fmt.Fprintf(&b, "%d:%d %T %q", at.Line, at.Column, n, n.GetToken().Value)
			if text, ok := n.(*ast.StringNode); ok {
				fmt.Fprintf(&b, " %q", text.Value)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// TestPlainEntries holds front matter that is read without the YAML parser to what
// that reads, on the handbook's pages and on random edits of them.
func TestPlainEntries(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	all := handbook(t)
	pieces := append([]string{": ", " #", "- ", "'", "\"", "\\", "true", "null", "~", "0", "1", "1e3", "0x1F", "2026-01-01", ".5", "? ", "key: ", "@", "%", "|", ">", "&a ", "*a", "!t ", "{", "}", "[", "]", ",", "é", "\u00a0", "\u2028", "\u0085", "\u3000", "--- ", "...", "=", "<<: "}, marks...)
	known := 0
	for _, file := range slices.Sorted(maps.Keys(all)) {
		yaml, _ := frontMatter([]byte(all[file]))
		for round := range 20 {
			edited := string(yaml)
			if round > 0 {
				lines := strings.SplitAfter(edited, "\n")
				i := random.IntN(len(lines))
				at := random.IntN(len(lines[i]) + 1)
				if key := strings.Index(lines[i], ": ") + 2; random.IntN(2) == 0 && key > 1 {
					at = key
				}
				lines[i] = lines[i][:at] + pieces[random.IntN(len(pieces))] + lines[i][at:]
				edited = strings.ToValidUTF8(strings.Join(lines, ""), "")
			}
			got, ok := plainEntries([]byte(edited))
			if !ok {
				if round == 0 && testing.Verbose() {
					t.Log(file)
				}
				continue
			}
			known++
			parsed, err := parser.ParseBytes([]byte(edited), 0, parser.AllowDuplicateMapKey())
			if err != nil {
				t.Fatalf("%q is not YAML: %v", edited, err)
			}
			s := &settings{text: diag.NewText("f.md", nil)}
			if want := describeEntries(s.entries(parsed.Docs[0].Body, "")); describeEntries(got) != want {
				t.Fatalf("%q is read as\n%s and by the parser as\n%s", edited, describeEntries(got), want)
			}
		}
	}
	for _, yaml := range []string{"true: a\n", "no: a\n", "a: Yes\n", "a: null\n", "a: 0o7\n", "a: 12345\n", "a: \"b\" c\n", "a: \"\"\n", "a: b:\n", "a: b #c\n", "a: b\n  c\n", "a: b\na: c\n", "a: b", "a:  b\n"} {
		got, ok := plainEntries([]byte(yaml))
		if parsed, err := parser.ParseBytes([]byte(yaml), 0, parser.AllowDuplicateMapKey()); ok && (err != nil || describeEntries(got) != describeEntries((&settings{}).entries(parsed.Docs[0].Body, ""))) {
			t.Errorf("%q is read as\n%s%v", yaml, describeEntries(got), err)
		}
	}
	if known < len(all)*9/10 {
		t.Errorf("only %d are read without the parser", known)
	}
}
