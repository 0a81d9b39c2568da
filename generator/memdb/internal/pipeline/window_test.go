package pipeline

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
)

// sales are three days in two shops, out of order.
func sales() bson.D {
	day := func(n int) bson.DateTime { return bson.DateTime(int64(n) * 86400000) }
	row := func(shop string, n, v int) bson.D { return object("s", shop, "d", n, "v", v, "t", day(n)) }
	return object("$documents", list(row("b", 3, 7), row("a", 1, 2), row("b", 1, 5), row("a", 2, 4), row("a", 4, 8), row("b", 3, 1)))
}

func windowRow(by any, sort, output bson.D) bson.A {
	spec := object("output", object("r", output))
	if by != nil {
		spec = append(object("partitionBy", by), spec...)
	}
	if sort != nil {
		spec = append(object("sortBy", sort), spec...)
	}
	inner := list(sales(), object("$setWindowFields", spec), object("$replaceWith", object("r", "$r")))
	return list(object("$limit", 1), object("$lookup", object("pipeline", inner, "as", "out")), object("$replaceWith", object("r", "$out.r")))
}

func TestWindows(t *testing.T) {
	byDay, sum := object("d", 1), func(window any) bson.D { return object("$sum", "$v", "window", window) }
	documents := func(lo, hi any) bson.D { return object("documents", bounds(lo, hi)) }
	inRange := func(lo, hi any, rest ...any) bson.D {
		return append(object("range", bounds(lo, hi)), object(rest...)...)
	}
	check(t, []row{
		{windowRow("$s", nil, object("$sum", "$v")), `{ r: [ 14, 14, 14, 13, 13, 13 ] }`},
		{windowRow("$s", byDay, sum(documents("unbounded", "current"))), `{ r: [ 2, 6, 14, 5, 12, 13 ] }`},
		{windowRow("$s", byDay, sum(documents(-1, 0))), `{ r: [ 2, 6, 12, 5, 12, 8 ] }`},
		{windowRow("$s", byDay, sum(documents(1, 1))), `{ r: [ 4, 8, 0, 7, 1, 0 ] }`},
		{windowRow("$s", byDay, sum(inRange(-1, 0))), `{ r: [ 2, 6, 8, 5, 8, 8 ] }`},
		{windowRow("$s", byDay, sum(inRange("unbounded", "current"))), `{ r: [ 2, 6, 14, 5, 13, 13 ] }`},
		{windowRow("$s", object("t", 1), sum(inRange(-1, 0, "unit", "day"))), `{ r: [ 2, 6, 8, 5, 8, 8 ] }`},
		{windowRow("$s", byDay, object("$rank", object())), `{ r: [ 1, 2, 3, 1, 2, 2 ] }`},
		{windowRow("$s", object("d", -1), object("$denseRank", object())), `{ r: [ 1, 2, 3, 1, 1, 2 ] }`},
		{windowRow(nil, byDay, object("$denseRank", object())), `{ r: [ 1, 1, 2, 3, 3, 4 ] }`},
		{windowRow("$s", byDay, object("$documentNumber", object())), `{ r: [ 1, 2, 3, 1, 2, 3 ] }`},
		{windowRow("$s", byDay, object("$shift", object("output", "$v", "by", 1))), `{ r: [ 4, 8, null, 7, 1, null ] }`},
		{windowRow("$s", byDay, object("$shift", object("output", "$v", "by", -1, "default", 0))), `{ r: [ 0, 2, 4, 0, 5, 7 ] }`},
		{windowRow("$s", byDay, object("$expMovingAvg", object("input", "$v", "N", 3))), `{ r: [ 2.0, 3.0, 5.5, 5.0, 6.0, 3.5 ] }`},
		{windowRow("$s", byDay, object("$expMovingAvg", object("input", "$v", "alpha", 0.5))), `{ r: [ 2.0, 3.0, 5.5, 5.0, 6.0, 3.5 ] }`},
		{windowRow("$s", byDay, object("$locf", object("$cond", list(object("$eq", list("$d", int32(2))), bson.Null{}, "$v")))), `{ r: [ 2, 2, 8, 5, 7, 1 ] }`},
		{windowRow("$s", byDay, object("$push", "$d", "window", documents("current", "unbounded"))), `{ r: [ [ 1, 2, 4 ], [ 2, 4 ], [ 4 ], [ 1, 3, 3 ], [ 3, 3 ], [ 3 ] ] }`},
		{windowRow("$s", nil, sum(object())), `{ r: [ 14, 14, 14, 13, 13, 13 ] }`},
		{windowRow(list("$s"), nil, object("$sum", "$v")), fails(14)},
		{windowRow(nil, nil, sum(documents(-1, 0))), fails(5339901)},
		{windowRow(nil, byDay, sum(documents(1, -1))), fails(5339900)},
		{windowRow(nil, nil, sum(inRange(-1, 0))), fails(5339902)},
		{windowRow(nil, object("d", 1, "v", 1), sum(inRange(-1, 0))), fails(5339902)},
		{windowRow(nil, object("d", -1), sum(inRange(-1, 0))), fails(8947401)},
		{windowRow(nil, object("s", 1), sum(inRange(-1, 0))), fails(5429414)},
		{windowRow(nil, byDay, sum(inRange(-1, 0, "unit", "day"))), fails(5429513)},
		{windowRow(nil, byDay, sum(documents(0.5, 1))), fails(9)},
		{windowRow(nil, byDay, sum(documents("near", 1))), fails(9)},
		{windowRow(nil, byDay, sum(object("documents", list(int32(1))))), fails(9)},
		{windowRow(nil, byDay, sum(object("documents", list(), "range", list()))), fails(9)},
		{windowRow(nil, byDay, sum(object("x", 1))), fails(9)},
		{windowRow(nil, byDay, sum(1)), fails(9)},
		{windowRow(nil, byDay, object("$sum", "$v", "x", 1)), fails(9)},
		{windowRow(nil, byDay, object("$nothing", "$v")), fails(9)},
		{windowRow(nil, byDay, object("$median", "$v")), fails(238)},
		{windowRow(nil, byDay, object("$derivative", object())), fails(9)},
		{windowRow(nil, byDay, object("$rank", object(), "window", object())), fails(5371601)},
		{windowRow(nil, nil, object("$rank", object())), fails(5371602)},
		{windowRow(nil, byDay, object("$rank", "$v")), fails(5371603)},
		{list(object("$setWindowFields", 1)), fails(9)},
		{list(object("$setWindowFields", object("x", 1, "output", object()))), fails(40415)},
		{list(object("$setWindowFields", object())), fails(40414)},
		{list(object("$setWindowFields", object("sortBy", 1, "output", object()))), fails(14)},
		{list(object("$setWindowFields", object("sortBy", object("a", 2), "output", object()))), fails(15975)},
	})
}

// Every implemented function is read, even if its argument is an error; the rest is
// refused, and a name that no server knows is an error of its own.
func TestWindowSupport(t *testing.T) {
	parse := func(name string) error {
		_, err := run(people(), object("$setWindowFields", object("output", object("r", object(name, "$age")))))
		return err
	}
	for _, e := range supportedWindowFunctions() {
		if errcode.Refused(parse(e.Name)) != (e.State == support.Refused) {
			t.Errorf("%s is called %v: %v", e.Name, e.State, parse(e.Name))
		}
	}
	for _, name := range []string{"$nothing", "$mergeObjects", "$add"} {
		if err := parse(name); !errcode.Is(err, errcode.FailedToParse) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func bounds(lo, hi any) bson.A {
	b := list(lo, hi)
	for i, v := range b {
		if n, ok := v.(int); ok {
			b[i] = int32(n)
		}
	}
	return b
}
