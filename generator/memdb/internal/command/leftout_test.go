package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLeftOut: of the commands that the playground's program leaves out, it knows the
// names, so that it says of each that it is refused.
func TestLeftOut(t *testing.T) {
	const list = "leftout_js.go"
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(content)
	}
	registered := regexp.MustCompile(`names: *\[\]string{([^}]*)}`)
	var leftOut []string
	for _, text := range texts {
		if !strings.HasPrefix(text, "//go:build !js\n") {
			continue
		}
		for _, names := range registered.FindAllStringSubmatch(text, -1) {
			for name := range strings.SplitSeq(names[1], ",") {
				leftOut = append(leftOut, strings.Trim(name, ` "`))
			}
		}
	}
	listed := strings.Fields(strings.Split(texts[list], "`")[1])
	slices.Sort(leftOut)
	slices.Sort(listed)
	if !slices.Equal(leftOut, listed) {
		t.Errorf("%s has\n%s, not\n%s", list, listed, leftOut)
	}
}
