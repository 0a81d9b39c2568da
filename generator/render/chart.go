package render

import (
	"math"
	"slices"
	"strconv"

	"modelbook/generator/figure"
)

// The measures of a chart. Both scales are logarithmic. The horizontal one runs from
// the decade of the smallest size to a million, or to the largest size; the vertical
// one of bytes from 10 to the largest document.
const (
	chartWide, chartHigh     = 300, 214
	leastLeft, plotRight     = 46.0, 286.0
	labelWide, labelGap      = 6.7, 5.0 // width of a digit or separator at the scale, and the gap to the plot
	plotTop, plotBottom      = 22.0, 186.0
	largestSize, largestByte = 1e6, 16 << 20
	ringRoom                 = 18.0 // from one letter to the next
)

type chart struct {
	figure.Picture
	growth      Growth
	least, most float64 // at the left and the right end
	low, high   float64 // at the bottom and the top
	left        float64 // of the plot, right of the numbers of the scale
}

func newChart(growth Growth) *chart {
	c := &chart{Picture: figure.Picture{Class: "chart", Width: chartWide, Height: chartHigh}, growth: growth, least: math.Inf(1), most: largestSize, low: 10, high: largestByte, left: leastLeft}
	largest := 10.0
	for _, curve := range growth.Curves {
		for _, p := range slices.Concat(curve.Measured, curve.Extrapolated) {
			c.least, c.most, largest = min(c.least, float64(p.Size)), max(c.most, float64(p.Size)), max(largest, float64(p.Value))
		}
	}
	if math.IsInf(c.least, 1) {
		c.least = 10
	}
	c.least = decade(max(c.least, 1))
	if !growth.Bytes {
		c.low, c.high = 1, 10*decade(largest)
		digits := math.Round(math.Log10(c.high)) + 1
		c.left = max(leastLeft, labelGap+labelWide*(digits+math.Floor((digits-1)/3)))
	}
	return c
}

// decade returns the largest power of ten that is not above n.
func decade(n float64) float64 { return math.Pow(10, math.Floor(math.Log10(n)+1e-9)) }

func (c *chart) x(size float64) float64 {
	return c.left + (plotRight-c.left)*math.Log10(max(size, c.least)/c.least)/math.Log10(c.most/c.least)
}

// y returns the height of a value. Zero, which has no logarithm, is at the bottom.
func (c *chart) y(value float64) float64 {
	return plotBottom - (plotBottom-plotTop)*math.Log10(min(max(value, c.low), c.high)/c.low)/math.Log10(c.high/c.low)
}

func decimal(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }

func (c *chart) draw() {
	c.scales()
	ends := make([]float64, len(c.growth.Curves))
	for i, curve := range c.growth.Curves {
		ends[i] = c.curve(curve)
	}
	c.letters(ends)
}

func (c *chart) scales() {
	top := c.high
	if c.growth.Bytes {
		top /= 10 // the line of the limit is there
	}
	for value := c.low; value <= top; value *= 100 {
		c.line("g", c.left, c.y(value), plotRight, c.y(value))
		c.label("end", c.left-labelGap, c.y(value)+4, c.value(value))
	}
	if c.growth.Bytes {
		c.line("limit", c.left, plotTop, plotRight, plotTop)
		c.label("", c.left, plotTop-6, figure.Text("16 MiB"))
	}
	for size := c.least; size <= c.most; size *= 10 {
		c.line("g", c.x(size), plotBottom, c.x(size), plotBottom+4)
		switch {
		case size == c.most:
			c.label("end", plotRight, plotBottom+18, figure.Integer(size))
		case size <= 1000:
			c.label("mid", c.x(size), plotBottom+18, figure.Integer(size))
		}
	}
}

// value returns the text for a number at the scale.
func (c *chart) value(n float64) figure.Phrase {
	switch {
	case !c.growth.Bytes:
		return figure.Integer(n)
	case n >= 1000:
		return figure.Sequence{figure.Integer(n / 1000), figure.Text(" kB")}
	}
	return figure.Sequence{figure.Integer(n), figure.Text(" B")}
}

func (c *chart) line(class string, x1, y1, x2, y2 float64) {
	c.Add("path", "class", class, "d", "M"+decimal(x1)+" "+decimal(y1)+"L"+decimal(x2)+" "+decimal(y2))
}

func (c *chart) label(class string, x, y float64, said figure.Phrase) {
	c.Write(said, "class", class, "x", decimal(x), "y", decimal(y))
}

// curve draws a model's curve, measured values as a full line and reckoned ones
// dotted. It returns the height at which the full line ends, -1 without one.
func (c *chart) curve(curve Curve) (end float64) {
	if len(curve.Measured) == 0 {
		return -1
	}
	last := curve.Measured[len(curve.Measured)-1]
	c.path("l", curve.Measured)
	for _, p := range curve.Measured {
		c.Add("circle", "class", "dot", "cx", decimal(c.x(float64(p.Size))), "cy", decimal(c.y(float64(p.Value))), "r", "2.5")
	}
	c.path("far", c.within(append([]GrowthPoint{last}, curve.Extrapolated...)))
	if curve.Full > 0 && float64(curve.Full) <= c.most {
		x := decimal(c.x(float64(curve.Full)))
		c.Add("path", "class", "full", "d", "M"+x+" "+decimal(plotTop)+"m-4 -4l8 8m0 -8l-8 8")
	}
	return c.y(float64(last.Value))
}

// within cuts the points where their line reaches the largest document.
func (c *chart) within(points []GrowthPoint) []GrowthPoint {
	if !c.growth.Bytes {
		return points
	}
	for i, p := range points {
		if float64(p.Value) <= c.high || i == 0 {
			continue
		}
		before := points[i-1]
		share := math.Log(c.high/float64(before.Value)) / math.Log(float64(p.Value)/float64(before.Value))
		size := float64(before.Size) * math.Pow(float64(p.Size)/float64(before.Size), share)
		return append(slices.Clone(points[:i]), GrowthPoint{Size: int64(size), Value: int64(c.high)})
	}
	return points
}

func (c *chart) path(class string, points []GrowthPoint) {
	if len(points) < 2 {
		return
	}
	path := ""
	for i, p := range points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		path += command + decimal(c.x(float64(p.Size))) + " " + decimal(c.y(float64(p.Value)))
	}
	c.Add("path", "class", class, "d", path)
}

// letters draws the models' letters right of the ends of their full lines, side by
// side where the ends nearly meet.
func (c *chart) letters(ends []float64) {
	order := make([]int, 0, len(ends))
	for i := range ends {
		if ends[i] >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(math.Ceil(math.Abs(ends[a]-ends[b])), ends[a]-ends[b])) })
	above, column := math.Inf(-1), 0
	for _, i := range order {
		curve := c.growth.Curves[i].Measured
		x := c.x(float64(curve[len(curve)-1].Size)) + 13
		if ends[i]-above < ringRoom {
			column++
		} else {
			above, column = ends[i], 0
		}
		x += float64(column) * ringRoom
		c.Add("circle", "class", "ring", "cx", decimal(x), "cy", decimal(ends[i]), "r", "8")
		c.label("letter", x, ends[i]+4, figure.Letter(i))
	}
}
