package pipeline

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// on runs stages on documents of their own and returns the values of one field.
func on(docs bson.A, field string, stages ...any) bson.A {
	inner := append(list(object("$documents", docs)), stages...)
	return list(object("$limit", 1), object("$lookup", object("pipeline", inner, "as", "out")), object("$replaceWith", object("r", "$out."+field)))
}

func TestDensify(t *testing.T) {
	dense := func(fields ...any) bson.D { return object("$densify", object(fields...)) }
	over := func(bounds any, step int, rest ...any) bson.D {
		return append(object("step", step, "bounds", bounds), object(rest...)...)
	}
	plain := list(object("x", 1), object("x", 6), object("y", 1))
	parts := list(object("p", "a", "x", 1), object("p", "b", "x", 3), object("p", "a", "x", 5))
	day := func(n int64) bson.DateTime { return bson.DateTime(n * 86400000) }
	dates := list(object("t", day(0)), object("t", day(3)))
	check(t, []row{
		{on(plain, "x", dense("field", "x", "range", over("full", 2))), `{ r: [ 1, 3, 5, 6 ] }`},
		{on(plain, "x", dense("field", "x", "range", over(list(int32(0), int32(4)), 2))), `{ r: [ 0, 1, 2, 6 ] }`},
		// a partition that begins just one step above the smallest value gets its 3 again, as on the server
		{on(parts, "x", dense("field", "x", "partitionByFields", list("p"), "range", over("full", 2))), `{ r: [ 1, 3, 3, 5, 1, 3, 5 ] }`},
		{on(parts, "x", dense("field", "x", "partitionByFields", list("p"), "range", over("full", 1))), `{ r: [ 1, 1, 2, 3, 2, 3, 4, 5, 4, 5 ] }`},
		{on(parts, "x", dense("field", "x", "partitionByFields", list("p"), "range", over("partition", 2))), `{ r: [ 1, 3, 5, 3 ] }`},
		{on(parts, "p", dense("field", "x", "partitionByFields", list("p"), "range", over("partition", 2))), `{ r: [ "a", "a", "a", "b" ] }`},
		{on(dates, "t", dense("field", "t", "range", over("full", 1, "unit", "day"))), `{ r: [ new Date(0), new Date(86400000), new Date(172800000), new Date(259200000) ] }`},
		{on(list(object("x", "a")), "x", dense("field", "x", "range", over("full", 2))), fails(5733201)},
		{on(list(object("x", 1), object("x", 600000)), "x", dense("field", "x", "range", over("full", 1))), fails(5897900)},
		{on(plain, "x", dense("field", "x", "range", over("full", 0))), fails(5733401)},
		{on(plain, "x", dense("field", "x", "range", over("some", 1))), fails(5946802)},
		{on(plain, "x", dense("field", 1)), fails(40414)},
		{on(plain, "x", dense("x", 1)), fails(40415)},
	})
}

func TestFill(t *testing.T) {
	null := bson.Null{}
	rows := list(object("t", 1, "x", 2), object("t", 2), object("t", 3, "x", null), object("t", 5, "x", 10))
	fill := func(output any, rest ...any) bson.D {
		return object("$fill", append(object("output", object("x", output)), object(rest...)...))
	}
	byT := object("t", 1)
	check(t, []row{
		{on(rows, "x", fill(object("value", 0))), `{ r: [ 2, 0, 0, 10 ] }`},
		{on(rows, "x", fill(object("method", "locf"), "sortBy", byT)), `{ r: [ 2, 2, 2, 10 ] }`},
		{on(rows, "x", fill(object("method", "linear"), "sortBy", byT)), `{ r: [ 2, 4.0, 6.0, 10 ] }`},
		{on(rows, "x", fill(object("method", "locf"), "sortBy", byT, "partitionByFields", list("t"))), `{ r: [ 2, null, null, 10 ] }`},
		{on(rows, "x", fill(object("method", "locf"))), `{ r: [ 2, 2, 2, 10 ] }`},
		{on(rows, "x", fill(object("method", "other"), "sortBy", byT)), fails(6050202)},
		{on(rows, "x", object("$fill", object())), fails(40414)},
		{on(rows, "x", fill(object("value", 0), "x", 1)), fails(40415)},
	})
}
