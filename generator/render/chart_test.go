package render

import (
	"slices"
	"strconv"
	"testing"

	"modelbook/generator/figure"
)

// TestChartHoldsItsNumbers: the numbers of the scale are inside the picture, however
// many digits they have.
func TestChartHoldsItsNumbers(t *testing.T) {
	for largest := int64(1); largest <= 1e12; largest *= 10 {
		c := newChart(Growth{Curves: []Curve{{Measured: []GrowthPoint{{Size: 1, Value: largest}}}}})
		c.draw()
		for _, shape := range c.Shapes {
			number, ok := shape.Said.(figure.Integer)
			if at := slices.Index(shape.Attributes, "end"); !ok || at < 0 {
				continue
			}
			x, err := strconv.ParseFloat(shape.Attributes[slices.Index(shape.Attributes, "x")+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			digits := len(strconv.FormatInt(int64(number), 10))
			if wide := labelWide * float64(digits+(digits-1)/3); x < wide-0.1 {
				t.Errorf("to %d: %d ends at %.0f and is %.0f wide", largest, number, x, wide)
			}
		}
	}
}
