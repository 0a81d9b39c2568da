package value

import (
	"math"
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// TestCompareOrder lists values in ascending order, equal ones in one row.
func TestCompareOrder(t *testing.T) {
	nan, tenth := decimal(t, "NaN"), decimal(t, "0.1")
	rows := [][]any{
		{bson.MinKey{}},
		{Missing{}, bson.Undefined{}},
		{bson.Null{}},
		{math.NaN(), nan},
		{math.Inf(-1), decimal(t, "-Infinity")},
		{int64(math.MinInt64), float64(math.MinInt64), decimal(t, "-9223372036854775808")},
		{int32(-1), int64(-1), -1.0, decimal(t, "-1.00")},
		{int32(0), 0.0, math.Copysign(0, -1), decimal(t, "-0"), decimal(t, "0E+10")},
		{tenth},
		{0.1},
		{0.5, decimal(t, "0.50")},
		{int64(1 << 53), float64(1 << 53)},
		{int64(1<<53 + 1), decimal(t, "9007199254740993")},
		{int64(math.MaxInt64)},
		{float64(math.MaxInt64), decimal(t, "9223372036854775808")},
		{decimal(t, "1E+400")},
		{math.Inf(1), decimal(t, "Infinity")},
		{""},
		{"a", bson.Symbol("a")},
		{"a\x00"},
		{"ab"},
		{"é"},
		{bson.D{}},
		{bson.D{{Key: "b", Value: int32(1)}}, bson.D{{Key: "b", Value: 1.0}}},
		{bson.D{{Key: "b", Value: int32(1)}, {Key: "a", Value: int32(1)}}},
		{bson.D{{Key: "a", Value: "x"}}},
		{bson.A{}},
		{bson.A{int32(1)}, bson.A{1.0}},
		{bson.A{int32(1), int32(0)}},
		{bson.A{"x"}},
		{bson.Binary{Subtype: 9, Data: []byte{9}}},
		{bson.Binary{Subtype: 0, Data: []byte{1, 2}}},
		{bson.Binary{Subtype: 4, Data: []byte{0, 0}}},
		{bson.ObjectID{1}},
		{bson.ObjectID{2}},
		{false},
		{true},
		{bson.DateTime(-1)},
		{bson.DateTime(0)},
		{bson.Timestamp{T: 1, I: 2}},
		{bson.Timestamp{T: math.MaxUint32}},
		{bson.Regex{Pattern: "a"}},
		{bson.Regex{Pattern: "a", Options: "i"}},
		{bson.Regex{Pattern: "b"}},
		{bson.DBPointer{DB: "z"}},
		{bson.DBPointer{DB: "aa"}},
		{bson.JavaScript("a")},
		{bson.CodeWithScope{Code: "a", Scope: bson.D{}}},
		{bson.MaxKey{}},
	}
	for i, row := range rows {
		for j, other := range rows {
			for _, a := range row {
				for _, b := range other {
					want := min(1, max(-1, i-j))
					if got := Compare(a, b); got != want {
						t.Errorf("Compare(%s %s, %s %s) = %d, want %d", TypeName(a), String(a), TypeName(b), String(b), got, want)
					}
				}
			}
		}
	}
}

func TestCompareSortTreatsMissingAsNull(t *testing.T) {
	if got := CompareSort(Missing{}, bson.Null{}); got != 0 {
		t.Errorf("missing and null: %d", got)
	}
	if got := CompareSort(Missing{}, bson.Undefined{}); got != 1 {
		t.Errorf("missing and undefined: %d", got)
	}
}

// Compare is a total order, and Key agrees with it.
func TestCompareIsTotalOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		a, b, c := randomValue(r, 2), randomValue(r, 2), randomValue(r, 2)
		ab := Compare(a, b)
		if ab != -Compare(b, a) {
			t.Fatalf("not antisymmetric: %s and %s", String(a), String(b))
		}
		if ab <= 0 && Compare(b, c) <= 0 && Compare(a, c) > 0 {
			t.Fatalf("not transitive: %s, %s, %s", String(a), String(b), String(c))
		}
		if (ab == 0) != (Key(a) == Key(b)) {
			t.Fatalf("key disagrees: %s %s and %s %s", TypeName(a), String(a), TypeName(b), String(b))
		}
	}
}
