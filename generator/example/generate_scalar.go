package example

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// indexMaker reads {"$$index": n}: n in the first document, n + 1 in the next.
// Inside of $$repeat, elements count instead of documents; the same for dates
// and ObjectIds.
func (r *reader) indexMaker(v *ejson.Value) template {
	first, _ := r.integer(v, `"$$index"`, 0, math.MaxInt32-maxGenerated)
	return func(m *making, out []byte) (bson.Type, []byte) { return appendInt32(out, int32(first)+int32(m.index)) }
}

// sizeMaker reads {"$$size": n}: n times the size that the example runs at.
func (r *reader) sizeMaker(v *ejson.Value) template {
	times, _ := r.integer(v, `"$$size"`, 1, maxGenerated)
	r.hasSizes(v)
	return func(m *making, out []byte) (bson.Type, []byte) {
		return appendInteger(out, times*int64(m.data.size))
	}
}

func (r *reader) hasSizes(v *ejson.Value) {
	if len(r.example.Sizes) == 0 {
		r.errorf(v.Start, `write "sizes": [10, 100, 1000] above "schema"`, `"$$size" stands for one of "sizes", which are not there`)
	}
}

// intMaker reads {"$$int": {"min": …, "max": …}}: an int32 between the two.
func (r *reader) intMaker(v *ejson.Value) template {
	if !r.object(v, `"$$int"`, "min! max!") {
		return nothing
	}
	low, lowOK := r.integer(v.Get("min"), `"min"`, math.MinInt32, math.MaxInt32)
	high, highOK := r.integer(v.Get("max"), `"max"`, math.MinInt32, math.MaxInt32)
	if !lowOK || !highOK || !r.ascends(v, low, high) {
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) {
		return appendInt32(out, int32(low+int64(m.random.below(uint64(high-low+1)))))
	}
}

func (r *reader) ascends(v *ejson.Value, low, high int64) bool {
	if high < low {
		r.errorf(v.Start, "", `"max" is less than "min"`)
	}
	return low <= high
}

// decimalMaker reads {"$$decimal": {"min": "0.50", "max": "19.90"}}: a decimal
// between the two with as many digits behind the point as they have.
func (r *reader) decimalMaker(v *ejson.Value) template {
	if !r.object(v, `"$$decimal"`, "min! max!") {
		return nothing
	}
	low, lowDigits, lowOK := r.decimal(v.Get("min"), `"min"`)
	high, highDigits, highOK := r.decimal(v.Get("max"), `"max"`)
	switch {
	case !lowOK || !highOK:
		return nothing
	case lowDigits != highDigits:
		r.errorf(v.Start, `write them like "0.50" and "19.90"`, `"min" and "max" have not as many digits behind the point`)
		return nothing
	case !r.ascends(v, low, high):
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) {
		return appendDecimal(out, low+int64(m.random.below(uint64(high-low+1))), lowDigits)
	}
}

// decimal reads the digits of a decimal as an integer, and how many of them are
// behind the point.
func (r *reader) decimal(v *ejson.Value, what string) (n int64, digits int, ok bool) {
	text := r.string(v, what)
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	const most = 1_000_000_000_000_000
	if text != "" && (err != nil || n < -most || n > most || strings.HasSuffix(text, ".") || strings.HasPrefix(text, "+")) {
		r.errorf(v.Start, `write it like "19.90"`, "%s is %q, which is no decimal of at most 15 digits", what, text)
		return 0, 0, false
	}
	return n, len(fraction), text != ""
}

// appendDecimal writes n with its last digits behind the point, in the form of
// IEEE 754-2008 with a binary coefficient: sign, exponent, coefficient.
func appendDecimal(out []byte, n int64, digits int) (bson.Type, []byte) {
	const bias = 6176
	high, coefficient := uint64(bias-digits)<<49, uint64(n)
	if n < 0 {
		high, coefficient = high|1<<63, uint64(-n)
	}
	out = binary.LittleEndian.AppendUint64(out, coefficient)
	return bson.TypeDecimal128, binary.LittleEndian.AppendUint64(out, high)
}

// dateMaker reads {"$$date": {"start": {"$date": …}, "step": {"minutes": 10}}}:
// start in the first document, a step later in the next; with "every": 600 in the
// first 600 documents, a step later in the next 600.
func (r *reader) dateMaker(v *ejson.Value) template {
	at, ok := r.clock(v, `"$$date"`)
	if !ok {
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) { return appendDate(out, at(m.index)) }
}

// objectIDMaker reads {"$$objectId": …} with the arguments of $$date. Its
// seconds are that date's; then come five bytes of the seed and the index.
func (r *reader) objectIDMaker(v *ejson.Value) template {
	at, ok := r.clock(v, `"$$objectId"`)
	if !ok {
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(at(m.index)/1000))
		return bson.TypeObjectID, binary.BigEndian.AppendUint64(out, m.machine<<24|uint64(m.index))
	}
}

// units are the parts of a step in milliseconds.
var units = map[string]int64{"days": 86_400_000, "hours": 3_600_000, "minutes": 60_000, "seconds": 1000, "milliseconds": 1}

// clock reads start and step and returns a function that computes the
// milliseconds of an index.
func (r *reader) clock(v *ejson.Value, what string) (at func(index int) int64, ok bool) {
	if !r.object(v, what, "start! step! every") {
		return nil, false
	}
	every := 1
	if v := v.Get("every"); v != nil {
		n, ok := r.integer(v, `"every"`, 1, maxGenerated)
		if !ok {
			return nil, false
		}
		every = int(n)
	}
	start, ok := r.value(v.Get("start")).(bson.DateTime)
	if !ok {
		r.errorf(v.Get("start").Start, `write { "$date": "2026-03-14T09:30:00Z" }`, `"start" is not a date`)
	}
	step, stepOK := r.step(v.Get("step"))
	return func(index int) int64 { return int64(start) + int64(index/every)*step }, ok && stepOK
}

func (r *reader) step(v *ejson.Value) (milliseconds int64, ok bool) {
	if !r.object(v, `"step"`, "days hours minutes seconds milliseconds") {
		return 0, false
	}
	for _, m := range v.Members {
		n, ok := r.integer(m.Value, `"`+m.Key+`"`, 0, int64(time.Hour/time.Millisecond))
		if !ok {
			return 0, false
		}
		milliseconds += n * units[m.Key]
	}
	return milliseconds, true
}
