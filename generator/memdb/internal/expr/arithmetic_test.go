package expr

import (
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestSums(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$add", list(), int32(0)},
		{"$add", list("$i", int32(1)), int32(6)},
		{"$add", list("$i", "$l"), int64(12)},
		{"$add", list("$i", "$f"), 7.5},
		{"$add", list("$i", "$d"), decimal("7.50")},
		{"$add", list("$f", "$d"), decimal("5.00000000000000")},
		{"$add", list(0.1, 0.2, 0.3), 0.6000000000000001},
		{"$add", list(int32(math.MaxInt32), int32(1)), int64(math.MaxInt32 + 1)},
		{"$add", list(int32(math.MaxInt32), int32(1), int32(-1)), int32(math.MaxInt32)},
		{"$add", list(int64(math.MaxInt64), int32(1)), float64(1 << 63)},
		{"$add", list("$date", int32(1)), bson.DateTime(1700000000001)},
		{"$add", list(2.5, "$date"), bson.DateTime(1700000000003)},
		{"$add", list("$date", -0.5), bson.DateTime(1699999999999)},
		{"$add", list("$date", "$date"), fails(16612)},
		{"$add", list("$date", math.Inf(1)), fails(15)},
		{"$add", list("$i", "$n", "$s"), null},
		{"$add", list("$none", int32(1)), null},
		{"$add", list("$i", "$s"), fails(14)},
		{"$add", "$i", int32(5)},
		{"$subtract", list("$i", "$l"), int64(-2)},
		{"$subtract", list("$date", "$date"), int64(0)},
		{"$subtract", list("$date", int32(1000)), bson.DateTime(1699999999000)},
		{"$subtract", list(int32(1), "$date"), fails(14)},
		{"$subtract", list("$n", "$s"), null},
		{"$subtract", list("$s", "$i"), fails(14)},
		{"$subtract", list("$i"), fails(16020)},
		{"$multiply", list(), int32(1)},
		{"$multiply", list("$i", "$i"), int32(25)},
		{"$multiply", list("$d", "$i"), decimal("12.50")},
		{"$multiply", list(int32(65536), int32(65536)), int64(1 << 32)},
		{"$multiply", list(int32(65536), int32(65536), int32(0)), int32(0)},
		{"$multiply", list(int64(math.MaxInt64), int32(2)), float64(1 << 63 * 2)},
		{"$multiply", list("$i", "$none"), null},
		{"$multiply", list("$i", "$s"), fails(14)},
	})
}

func TestDivisions(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$divide", list("$i", int32(2)), 2.5},
		{"$divide", list("$d", int32(2)), decimal("1.25")},
		{"$divide", list("$i", int32(0)), fails(2)},
		{"$divide", list("$n", int32(0)), null},
		{"$divide", list("$s", int32(1)), fails(14)},
		{"$divide", list("$i", int32(1), int32(1)), fails(16020)},
		{"$mod", list("$i", int32(3)), int32(2)},
		{"$mod", list(int32(-5), int32(3)), int32(-2)},
		{"$mod", list("$i", 3.0), 2.0},
		{"$mod", list("$i", 1.5), 0.5},
		{"$mod", list("$l", int32(4)), int64(3)},
		{"$mod", list("$d", int32(2)), decimal("0.50")},
		{"$mod", list("$i", int32(0)), fails(16610)},
		{"$mod", list("$d", int32(0)), fails(5733415)},
		{"$mod", list("$i", "$s"), fails(16611)},
		{"$mod", list("$i", "$n"), null},
		{"$abs", int32(-5), int32(5)},
		{"$abs", int32(math.MinInt32), int64(-math.MinInt32)},
		{"$abs", int64(math.MinInt64), fails(28680)},
		{"$abs", -2.5, 2.5},
		{"$abs", decimal("-2.50"), decimal("2.50")},
		{"$abs", "$none", null},
		{"$abs", "$s", fails(28765)},
		{"$abs", list("$i", "$i"), fails(16020)},
	})
}

func TestRounding(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$ceil", 1.2, 2.0},
		{"$ceil", "$i", int32(5)},
		{"$ceil", decimal("-1.20"), decimal("-1")},
		{"$ceil", "$n", null},
		{"$ceil", "$s", fails(28765)},
		{"$floor", -1.2, -2.0},
		{"$floor", decimal("1E+40"), decimal("NaN")},
		{"$round", 2.5, 2.0},
		{"$round", 3.5, 4.0},
		{"$round", list(1.25, int32(1)), 1.2},
		{"$round", list(2.675, int32(2)), 2.67},
		{"$round", list("$i", int32(1)), int32(5)},
		{"$round", list(int32(15), int32(-1)), int32(20)},
		{"$round", list(int32(25), int32(-1)), int32(20)},
		{"$round", list(decimal("1.255"), int32(2)), decimal("1.26")},
		{"$round", list("$f", "$n"), null},
		{"$round", list("$s", int32(1)), fails(51081)},
		{"$round", list("$f", 1.5), fails(51082)},
		{"$round", list("$f", int32(101)), fails(51083)},
		{"$round", list("$f", int32(-21)), fails(51083)},
		{"$round", list("$f", "$s"), fails(16004)},
		{"$round", list("$f", math.NaN()), fails(31109)},
		{"$round", list(), fails(28667)},
		{"$trunc", -2.7, -2.0},
		{"$trunc", list(2.789, int32(1)), 2.7},
		{"$trunc", list(int32(19), int32(-1)), int32(10)},
	})
}

func TestComparisons(t *testing.T) {
	check(t, []row{
		{"$cmp", list("$i", "$l"), int32(-1)},
		{"$eq", list("$none", bson.Null{}), false},
		{"$lt", list("$none", bson.Null{}), true},
		{"$gt", list("$s", "$i"), true},
		{"$gte", list("$f", "$d"), true},
		{"$lte", list("$a", "$i"), false},
		{"$ne", list(int32(1), 1.0), false},
		{"$eq", list("$i"), fails(16020)},
		{"$and", list(), true},
		{"$and", list("$i", "$none"), false},
		{"$or", list(), false},
		{"$or", list("$none", "$s"), true},
		{"$or", list("$t", object("$abs", "$s")), true},
		{"$not", list("$n"), true},
		{"$not", list(list()), false},
		{"$not", list(), fails(16020)},
	})
}

func TestConditions(t *testing.T) {
	check(t, []row{
		{"$cond", list("$t", "$i", "$s"), int32(5)},
		{"$cond", object("if", "$n", "then", "$i", "else", "$s"), "text"},
		{"$cond", object("then", int32(1), "else", int32(1)), fails(17080)},
		{"$cond", object("if", int32(1), "else", int32(1)), fails(17081)},
		{"$cond", object("if", int32(1), "then", int32(1)), fails(17082)},
		{"$cond", object("iff", int32(1)), fails(17083)},
		{"$cond", list(int32(1), int32(2)), fails(16020)},
		{"$ifNull", list("$none", "$n", "$i"), int32(5)},
		{"$ifNull", list("$n", "$none"), absent},
		{"$ifNull", list("$n"), fails(1257300)},
		{"$switch", object("branches", list(object("case", "$n", "then", int32(1)), object("case", "$t", "then", int32(2)))), int32(2)},
		{"$switch", object("branches", list(object("case", "$n", "then", int32(1))), "default", "$s"), "text"},
		{"$switch", object("branches", list(object("case", "$n", "then", int32(1)))), fails(40066)},
		{"$switch", object("branches", list(object("case", false, "then", int32(1)))), fails(40069)},
		{"$switch", object("branches", list()), fails(40068)},
		{"$switch", object("default", int32(1)), fails(40068)},
		{"$switch", int32(1), fails(40060)},
		{"$switch", object("branches", int32(1)), fails(40061)},
		{"$switch", object("branches", list(int32(1))), fails(40062)},
		{"$switch", object("branches", list(object("x", int32(1)))), fails(40063)},
		{"$switch", object("branches", list(object("then", int32(1)))), fails(40064)},
		{"$switch", object("branches", list(object("case", int32(1)))), fails(40065)},
		{"$switch", object("x", int32(1)), fails(40067)},
	})
}
