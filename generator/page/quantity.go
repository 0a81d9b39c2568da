package page

import (
	"math"
	"strconv"
)

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
	unit := units[0]
	for _, larger := range units[1:] {
		if n >= larger.each*0.995 { // 999.6 ms are written as a second
			unit = larger
		}
	}
	return p.words.fill(p.named(unit.key), "count", p.digits(n/unit.each))
}

// digits writes a computed number with two digits, or with all that are before the
// point.
func (p painter) digits(n float64) string {
	if n == 0 {
		return "0"
	}
	decimals := max(0, 1-int(math.Floor(math.Log10(math.Abs(n)*(1+1e-9)))))
	// No zeros at the end: 0.5, not 0.50.
	if short, err := strconv.ParseFloat(strconv.FormatFloat(n, 'f', decimals, 64), 64); err == nil {
		for decimals > 0 && short*math.Pow10(decimals-1) == math.Trunc(short*math.Pow10(decimals-1)) {
			decimals--
		}
	}
	return p.words.Number(n, decimals)
}

// percent writes a share of one.
func (p painter) percent(share float64) string {
	return p.words.fill(p.named("weigh-words.percent"), "count", p.digits(100*share))
}
