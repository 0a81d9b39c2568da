package site

import (
	"math"
	"regexp"
	"testing"

	"modelbook/generator/page"
)

// Colors that stand beside each other and mean different things must differ
// for everyone: in code by 12 (light by 15), the lines of inside and
// elsewhere by 21, in units of CIEDE2000, for normal sight and for the three
// kinds of color blindness as Machado, Oliveira and Fernandes model them
// (IEEE TVCG 15, 2009, severity 1).
func TestColorsDiffer(t *testing.T) {
	code := []string{"ink", "string", "type", "operator", "comment"}
	for scheme, colors := range readColors(t) {
		least := map[string]float64{"light": 15, "dark": 12}[scheme]
		for i, a := range code {
			for _, b := range code[i+1:] {
				differ(t, scheme, colors, a, b, least)
			}
		}
		differ(t, scheme, colors, "in-line", "ref-line", 21)
	}
}

type rgb [3]float64 // linear, 0 to 1

type matrix [3]rgb

var sights = map[string]matrix{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func differ(t *testing.T, scheme string, colors map[string]rgb, a, b string, least float64) {
	t.Helper()
	for sight, m := range sights {
		if d := ciede2000(lab(m.of(colors[a])), lab(m.of(colors[b]))); d < least {
			t.Errorf("%s: %s and %s differ by %.1f for %s sight, less than %.0f", scheme, a, b, d, sight, least)
		}
	}
}

// readColors gives the colors of the style sheet for light and dark.
func readColors(t *testing.T) map[string]map[string]rgb {
	t.Helper()
	sheet, err := embedded.ReadFile("styles/1-tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	colors := map[string]map[string]rgb{"light": {}, "dark": {}}
	token := regexp.MustCompile(`--([a-z0-9-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)`)
	for _, m := range token.FindAllSubmatch(sheet, -1) {
		colors["light"][string(m[1])], colors["dark"][string(m[1])] = rgb(page.LinearRGB(string(m[2]))), rgb(page.LinearRGB(string(m[3])))
	}
	return colors
}

func (m matrix) of(c rgb) rgb {
	var out rgb
	for i, row := range m {
		out[i] = min(max(row[0]*c[0]+row[1]*c[1]+row[2]*c[2], 0), 1)
	}
	return out
}

// lab is CIELAB under D65.
func lab(c rgb) rgb {
	xyz := matrix{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}.of(c)
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x, y, z := f(xyz[0]/0.95047), f(xyz[1]), f(xyz[2]/1.08883)
	return rgb{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the color difference of CIE 142-2001, in the notation of
// Sharma, Wu and Dalal (Color Research and Application 30, 2005).
func ciede2000(one, two rgb) float64 {
	chroma := (math.Hypot(one[1], one[2]) + math.Hypot(two[1], two[2])) / 2
	g := 1.5 - 0.5*math.Sqrt(seventh(chroma))
	a1, a2 := one[1]*g, two[1]*g
	c1, c2 := math.Hypot(a1, one[2]), math.Hypot(a2, two[2])
	h1, h2 := angle(one[2], a1), angle(two[2], a2)
	turn := math.Remainder(h2-h1, 360)
	dL, dC := two[0]-one[0], c2-c1
	dH := 2 * math.Sqrt(c1*c2) * sin(turn/2)
	l, c, h := (one[0]+two[0])/2, (c1+c2)/2, h1+turn/2
	tone := 1 - 0.17*cos(h-30) + 0.24*cos(2*h) + 0.32*cos(3*h+6) - 0.20*cos(4*h-63)
	sL := 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	sC, sH := 1+0.045*c, 1+0.015*c*tone
	bend := math.Mod(h+360, 360) - 275
	rotation := -2 * math.Sqrt(seventh(c)) * sin(60*math.Exp(-bend*bend/625))
	x, y, z := dL/sL, dC/sC, dH/sH
	return math.Sqrt(x*x + y*y + z*z + rotation*y*z)
}

func seventh(c float64) float64 { return math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7)) }

func angle(y, x float64) float64 { return math.Mod(math.Atan2(y, x)*180/math.Pi+360, 360) }

func sin(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
func cos(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }

// The pairs are from the supplementary data of Sharma, Wu and Dalal.
func TestCiede2000(t *testing.T) {
	for _, c := range []struct {
		one, two rgb
		want     float64
	}{
		{rgb{50, 2.6772, -79.7751}, rgb{50, 0, -82.7485}, 2.0425},
		{rgb{50, 2.49, -0.001}, rgb{50, -2.49, 0.0009}, 7.1792},
		{rgb{50, 2.5, 0}, rgb{73, 25, -18}, 27.1492},
		{rgb{60.2574, -34.0099, 36.2677}, rgb{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		if got := ciede2000(c.one, c.two); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v %v: %.4f, want %.4f", c.one, c.two, got, c.want)
		}
	}
}
