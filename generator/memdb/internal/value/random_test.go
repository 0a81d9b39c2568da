package value

import (
	"math"
	"math/rand/v2"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// randomValue makes values that often compare equal or nearly so.
func randomValue(r *rand.Rand, depth int) any {
	atoms := []any{
		int32(r.IntN(4)), int64(r.IntN(4)), float64(r.IntN(4)), float64(r.IntN(8)) / 4,
		int64(1<<53) + int64(r.IntN(3)), float64(1<<53) + float64(r.IntN(3)), math.NaN(), math.Inf(1 - 2*r.IntN(2)),
		math.Copysign(0, -1), int64(math.MaxInt64), int64(math.MinInt64), float64(math.MaxInt64), 0.1,
		randomDecimal(r), randomDecimal(r),
		"", "a", "b", "a\x00", "ab", bson.Symbol("a"), bson.Null{}, bson.Undefined{}, Missing{}, bson.MinKey{}, bson.MaxKey{},
		bson.ObjectID{0: byte(r.IntN(2))}, r.IntN(2) == 0, bson.DateTime(r.IntN(3) - 1),
		bson.Timestamp{T: r.Uint32N(2), I: r.Uint32N(2)}, bson.Binary{Subtype: byte(r.IntN(3)), Data: []byte{byte(r.IntN(2))}},
		bson.Regex{Pattern: "a", Options: "i"}, bson.Regex{Pattern: "a"}, bson.DBPointer{DB: "a"}, bson.JavaScript("a"),
		bson.CodeWithScope{Code: "a", Scope: bson.D{{Key: "x", Value: int32(r.IntN(2))}}},
	}
	if kind := r.IntN(len(atoms) + 8); kind < len(atoms) || depth == 0 {
		return atoms[kind%len(atoms)]
	}
	if r.IntN(2) == 0 {
		return randomDocument(r, depth-1)
	}
	list := bson.A{}
	for range r.IntN(3) {
		list = append(list, stored(randomValue(r, depth-1)))
	}
	return list
}

func randomDecimal(r *rand.Rand) bson.Decimal128 {
	texts := []string{"0", "-0", "0.00", "0.1", "1", "1.0", "2", "2.50", "9007199254740993", "9223372036854775807", "NaN", "Infinity",
		"0.1000000000000000055511151231257827021181583404541015625", "1E+400", "-1E+400", "1E-400"}
	d, _ := ParseDecimal(texts[r.IntN(len(texts))])
	return d
}

func randomDocument(r *rand.Rand, depth int) bson.D {
	doc := bson.D{}
	for range r.IntN(3) {
		doc = append(doc, bson.E{Key: string(rune('a' + r.IntN(2))), Value: stored(randomValue(r, depth))})
	}
	return doc
}

func stored(v any) any {
	if _, ok := v.(Missing); ok {
		return bson.Null{}
	}
	return v
}
