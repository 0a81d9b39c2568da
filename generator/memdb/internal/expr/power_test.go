package expr

import (
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestPowers(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$exp", int32(0), 1.0},
		{"$exp", int32(1), math.E},
		{"$exp", math.Inf(-1), 0.0},
		{"$exp", decimal("1"), decimal("2.718281828459045235360287471352662")},
		{"$exp", "$n", null},
		{"$exp", "$s", fails(28765)},
		{"$ln", math.E, 1.0},
		{"$ln", int32(10), math.Ln10},
		{"$ln", int32(0), fails(28766)},
		{"$ln", "$s", fails(28765)},
		{"$ln", math.NaN(), math.NaN()},
		{"$log10", int32(1000), 3.0},
		{"$log10", 704.7651044326964, 2.848044392385396}, // 2.8480443923853964 if rounded right
		{"$log10", 0.001, -3.0},
		{"$log10", 1e22, 22.0},
		{"$log10", int32(-1), fails(28761)},
		{"$log", list(int32(8), int32(2)), 3.0},
		{"$log", list("$n", int32(2)), null},
		{"$log", list("$s", int32(2)), fails(28756)},
		{"$log", list(int32(2), "$s"), fails(28757)},
		{"$log", list(int32(0), int32(2)), fails(28758)},
		{"$log", list(int32(2), int32(1)), fails(28759)},
		{"$sqrt", int32(9), 3.0},
		{"$sqrt", decimal("2"), decimal("1.414213562373095048801688724209698")},
		{"$sqrt", int32(-1), fails(28714)},
		{"$sqrt", "$s", fails(28765)},
		{"$pow", list(int32(2), int32(10)), int32(1024)},
		{"$pow", list(int32(2), int32(31)), int64(1 << 31)},
		{"$pow", list(int32(2), int32(63)), float64(1 << 63)},
		{"$pow", list(int64(3), int32(2)), int64(9)},
		{"$pow", list(int32(2), int32(-1)), 0.5},
		{"$pow", list(int32(-1), int32(7)), int32(-1)},
		{"$pow", list(2.0, 0.5), math.Sqrt2},
		{"$pow", list(-2.0, 3.0), -8.0},
		{"$pow", list(int32(0), int32(-1)), fails(28764)},
		{"$pow", list("$s", int32(1)), fails(28762)},
		{"$pow", list(int32(1), "$s"), fails(28763)},
		{"$pow", list("$n", int32(1)), null},
		{"$pow", list(decimal("2"), int32(3)), decimal("8.000000000000000000000000000000000")},
	})
}

func TestMeasures(t *testing.T) {
	null := bson.Null{}
	stamp := bson.Timestamp{T: 7, I: 9}
	check(t, []row{
		{"$bitAnd", list(int32(6), int32(3)), int32(2)},
		{"$bitOr", list(int32(6), int64(1)), int64(7)},
		{"$bitXor", list(int32(6), int32(3)), int32(5)},
		{"$bitNot", int32(0), int32(-1)},
		{"$bitAnd", list(int32(1), "$n"), null},
		{"$bitAnd", list(int32(1), 1.0), fails(14)},
		{"$bitNot", 1.0, fails(14)},
		{"$bitNot", "$s", fails(28765)},
		{"$bsonSize", "$o", int32(12)},
		{"$bsonSize", "$n", null},
		{"$bsonSize", "$i", fails(31393)},
		{"$binarySize", "né", int32(3)},
		{"$binarySize", bson.Binary{Data: []byte{1, 2}}, int32(2)},
		{"$binarySize", "$i", fails(51276)},
		{"$tsSecond", stamp, int64(7)},
		{"$tsIncrement", stamp, int64(9)},
		{"$tsSecond", "$n", null},
		{"$tsSecond", "$date", fails(5687301)},
	})
}

func TestSortArray(t *testing.T) {
	rows := list(object("x", int32(2)), object("y", int32(1)), object("x", int32(1)), "z")
	check(t, []row{
		{"$sortArray", object("input", list(int32(3), "a", int32(1)), "sortBy", int32(1)), list(int32(1), int32(3), "a")},
		{"$sortArray", object("input", "$a", "sortBy", int32(-1)), list(int32(3), int32(2), int32(1))},
		{"$sortArray", object("input", rows, "sortBy", object("x", int32(-1))), list(object("x", int32(2)), object("x", int32(1)), object("y", int32(1)), "z")},
		{"$sortArray", object("input", "$n", "sortBy", int32(1)), bson.Null{}},
		{"$sortArray", int32(1), fails(2942500)},
		{"$sortArray", object("x", int32(1)), fails(2942501)},
		{"$sortArray", object("sortBy", int32(1)), fails(2942502)},
		{"$sortArray", object("input", "$a"), fails(2942503)},
		{"$sortArray", object("input", "$i", "sortBy", int32(1)), fails(2942504)},
		{"$sortArray", object("input", "$a", "sortBy", object()), fails(2942505)},
		{"$sortArray", object("input", "$a", "sortBy", int32(2)), fails(2942506)},
		{"$sortArray", object("input", "$a", "sortBy", "x"), fails(2942507)},
	})
}
