package site

import (
	"math"
	"regexp"
	"strconv"
	"testing"
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
	{"string", 4.6, 4.7}, {"number", 4.7, 5.3}, {"type", 7.8, 7.0}, {"operator", 9.5, 8.9}, {"comment", 5.0, 5.4},
}

var backgrounds = []string{"paper", "sheet", "well", "in-1", "in-2", "in-3", "mark", "add", "del"}

func TestContrast(t *testing.T) {
	light, dark := readTokens(t)
	for _, want := range leastContrast {
		for _, scheme := range []struct {
			name   string
			colors map[string]float64
			least  float64
		}{{"light", light, want.light}, {"dark", dark, want.dark}} {
			least, on := leastOver(t, scheme.colors, want.color)
			if math.Round(least*10)/10 < scheme.least {
				t.Errorf("%s has %.2f:1 on %s in %s, less than %.1f", want.color, least, on, scheme.name, scheme.least)
			}
		}
	}
}

// readTokens gives the luminance of each color of the style sheet.
func readTokens(t *testing.T) (light, dark map[string]float64) {
	t.Helper()
	sheet, err := Theme.ReadFile("styles/1-tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark = map[string]float64{}, map[string]float64{}
	token := regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`)
	for _, m := range token.FindAllSubmatch(sheet, -1) {
		light[string(m[1])], dark[string(m[1])] = luminance(t, string(m[2])), luminance(t, string(m[3]))
	}
	return light, dark
}

func leastOver(t *testing.T, colors map[string]float64, name string) (least float64, on string) {
	t.Helper()
	color, ok := colors[name]
	if !ok {
		t.Fatalf("the style sheet has no color --%s", name)
	}
	least = 21
	for _, background := range backgrounds {
		under, ok := colors[background]
		if !ok {
			t.Fatalf("the style sheet has no color --%s", background)
		}
		if ratio := (max(color, under) + 0.05) / (min(color, under) + 0.05); ratio < least {
			least, on = ratio, background
		}
	}
	return least, on
}

// luminance is WCAG's relative luminance of a color in sRGB.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

// A color that is not a token escapes the test above.
func TestColorsAreTokens(t *testing.T) {
	files, err := Theme.ReadDir("styles")
	if err != nil {
		t.Fatal(err)
	}
	color := regexp.MustCompile(`#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|color-mix)\(`)
	for _, file := range files[1:] {
		sheet, err := Theme.ReadFile("styles/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if m := color.Find(sheet); m != nil {
			t.Errorf("styles/%s names the color %s; colors are tokens of 1-tokens.css", file.Name(), m)
		}
	}
}
