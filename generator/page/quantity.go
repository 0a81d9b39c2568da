package page

import "math"

// scale is a unit and how many of the least one it is.
type scale struct {
	key  string // of the string with {count}
	each float64
}

var (
	durations = []scale{{"weigh-words.us", 1}, {"weigh-words.ms", 1e3}, {"weigh-words.s", 1e6}, {"weigh-words.min", 60e6}, {"weigh-words.h", 3600e6}}
	sizes     = []scale{{"weigh-words.bytes", 1}, {"weigh-words.kb", 1e3}, {"weigh-words.mb", 1e6}, {"weigh-words.gb", 1e9}, {"weigh-words.tb", 1e12}}
)

// quantity writes a number in the largest unit of which it is one or more.
func (p painter) quantity(n float64, units []scale) string {
	if math.IsInf(n, 1) {
		return "–" // of an impossible model
	}
	unit := units[0]
	for _, larger := range units[1:] {
		if n >= larger.each*0.995 { // 999.6 ms are written as a second
			unit = larger
		}
	}
	return p.words.fill(p.named(unit.key), "count", p.digits(n/unit.each))
}

// digits writes a computed number with two digits, or with all that are before the
// point. It rounds as the script does: halves up, before the number is written.
func (p painter) digits(n float64) string {
	if n == 0 {
		return "0"
	}
	decimals := min(max(0, 1-int(math.Floor(math.Log10(math.Abs(n))))), 20)
	scaled := math.Round(n * math.Pow10(decimals))
	for decimals > 0 && math.Mod(scaled, 10) == 0 { // 0.5, not 0.50
		scaled, decimals = scaled/10, decimals-1
	}
	return p.words.Number(scaled/math.Pow10(decimals), decimals)
}

// percent writes a share of one.
func (p painter) percent(share float64) string {
	if math.IsInf(share, 1) {
		return "–"
	}
	return p.words.fill(p.named("weigh-words.percent"), "count", p.digits(100*share))
}
