package site

import (
	"math"
	"regexp"
	"testing"

	"modelbook/generator/page"
)

// The least contrast (WCAG 2.2, "contrast ratio") that each color has over
// every background it may stand on, in light and dark. Text needs 4.5,
// the edges of controls and figures 3; most have more, and keep it.
var leastContrast = []struct {
	color       string
	light, dark float64
}{
	{"ink", 13.4, 10.4}, {"ink-2", 7.1, 7.1}, {"link", 7.0, 6.9}, {"visited", 6.8, 6.8},
	{"in-text", 6.6, 7.4}, {"ref-text", 5.9, 6.5}, {"in-line", 4.2, 5.0}, {"ref-line", 4.1, 4.8},
	{"edge", 3.5, 3.7}, {"bar", 4.8, 4.2}, {"focus", 4.8, 6.0},
	{"ok", 5.7, 6.8}, {"stale", 5.8, 7.1}, {"bad", 6.2, 6.4},
	{"string", 4.6, 4.7}, {"type", 7.8, 7.0}, {"operator", 9.5, 8.9}, {"comment", 5.0, 5.4},
}

func TestContrast(t *testing.T) {
	contrasts, err := page.Contrasts(Theme())
	if err != nil {
		t.Fatal(err)
	}
	if len(contrasts) != 2*len(leastContrast) {
		t.Errorf("%d contrasts, want those of %d colors in light and dark", len(contrasts), len(leastContrast))
	}
	for _, want := range leastContrast {
		for _, c := range contrasts {
			floor := map[string]float64{"light": want.light, "dark": want.dark}[c.Scheme]
			if c.Color == want.color && math.Round(c.Ratio*10)/10 < floor {
				t.Errorf("%s has %.2f:1 on %s in %s, less than %.1f", c.Color, c.Ratio, c.Background, c.Scheme, floor)
			}
		}
	}
}

// A color that is not a token escapes the test above.
func TestColorsAreTokens(t *testing.T) {
	files, err := embedded.ReadDir("styles")
	if err != nil {
		t.Fatal(err)
	}
	color := regexp.MustCompile(`#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|color-mix)\(`)
	for _, file := range files[1:] {
		sheet, err := embedded.ReadFile("styles/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if m := color.Find(sheet); m != nil {
			t.Errorf("styles/%s names the color %s; colors are tokens of 1-tokens.css", file.Name(), m)
		}
	}
}
