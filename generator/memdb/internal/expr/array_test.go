package expr

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// absent is the result of an expression without a value.
var absent = value.Missing{}

func TestArrays(t *testing.T) {
	null := bson.Null{}
	nested := list(list("a", int32(1)), list("b", int32(2)), list("a", int32(3)))
	check(t, []row{
		{"$arrayElemAt", list("$a", int32(0)), int32(1)},
		{"$arrayElemAt", list("$a", int32(-1)), int32(3)},
		{"$arrayElemAt", list("$a", 1.0), int32(2)},
		{"$arrayElemAt", list("$a", int32(3)), absent},
		{"$arrayElemAt", list("$a", int32(-4)), absent},
		{"$arrayElemAt", list("$n", int32(0)), null},
		{"$arrayElemAt", list("$i", int32(0)), fails(28689)},
		{"$arrayElemAt", list("$a", "$s"), fails(28690)},
		{"$arrayElemAt", list("$a", 0.5), fails(28691)},
		{"$arrayElemAt", list("$a"), fails(16020)},
		{"$first", "$a", int32(1)},
		{"$last", "$a", int32(3)},
		{"$last", list(list()), absent},
		{"$first", "$none", null},
		{"$first", "$i", fails(28689)},
		{"$concatArrays", list("$a", list("$i")), list(int32(1), int32(2), int32(3), int32(5))},
		{"$concatArrays", list(), list()},
		{"$concatArrays", list("$a", "$none"), null},
		{"$concatArrays", list("$a", "$i"), fails(28664)},
		{"$in", list(2.0, "$a"), true},
		{"$in", list("$i", "$a"), false},
		{"$in", list("$i", "$n"), fails(40081)},
		{"$indexOfArray", list("$a", int32(2)), int32(1)},
		{"$indexOfArray", list("$a", int32(1), int32(1)), int32(-1)},
		{"$indexOfArray", list("$a", int32(3), int32(0), int32(2)), int32(-1)},
		{"$indexOfArray", list("$n", int32(3)), null},
		{"$indexOfArray", list("$i", int32(3)), fails(40090)},
		{"$indexOfArray", list("$a", int32(3), 0.5), fails(9711600)},
		{"$indexOfArray", list("$a", int32(3), int32(-1)), fails(9711601)},
		{"$isArray", "$a", true},
		{"$isArray", list("$none"), false},
		{"$reverseArray", "$a", list(int32(3), int32(2), int32(1))},
		{"$reverseArray", "$n", null},
		{"$reverseArray", "$i", fails(34435)},
		{"$size", "$a", int32(3)},
		{"$size", "$n", fails(17124)},
		{"$slice", list("$a", int32(2)), list(int32(1), int32(2))},
		{"$slice", list("$a", int32(-2)), list(int32(2), int32(3))},
		{"$slice", list("$a", int32(1), int32(9)), list(int32(2), int32(3))},
		{"$slice", list("$a", int32(-9), int32(1)), list(int32(1))},
		{"$slice", list("$a", int32(9), int32(1)), list()},
		{"$slice", list("$n", int32(1)), null},
		{"$slice", list("$i", int32(1)), fails(28724)},
		{"$slice", list("$a", "$s"), fails(28725)},
		{"$slice", list("$a", 0.5), fails(28726)},
		{"$slice", list("$a", int32(0), "$s"), fails(28727)},
		{"$slice", list("$a", int32(0), 0.5), fails(28728)},
		{"$slice", list("$a", int32(0), int32(0)), fails(28729)},
		{"$slice", list("$a"), fails(28667)},
		{"$range", list(int32(0), int32(5), int32(2)), list(int32(0), int32(2), int32(4))},
		{"$range", list(int32(2), int32(0), int32(-1)), list(int32(2), int32(1))},
		{"$range", list(int32(0), int32(0)), list()},
		{"$range", list("$n", int32(1)), fails(34443)},
		{"$range", list(0.5, int32(1)), fails(34444)},
		{"$range", list(int32(0), "$s"), fails(34445)},
		{"$range", list(int32(0), 0.5), fails(34446)},
		{"$range", list(int32(0), int32(1), "$s"), fails(34447)},
		{"$range", list(int32(0), int32(1), 0.5), fails(34448)},
		{"$range", list(int32(0), int32(1), int32(0)), fails(34449)},
		{"$arrayToObject", list(nested), object("a", int32(3), "b", int32(2))},
		{"$arrayToObject", list(list(object("k", "x", "v", "$i"))), object("x", int32(5))},
		{"$arrayToObject", "$n", null},
		{"$arrayToObject", "$i", fails(40386)},
		{"$arrayToObject", list(list(object("k", "x", "v", int32(1)), list("a", int32(1)))), fails(40391)},
		{"$arrayToObject", list(list(object("k", "x"))), fails(40392)},
		{"$arrayToObject", list(list(object("k", "x", "y", int32(1)))), fails(40393)},
		{"$arrayToObject", list(list(object("k", int32(1), "v", int32(1)))), fails(40394)},
		{"$arrayToObject", list(list(list(int32(1), int32(1)))), fails(40395)},
		{"$arrayToObject", list(list(list("a", int32(1)), int32(1))), fails(40396)},
		{"$arrayToObject", list(list(list("a"))), fails(40397)},
		{"$arrayToObject", list(list(int32(1))), fails(40398)},
		{"$arrayToObject", list(list(list("a\x00", int32(1)))), fails(4940400)},
		{"$objectToArray", "$o", list(object("k", "x", "v", int32(1)))},
		{"$objectToArray", "$none", null},
		{"$objectToArray", "$i", fails(40390)},
	})
}

func TestIterations(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$map", object("input", "$a", "in", object("$add", list("$$this", "$i"))), list(int32(6), int32(7), int32(8))},
		{"$map", object("input", "$a", "as", "x", "in", "$$x.y"), list(null, null, null)},
		{"$map", object("input", "$n", "in", int32(1)), null},
		{"$map", object("input", "$i", "in", int32(1)), fails(16883)},
		{"$map", int32(1), fails(16878)},
		{"$map", object("input", "$a", "in", int32(1), "x", int32(1)), fails(16879)},
		{"$map", object("in", int32(1)), fails(16880)},
		{"$map", object("input", "$a"), fails(16882)},
		{"$map", object("input", "$a", "as", "X", "in", int32(1)), fails(9)},
		{"$map", object("input", "$a", "as", "", "in", int32(1)), fails(9)},
		{"$map", object("input", "$a", "as", int32(1), "in", int32(1)), fails(9)},
		{"$filter", object("input", "$a", "cond", object("$gt", list("$$this", int32(1)))), list(int32(2), int32(3))},
		{"$filter", object("input", "$a", "as", "x", "cond", "$$x", "limit", int32(1)), list(int32(1))},
		{"$filter", object("input", "$a", "cond", true, "limit", "$n"), list(int32(1), int32(2), int32(3))},
		{"$filter", object("input", "$none", "cond", true), null},
		{"$filter", object("input", "$i", "cond", true), fails(28651)},
		{"$filter", object("input", "$a", "cond", true, "limit", 0.5), fails(327391)},
		{"$filter", object("input", "$a", "cond", true, "limit", int32(0)), fails(327392)},
		{"$filter", int32(1), fails(28646)},
		{"$filter", object("input", "$a", "cond", true, "x", int32(1)), fails(28647)},
		{"$filter", object("cond", true), fails(28648)},
		{"$filter", object("input", "$a"), fails(28650)},
		{"$reduce", object("input", "$a", "initialValue", int32(0), "in", object("$add", list("$$value", "$$this"))), int32(6)},
		{"$reduce", object("input", list(), "initialValue", "$s", "in", int32(0)), "text"},
		{"$reduce", object("input", "$n", "initialValue", int32(0), "in", int32(0)), null},
		{"$reduce", object("input", "$i", "initialValue", int32(0), "in", int32(0)), fails(40080)},
		{"$reduce", int32(1), fails(40075)},
		{"$reduce", object("x", int32(0)), fails(40076)},
		{"$reduce", object("initialValue", int32(0), "in", int32(0)), fails(40077)},
		{"$reduce", object("input", "$a", "in", int32(0)), fails(40078)},
		{"$reduce", object("input", "$a", "initialValue", int32(0)), fails(40079)},
		{"$zip", object("inputs", list("$a", list("x"))), list(list(int32(1), "x"))},
		{"$zip", object("inputs", list("$a", list("x")), "useLongestLength", true), list(list(int32(1), "x"), list(int32(2), null), list(int32(3), null))},
		{"$zip", object("inputs", list(list(), list("x")), "useLongestLength", true, "defaults", list(int32(0), int32(0))), list(list(int32(0), "x"))},
		{"$zip", object("inputs", list("$a", "$n")), null},
		{"$zip", object("inputs", list("$i")), fails(34468)},
		{"$zip", int32(1), fails(34460)},
		{"$zip", object("inputs", int32(1)), fails(34461)},
		{"$zip", object("inputs", list("$a"), "defaults", int32(1)), fails(34462)},
		{"$zip", object("inputs", list("$a"), "useLongestLength", int32(1)), fails(34463)},
		{"$zip", object("inputs", list("$a"), "x", int32(1)), fails(34464)},
		{"$zip", object("inputs", list()), fails(34465)},
		{"$zip", object("inputs", list("$a"), "defaults", list(int32(1))), fails(34466)},
		{"$zip", object("inputs", list("$a"), "defaults", list(int32(1), int32(2)), "useLongestLength", true), fails(34467)},
	})
}

func TestSets(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$setUnion", list("$a", list(int32(4), 1.0)), list(int32(1), int32(2), int32(3), int32(4))},
		{"$setUnion", list("$a", "$n"), null},
		{"$setUnion", list("$a", "$i"), fails(17043)},
		{"$setIntersection", list("$a", list(int64(3), int32(9))), list(int64(3))},
		{"$setIntersection", list("$none", "$a"), null},
		{"$setIntersection", list("$a", "$i"), fails(17047)},
		{"$setDifference", list("$a", list(int32(2))), list(int32(1), int32(3))},
		{"$setDifference", list("$n", "$i"), null},
		{"$setDifference", list("$i", "$a"), fails(17048)},
		{"$setDifference", list("$a", "$i"), fails(17049)},
		{"$setEquals", list("$a", list(int32(3), int32(2), int32(1), int32(1))), true},
		{"$setEquals", list("$a", list(int32(3))), false},
		{"$setEquals", list("$a"), fails(17045)},
		{"$setEquals", list("$a", "$i"), fails(17044)},
		{"$setEquals", list("$a", int32(1)), fails(5887502)},
		{"$setIsSubset", list(list(int32(1)), "$a"), true},
		{"$setIsSubset", list("$n", "$a"), fails(17046)},
		{"$setIsSubset", list("$a", "$n"), fails(17042)},
		{"$allElementsTrue", list("$a"), true},
		{"$allElementsTrue", list("$n"), fails(17040)},
		{"$anyElementTrue", list(list(false, int32(0))), false},
		{"$anyElementTrue", list("$i"), fails(17041)},
	})
}

// The order of a set is open, so a seed may change it.
func TestSetsShuffle(t *testing.T) {
	e, err := Parse(object("$setUnion", list("$many")), nil)
	if err != nil {
		t.Fatal(err)
	}
	var many bson.A
	for i := range int32(20) {
		many = append(many, i)
	}
	root := object("many", many)
	plain, _ := e.Eval(&Env{Root: root})
	shuffled, _ := e.Eval(&Env{Root: root, Shuffle: 1})
	if same(plain, shuffled) {
		t.Error("a seed did not change the order")
	}
	if equal, _ := setEquals(&Env{}, nil, []any{plain, shuffled}); equal != true {
		t.Errorf("a seed changed the set to %v", shuffled)
	}
}

func TestFields(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$getField", "i", int32(5)},
		{"$getField", object("field", "x", "input", "$o"), int32(1)},
		{"$getField", object("field", object("$literal", "$x"), "input", object("$literal", object("$x", int32(1)))), int32(1)},
		{"$getField", object("field", "x", "input", "$i"), absent},
		{"$getField", object("field", "x", "input", "$n"), null},
		{"$getField", object("field", "x", "input", "$o", "y", int32(1)), fails(3041701)},
		{"$getField", object("input", "$o"), fails(3041702)},
		{"$getField", object("field", "x"), fails(3041703)},
		{"$getField", object("field", int32(1), "input", "$o"), fails(3041704)},
		{"$setField", object("field", "y", "input", "$o", "value", "$i"), object("x", int32(1), "y", int32(5))},
		{"$setField", object("field", "x", "input", "$o", "value", "$i"), object("x", int32(5))},
		{"$setField", object("field", "x", "input", "$o", "value", "$$REMOVE"), object()},
		{"$setField", object("field", "x", "input", "$n", "value", int32(1)), null},
		{"$setField", int32(1), fails(4161100)},
		{"$setField", object("x", int32(1)), fails(4161101)},
		{"$setField", object("input", "$o", "value", int32(1)), fails(4161102)},
		{"$setField", object("field", "x", "input", "$o"), fails(4161103)},
		{"$setField", object("field", "x", "value", int32(1)), fails(4161109)},
		{"$setField", object("field", "x", "input", "$i", "value", int32(1)), fails(4161105)},
		{"$setField", object("field", object("$concat", list("$s")), "input", "$o", "value", int32(1)), fails(4161106)},
		{"$setField", object("field", int32(1), "input", "$o", "value", int32(1)), fails(4161107)},
		{"$setField", object("field", "$x", "input", "$o", "value", int32(1)), fails(4161108)},
		{"$setField", object("field", object("a", int32(1)), "input", "$o", "value", int32(1)), fails(4161106)},
		{"$setField", object("field", list("x"), "input", "$o", "value", int32(1)), fails(4161106)},
		{"$setField", object("field", object(), "input", "$o", "value", int32(1)), fails(4161107)},
		{"$setField", object("field", "x"), fails(4161103)},
		{"$setField", object("field", "x\x00", "input", "$o", "value", int32(1)), fails(9534700)},
		{"$unsetField", object("field", "x", "input", "$o"), object()},
		{"$mergeObjects", list("$o", object("y", "$i"), "$n"), object("x", int32(1), "y", int32(5))},
		{"$mergeObjects", list(list("$o", object("x", int32(2)))), object("x", int32(2))},
		{"$mergeObjects", list(), object()},
		{"$mergeObjects", list("$i"), fails(40400)},
	})
}
