package match

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// bits reads the four $bits operators. Positions count from the lowest bit of a
// number and from the lowest bit of the first byte of BinData.
func bits(name string, arg any) (test, error) {
	positions, err := bitPositions(name, arg)
	if err != nil {
		return nil, err
	}
	wantSet := name == "$bitsAllSet" || name == "$bitsAnySet"
	either := name == "$bitsAnySet" || name == "$bitsAnyClear"
	return &single{name: name, arg: arg, last: spread, holds: func(v any) bool {
		bit, ok := bitReader(v)
		if !ok {
			return false
		}
		for _, p := range positions {
			if (bit(p) == wantSet) == either {
				return either
			}
		}
		return !either
	}}, nil
}

func bitPositions(name string, arg any) ([]int, error) {
	switch arg := arg.(type) {
	case bson.A:
		return listedPositions(name, arg)
	case bson.Binary:
		stored := value.StoredBytes(arg)
		var positions []int
		for i := range len(stored) * 8 {
			if stored[i/8]>>(i%8)&1 == 1 {
				positions = append(positions, i)
			}
		}
		return positions, nil
	}
	if !value.IsNumber(arg) {
		return nil, bad("%s takes an Array, a number, or a BinData but received: %s: %s", name, name, value.String(arg))
	}
	mask, ok := value.Whole(arg)
	if !ok {
		return nil, errcode.New(errcode.FailedToParse, "Expected an integer: %s: %s", name, value.String(arg))
	}
	if mask < 0 {
		return nil, errcode.New(errcode.FailedToParse, "Expected a non-negative number in: %s: %s", name, value.String(arg))
	}
	var positions []int
	for i := range 64 {
		if mask>>i&1 == 1 {
			positions = append(positions, i)
		}
	}
	return positions, nil
}

func listedPositions(name string, list bson.A) ([]int, error) {
	positions := make([]int, len(list))
	for i, item := range list {
		n, ok := value.Whole(item)
		switch {
		case !ok || n > math.MaxInt32:
			return nil, bad("Failed to parse bit position. Expected an integer: %s: %s", name, value.String(item))
		case n < 0:
			return nil, bad("Failed to parse bit position. Expected a non-negative number in: %s: %s", name, value.String(item))
		}
		positions[i] = int(n)
	}
	return positions, nil
}

// bitReader returns the bits of a whole number, sign extended, or of BinData.
func bitReader(v any) (func(position int) bool, bool) {
	if b, ok := v.(bson.Binary); ok {
		stored := value.StoredBytes(b)
		return func(p int) bool { return p/8 < len(stored) && stored[p/8]>>(p%8)&1 == 1 }, true
	}
	n, ok := value.Whole(v)
	return func(p int) bool { return n>>min(p, 63)&1 == 1 }, ok
}
