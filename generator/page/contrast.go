package page

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Contrast is the lowest contrast of a color of the theme with a background that it
// may be used on, by WCAG 2.2 ("contrast ratio").
type Contrast struct {
	Color, Background string // tokens, without their dashes
	Scheme            string // "light" or "dark"
	Ratio, Needed     float64
	// Value is the color, six digits. Enough is as much darker or lighter as it needs
	// to be, "" where neither black nor white is enough.
	Value, Enough string
	// File and Line are the place of the later of the two definitions.
	File string
	Line int
}

// Text needs a contrast of 4.5, edges of controls and figures 3.
const (
	neededByText = 4.5
	neededByEdge = 3
)

// foregrounds are the tokens that are used on backgrounds, with the contrast
// that they need.
var foregrounds = map[string]float64{
	"ink": neededByText, "ink-2": neededByText, "link": neededByText, "visited": neededByText,
	"in-text": neededByText, "ref-text": neededByText, "ok": neededByText, "stale": neededByText, "bad": neededByText,
	"string": neededByText, "type": neededByText, "operator": neededByText, "comment": neededByText,
	"in-line": neededByEdge, "ref-line": neededByEdge, "edge": neededByEdge, "bar": neededByEdge, "focus": neededByEdge,
}

var backgrounds = []string{"paper", "sheet", "well", "in-1", "in-2", "in-3", "mark", "add", "del"}

var schemes = []string{"light", "dark"}

// colorToken is a token as the theme defines it.
type colorToken struct {
	values [2]string // of schemes, six digits
	file   string
	line   int
}

// light-dark(#1c2024, #e6e8e9), or #1c2024 for both.
var (
	rootRule        = regexp.MustCompile(`(?m)^:root *\{[^}]*\}`)
	tokenDefinition = regexp.MustCompile(`--([a-z0-9-]+)\s*:\s*([^;}]*)`)
	colorOfSchemes  = regexp.MustCompile(`^(?:light-dark\( *#([0-9a-fA-F]{6}) *, *#([0-9a-fA-F]{6}) *\)|#([0-9a-fA-F]{6}))$`)
)

// Contrasts returns the least contrast of each color of a theme in each scheme, sorted
// by color. Colors are the tokens of rules for :root that begin a line, in the order
// of the files' names, of which the last holds, as in browsers. One that is written
// otherwise than as light-dark(#rrggbb, #rrggbb) or #rrggbb is an error.
func Contrasts(theme map[string][]byte) ([]Contrast, error) {
	tokens, err := colorTokens(theme)
	if err != nil {
		return nil, err
	}
	var found []Contrast
	for _, name := range slices.Sorted(maps.Keys(foregrounds)) {
		for scheme := range schemes {
			found = append(found, leastContrast(tokens, name, scheme))
		}
	}
	return found, nil
}

func leastContrast(tokens map[string]colorToken, name string, scheme int) Contrast {
	color := tokens[name]
	least := Contrast{Color: name, Scheme: schemes[scheme], Ratio: math.Inf(1), Needed: foregrounds[name], Value: color.values[scheme]}
	for _, background := range backgrounds {
		under := tokens[background]
		ratio := contrastOf(color.values[scheme], under.values[scheme])
		if ratio >= least.Ratio {
			continue
		}
		least.Ratio, least.Background = ratio, background
		least.File, least.Line = color.file, color.line
		if under.file > color.file {
			least.File, least.Line = under.file, under.line
		}
	}
	least.Enough = enough(tokens, least, scheme)
	return least
}

// enough moves a color towards black, or white, until it has the contrast that it
// needs over each background.
func enough(tokens map[string]colorToken, c Contrast, scheme int) string {
	for step := range 101 {
		for _, towards := range []float64{0, 255} {
			tried := blend(c.Value, towards, float64(step)/100)
			reaches := func(background string) bool {
				return contrastOf(tried, tokens[background].values[scheme]) >= c.Needed
			}
			if !slices.ContainsFunc(backgrounds, func(b string) bool { return !reaches(b) }) {
				return tried
			}
		}
	}
	return ""
}

// blend returns a color between another and a gray.
func blend(digits string, gray, share float64) string {
	n, _ := strconv.ParseUint(digits, 16, 32)
	blended := uint64(0)
	for _, shift := range []uint{16, 8, 0} {
		channel := float64(n >> shift & 0xff)
		blended = blended<<8 | uint64(math.Round(channel*(1-share)+gray*share))
	}
	return fmt.Sprintf("%06x", blended)
}

// colorTokens reads the colors of a theme's styles.
func colorTokens(theme files) (map[string]colorToken, error) {
	tokens := map[string]colorToken{}
	var failed []error
	for _, name := range theme.matching("styles/[0-9]*.css") {
		sheet := theme[name]
		for _, rule := range rootRule.FindAllIndex(sheet, -1) {
			for _, at := range tokenDefinition.FindAllSubmatchIndex(sheet[rule[0]:rule[1]], -1) {
				token, value := string(sheet[rule[0]+at[2]:rule[0]+at[3]]), strings.TrimSpace(string(sheet[rule[0]+at[4]:rule[0]+at[5]]))
				if foregrounds[token] == 0 && !slices.Contains(backgrounds, token) {
					continue
				}
				m := colorOfSchemes.FindStringSubmatch(value)
				if m == nil {
					failed = append(failed, fmt.Errorf("%s: the color --%s is written %q; write light-dark(#rrggbb, #rrggbb)", name, token, value))
					continue
				}
				line := 1 + bytes.Count(sheet[:rule[0]+at[0]], []byte("\n"))
				tokens[token] = colorToken{[2]string{strings.ToLower(m[1] + m[3]), strings.ToLower(m[2] + m[3])}, name, line}
			}
		}
	}
	for _, token := range slices.Concat(slices.Sorted(maps.Keys(foregrounds)), backgrounds) {
		if tokens[token].file == "" && failed == nil {
			failed = append(failed, fmt.Errorf("styles/1-tokens.css: the color --%s is not defined", token))
		}
	}
	return tokens, errors.Join(failed...)
}

// contrastOf two colors of six digits each.
func contrastOf(a, b string) float64 {
	light, dark := luminance(LinearRGB(a)), luminance(LinearRGB(b))
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

// luminance is WCAG's relative luminance.
func luminance(c [3]float64) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// LinearRGB decodes sRGB of six hexadecimal digits; each part is from 0 to 1.
func LinearRGB(digits string) [3]float64 {
	n, _ := strconv.ParseUint(digits, 16, 32)
	channel := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return [3]float64{channel(16), channel(8), channel(0)}
}
