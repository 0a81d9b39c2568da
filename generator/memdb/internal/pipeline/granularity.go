package pipeline

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// granularity rounds the bounds of $bucketAuto's buckets to preferred numbers: to some
// of a series, times a power of ten, or to powers of two. Source: the stage's page in
// the manual, and for the results src/mongo/db/pipeline/granularity_rounder_*.cpp.
type granularity struct {
	series []float64 // nil for powers of two
}

// preferredNumbers are the series as the server has them: R40 without 335, R80 with
// only the numbers between those of R40.
var preferredNumbers = map[string]string{
	"1-2-5": "10 20 50",
	"R5":    "10 16 25 40 63",
	"R10":   "100 125 160 200 250 315 400 500 630 800",
	"R20":   "100 112 125 140 160 180 200 224 250 280 315 355 400 450 500 560 630 710 800 900",
	"R40": `100 106 112 118 125 132 140 150 160 170 180 190 200 212 224 236 250 265 280 300 315 355 375 400 425
		450 475 500 530 560 600 630 670 710 750 800 850 900 950`,
	"R80": `103 109 115 122 128 136 145 155 165 175 185 195 206 218 230 243 258 272 290 307 325 345 365 387 412
		437 462 487 515 545 575 615 650 690 730 775 825 875 925 975`,
	"E6":  "10 15 22 33 47 68",
	"E12": "10 12 15 18 22 27 33 39 47 56 68 82",
	"E24": "10 11 12 13 15 16 18 20 22 24 27 30 33 36 39 43 47 51 56 62 68 75 82 91",
	"E48": `100 105 110 115 121 127 133 140 147 154 162 169 178 187 196 205 215 226 237 249 261 274 287 301 316
		332 348 365 383 402 422 442 464 487 511 536 562 590 619 649 681 715 750 787 825 866 909 953`,
	"E96": `100 102 105 107 110 113 115 118 121 124 127 130 133 137 140 143 147 150 154 158 162 165 169 174 178
		182 187 191 196 200 205 210 215 221 226 232 237 243 249 255 261 267 274 280 287 294 301 309 316 324
		332 340 348 357 365 374 383 392 402 412 422 432 442 453 464 475 487 499 511 523 536 549 562 576 590
		604 619 634 649 665 681 698 715 732 750 768 787 806 825 845 866 887 909 931 953 976`,
	"E192": `100 101 102 104 105 106 107 109 110 111 113 114 115 117 118 120 121 123 124 126 127 129 130 132 133
		135 137 138 140 142 143 145 147 149 150 152 154 156 158 160 162 164 165 167 169 172 174 176 178 180
		182 184 187 189 191 193 196 198 200 203 205 208 210 213 215 218 221 223 226 229 232 234 237 240 243
		246 249 252 255 258 261 264 267 271 274 277 280 284 287 291 294 298 301 305 309 312 316 320 324 328
		332 336 340 344 348 352 357 361 365 370 374 379 383 388 392 397 402 407 412 417 422 427 432 437 442
		448 453 459 464 470 475 481 487 493 499 505 511 517 523 530 536 542 549 556 562 569 576 583 590 597
		604 612 619 626 634 642 649 657 665 673 681 690 698 706 715 723 732 741 750 759 768 777 787 796 806
		816 825 835 845 856 866 876 887 898 909 920 931 942 953 965 976 988`,
}

func parseGranularity(v any) (*granularity, error) {
	name, isText := v.(string)
	if !isText {
		return nil, errcode.New(40261, "The $bucketAuto 'granularity' field must be a string, but found type: %s", value.TypeName(v))
	}
	if name == "POWERSOF2" {
		return &granularity{}, nil
	}
	numbers, known := preferredNumbers[name]
	if !known {
		return nil, errcode.New(40257, "Unknown rounding granularity '%s'", name)
	}
	g := &granularity{}
	for word := range strings.FieldsSeq(numbers) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		g.series = append(g.series, n)
	}
	return g, nil
}

// check returns the errors of values that can't be rounded.
func (g *granularity) check(v any) error {
	switch {
	case !value.IsNumber(v):
		return errcode.New(40258, "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value with type: %s", value.TypeName(v))
	case value.IsNaN(v):
		return errcode.New(40259, "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a NaN")
	case value.CompareNumbers(v, int32(0)) < 0:
		return errcode.New(40260, "$bucketAuto can specify a 'granularity' with non-negative numbers only, but found a negative number")
	case value.IsInf(v): // the server would not come to an end
		return errcode.NotImplemented("$bucketAuto.granularity of an infinite number")
	}
	return nil
}

// up returns the next number above v, down the next below; zero stays.
func (g *granularity) up(v any) (any, error)   { return g.round(v, true) }
func (g *granularity) down(v any) (any, error) { return g.round(v, false) }

func (g *granularity) round(v any, up bool) (any, error) {
	_, isDecimal := v.(bson.Decimal128)
	switch {
	case value.ToDouble(v) == 0:
		return v, nil
	case isDecimal:
		return nil, errcode.NotImplemented("$bucketAuto.granularity of a decimal")
	case g.series == nil:
		return powerOfTwo(v, up)
	case up:
		return g.above(value.ToDouble(v))
	}
	return g.below(value.ToDouble(v))
}

// scales are the powers of ten by which the server multiplies a series, one after the
// other; beyond them are the ends of a double's range.
const scales = 300

func tooFar() error {
	return errcode.NotImplemented("$bucketAuto.granularity of a number near the ends of a double's range")
}

// above scales the series by tens until v is within it.
func (g *granularity) above(v float64) (any, error) {
	first, last := g.series[0], g.series[len(g.series)-1]
	if v < math.Pow10(-scales) || v > math.Pow10(scales) {
		return nil, tooFar()
	}
	scale := 1.0
	for v >= last*scale {
		scale *= 10
	}
	for v < first*scale {
		lowest := first * scale
		if scale /= 10; v >= last*scale {
			return lowest, nil
		}
	}
	at := slices.IndexFunc(g.series, func(n float64) bool { return v < n*scale })
	return g.series[at] * scale, nil
}

// below does so the other way.
func (g *granularity) below(v float64) (any, error) {
	first, last := g.series[0], g.series[len(g.series)-1]
	if v < math.Pow10(-scales) || v > math.Pow10(scales) {
		return nil, tooFar()
	}
	scale := 1.0
	for v <= first*scale {
		scale /= 10
	}
	for v > last*scale {
		highest := last * scale
		if scale *= 10; v <= first*scale {
			return highest, nil
		}
	}
	at := slices.IndexFunc(g.series, func(n float64) bool { return n*scale >= v })
	return g.series[at-1] * scale, nil
}

// powerOfTwo rounds to a power of two, a whole number if it is one. The server takes
// the logarithm of a double, which is that of a power for numbers next to it.
func powerOfTwo(v any, up bool) (any, error) {
	exponent, exact := 0, false
	if f, isDouble := v.(float64); isDouble {
		fraction, e := math.Frexp(f)
		exponent, exact = e-1, fraction == 0.5
		if apart := exact || fraction > 0.5+1e-12 && fraction < 1-1e-12; !apart {
			return nil, errcode.NotImplemented("$bucketAuto.granularity of a double next to a power of two")
		}
	} else {
		n := uint64(value.ClampLong(v))
		exponent, exact = bits.Len64(n)-1, bits.OnesCount64(n) == 1
	}
	switch {
	case up:
		exponent++
	case exact:
		exponent--
	}
	if exponent < 0 || exponent > 62 {
		return math.Ldexp(1, exponent), nil
	}
	return value.IntOrLong(1 << exponent), nil
}
