package build

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/weigh"
)

// TestPageOfWeights: the page that explains the measures has each weight with its range,
// and calls a rule of thumb what has no source.
func TestPageOfWeights(t *testing.T) {
	page, err := os.ReadFile("../../content/en/how-it-is-measured.md")
	if err != nil {
		t.Fatal(err)
	}
	number := func(n float64) string {
		text := strconv.FormatFloat(n, 'f', -1, 64)
		if whole, _, _ := strings.Cut(text, "."); len(whole) > 3 {
			text = text[:len(whole)-3] + "," + text[len(whole)-3:]
		}
		return text
	}
	for _, term := range weigh.Terms() {
		if term.Name == "cache" {
			continue // which is a size
		}
		row := " | " + number(term.Value) + " | " + number(term.Low) + " to " + number(term.High) + " | "
		_, source, found := strings.Cut(string(page), row)
		if !found {
			t.Errorf("the page has no row for %s: %s", term.Name, row)
			continue
		}
		if isRule := strings.HasPrefix(source, "rule of thumb"); isRule != (term.Source == "") {
			t.Errorf("the page calls %s a rule of thumb: %v", term.Name, isRule)
		}
		if !strings.Contains(string(page), term.Source) {
			t.Errorf("the page does not lead to %s", term.Source)
		}
	}
}
