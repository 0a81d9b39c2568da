package pipeline

import (
	"math"
	"sort"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// frame is the range of documents that a window function sees from each: by position,
// or by the distance of their sort key.
type frame struct {
	isRange      bool
	unit         date.Unit // of a range of dates
	lower, upper bound
}

// bound is one end of a frame; "current" is at distance 0.
type bound struct {
	isUnbounded bool
	at          any // a number
}

var wholePartition = frame{lower: bound{isUnbounded: true}, upper: bound{isUnbounded: true}}

func (f *windowFunctionSpec) parseFrame() (frame, error) {
	if f.window == nil {
		return wholePartition, nil
	}
	spec, ok := f.window.(bson.D)
	if !ok {
		return frame{}, errcode.New(errcode.FailedToParse, "'window' field must be an object")
	}
	for _, e := range spec {
		if e.Key != "documents" && e.Key != "range" && e.Key != "unit" {
			return frame{}, errcode.New(errcode.FailedToParse, "'window' field can only contain 'documents' as the only argument or 'range' with an optional 'unit' field")
		}
	}
	documents, byRange, unit := value.Get(spec, "documents"), value.Get(spec, "range"), value.Get(spec, "unit")
	switch {
	case !value.IsMissing(documents) && (!value.IsMissing(byRange) || !value.IsMissing(unit)):
		return frame{}, errcode.New(errcode.FailedToParse, "a window has either 'documents' or 'range'")
	case !value.IsMissing(documents):
		return f.parseDocumentBounds(documents)
	case !value.IsMissing(byRange):
		return f.parseRangeBounds(byRange, unit)
	case !value.IsMissing(unit):
		return frame{}, errcode.New(errcode.FailedToParse, "a window's 'unit' needs a 'range'")
	}
	return wholePartition, nil
}

// parseBounds reads [lower, upper].
func (f *windowFunctionSpec) parseBounds(v any, whole bool) (frame, error) {
	list, ok := v.(bson.A)
	if !ok || len(list) != 2 {
		return frame{}, errcode.New(errcode.FailedToParse, "window bounds must be a 2-element array")
	}
	var out frame
	for i, to := range []*bound{&out.lower, &out.upper} {
		b, err := windowBound(list[i], whole)
		if err != nil {
			return out, err
		}
		*to = b
	}
	if !out.lower.isUnbounded && !out.upper.isUnbounded && value.CompareNumbers(out.lower.at, out.upper.at) > 0 {
		return out, errcode.New(5339900, "Lower bound must not exceed upper bound: %s", value.String(list))
	}
	return out, nil
}

func windowBound(v any, whole bool) (bound, error) {
	switch v {
	case "unbounded":
		return bound{isUnbounded: true}, nil
	case "current":
		return bound{at: int32(0)}, nil
	}
	if !value.IsNumber(v) {
		return bound{}, errcode.New(errcode.FailedToParse, "window bounds must be 'unbounded', 'current', or a number: %s", value.String(v))
	}
	if _, ok := value.Whole(v); whole && !ok {
		return bound{}, errcode.New(errcode.FailedToParse, "numeric document-based bounds must be an integer: %s", value.String(v))
	}
	return bound{at: v}, nil
}

func (f *windowFunctionSpec) parseDocumentBounds(v any) (frame, error) {
	out, err := f.parseBounds(v, true)
	if err != nil {
		return out, err
	}
	if f.sort == nil && !(out.lower.isUnbounded && out.upper.isUnbounded) {
		return out, errcode.New(5339901, "Document-based bounds require a sortBy")
	}
	return out, nil
}

func (f *windowFunctionSpec) parseRangeBounds(v, unit any) (frame, error) {
	out, err := f.parseBounds(v, !value.IsMissing(unit))
	if err != nil {
		return out, err
	}
	out.isRange = true
	if !value.IsMissing(unit) {
		name, ok := unit.(string)
		if !ok {
			return out, errcode.New(errcode.FailedToParse, "a window's 'unit' must be a string")
		}
		if out.unit, err = date.ParseUnit(name); err != nil {
			return out, err
		}
	}
	if f.sort == nil || len(f.sort.Fields()) != 1 {
		return out, errcode.New(5339902, "Range-based bounds require sortBy a single field")
	}
	if f.sort.Fields()[0].Value == any(int32(-1)) {
		return out, errcode.New(8947401, "Range-based bounds require an ascending sortBy")
	}
	return out, nil
}

// spans returns for each document the positions that its frame covers, the second one
// after the last.
func (f frame) spans(part *partition) ([][2]int, error) {
	n := len(part.docs)
	spans := make([][2]int, n)
	if f.isRange && !(f.lower.isUnbounded && f.upper.isUnbounded) {
		return spans, f.rangeSpans(part, spans)
	}
	for i := range spans {
		spans[i] = [2]int{0, n}
		if !f.lower.isUnbounded {
			spans[i][0] = clampAdd(i, f.lower.at, n)
		}
		if !f.upper.isUnbounded {
			spans[i][1] = clampAdd(i+1, f.upper.at, n)
		}
		spans[i][1] = max(spans[i][0], spans[i][1])
	}
	return spans, nil
}

func clampAdd(i int, by any, n int) int {
	distance, _ := value.Whole(by) // checked when parsed
	if distance > math.MaxInt32 || distance < math.MinInt32 {
		distance = math.MaxInt32 * int64(value.CompareNumbers(by, int32(0)))
	}
	return min(max(i+int(distance), 0), n)
}

func (f frame) rangeSpans(part *partition, spans [][2]int) error {
	n := len(part.docs)
	for i := range spans {
		if err := f.checkKey(part.keys[i][0]); err != nil {
			return err
		}
	}
	for i := range spans {
		spans[i] = [2]int{0, n}
		if !f.lower.isUnbounded {
			at, err := f.move(part.keys[i][0], f.lower.at)
			if err != nil {
				return err
			}
			spans[i][0] = sort.Search(n, func(j int) bool { return value.Compare(part.keys[j][0], at) >= 0 })
		}
		if !f.upper.isUnbounded {
			at, err := f.move(part.keys[i][0], f.upper.at)
			if err != nil {
				return err
			}
			spans[i][1] = sort.Search(n, func(j int) bool { return value.Compare(part.keys[j][0], at) > 0 })
		}
		spans[i][1] = max(spans[i][0], spans[i][1])
	}
	return nil
}

func (f frame) checkKey(key any) error {
	if f.unit != "" {
		if _, ok := key.(bson.DateTime); !ok {
			return errcode.New(5429513, "Invalid range: Expected the sortBy field to be a Date, but it was %s", value.TypeName(key))
		}
		return nil
	}
	if !value.IsNumber(key) {
		return errcode.New(5429414, "Invalid range: Expected the sortBy field to be a number, but it was %s", value.TypeName(key))
	}
	return nil
}

func (f frame) move(key, by any) (any, error) {
	if f.unit == "" {
		return value.Add(key, by), nil
	}
	n, _ := value.Whole(by) // checked when parsed
	moved, err := date.Zone{}.Add(int64(key.(bson.DateTime)), f.unit, n)
	return bson.DateTime(moved), err
}
