package memdb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// The kinds of cases that every stage, expression, accumulator and window function
// needs. "type" and "arity" (a wrong type, too few or too many arguments or options)
// are what a case says of itself in its field kind; the others show in its data:
//
//	normal    it succeeds
//	null      a null stands in the operator, or where one of its paths leads
//	missing   one of its paths leads nowhere
//	numbers   int, long, double and decimal go in; the runner compares what comes
//	          out with its type
//	boundary  something at the edge of its type: zero, the greatest, not finite, empty
var kinds = []string{"normal", "null", "missing", "type", "arity", "numbers", "boundary"}

// exempt are the kinds that mean nothing for an operator.
var exempt = []struct {
	kind   string
	of     support.Kind
	names  string
	reason string
}{
	{"type", support.Expression, `$eq $ne $gt $gte $lt $lte $cmp $and $or $not $cond $ifNull $literal $const $expr $isArray $isNumber
		$type $toBool $min $max $sum $avg $stdDevPop $stdDevSamp`, "every type has a meaning"},
	{"type", support.Accumulator, `$sum $avg $stdDevPop $stdDevSamp $min $max $first $last $push $addToSet`, "every type has a meaning, or is passed over"},
	{"type", support.WindowFunction, `$locf`, "every type has a meaning"},
	{"type", support.Stage, `$listSessions`, "it answers with another error on an ordinary database"},
	{"arity", support.Expression, `$add $multiply $concat $concatArrays $and $or $setUnion $setIntersection $mergeObjects $bitAnd
		$bitOr $bitXor $min $max $sum $avg $stdDevPop $stdDevSamp`, "it takes any number of arguments"},
	{"arity", support.Expression, `$literal $const $expr $sigmoid`, "its argument is one value, whatever that is"},
	{"arity", support.Stage, `$match $project $addFields $set $replaceWith $limit $skip $count $sortByCount $redact
		$documents $listSessions`, "it has no options: its argument is one value"},
	{"null", support.Accumulator, `$count`, "it looks at no value"},
	{"missing", support.Accumulator, `$count`, "it looks at no value"},
	{"null", support.WindowFunction, `$count`, "it looks at no value"},
	{"missing", support.WindowFunction, `$count`, "it looks at no value"},
	{"null", support.Stage, `$limit $skip $count $sample $facet $unionWith $collStats $indexStats $listSessions $documents $out $unset`,
		"it looks at no value"},
	{"missing", support.Stage, `$limit $skip $count $sample $facet $unionWith $collStats $indexStats $listSessions $documents $out
		$currentOp`,
		"it looks at no value"},
	{"missing", support.Expression, `$literal $const`, "it looks at no path"},
	{"normal", support.Stage, `$listSessions`, "it runs on the database config only, which a case cannot choose"},
	{"boundary", support.Stage, `$listSessions $indexStats`, "its argument is empty"},
	{"boundary", support.Accumulator, `$count`, "it looks at no value"},
	{"boundary", support.WindowFunction, `$count`, "it looks at no value"},
	{"boundary", support.Expression, `$toUUID $toObjectId $dateToParts`, "what is at the edge is an error"},

	{"numbers", support.Expression, `$allElementsTrue $anyElementTrue $arrayToObject $binarySize $bsonSize $concat $concatArrays
		$const $dateDiff $dateFromString $dateToParts $dateToString $dayOfMonth $dayOfWeek $dayOfYear $expr $first $getField
		$hour $ifNull $in $isArray $isoDayOfWeek $isoWeek $isoWeekYear $last $let $literal $ltrim $map $mergeObjects
		$millisecond $minute $month $objectToArray $reduce $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne
		$reverseArray $rtrim $second $setDifference $setEquals $setField $setIntersection $setIsSubset $setUnion $size $split
		$strLenBytes $strLenCP $switch $cond $toDate $toObjectId $toUUID $trim $tsIncrement $tsSecond $unsetField $week
		$year $zip $bitAnd $bitOr $bitXor $bitNot`, "it does not compute with numbers of any type"},
	{"numbers", support.Accumulator, `$addToSet $bottom $bottomN $concatArrays $count $first $firstN $last $lastN $maxN $mergeObjects $minN
		$push $setUnion $top $topN`, "it gives values as they are"},
	{"numbers", support.WindowFunction, `$addToSet $bottom $bottomN $concatArrays $count $first $firstN $last $lastN $maxN $minN $push $setUnion $top
		$topN $denseRank $documentNumber $rank $shift $locf`, "it gives values as they are, or counts"},
	{"numbers", support.Stage, `$addFields $set $project $collStats $count $documents $facet $fill $graphLookup $indexStats
		$listSessions $currentOp $lookup $merge $out $redact $replaceRoot $replaceWith $setWindowFields $sortByCount $unionWith $unset
		$unwind`, "it does not compute with numbers"},
}

func isExempt(kind string, e support.Entry) bool {
	for _, x := range exempt {
		if x.kind == kind && x.of == e.Kind && slices.Contains(strings.Fields(x.names), e.Name) {
			return true
		}
	}
	return false
}

// Every operator that is done has a case of every kind.
func TestEveryOperatorHasItsCases(t *testing.T) {
	shown := map[support.Entry]map[string]bool{}
	for _, e := range command.KnownNames() {
		if e.State == support.Done && slices.Contains([]support.Kind{support.Stage, support.Expression, support.Accumulator, support.WindowFunction}, e.Kind) {
			shown[e] = map[string]bool{}
		}
	}
	for _, c := range allCases(t) {
		if !c.show(shown) && c.Kind != "" {
			t.Errorf("%s: of kind %s, but of no one operator", c.ID, c.Kind)
		}
	}
	for e, kindsOf := range shown {
		kindsOf["numbers"] = kindsOf["int"] && kindsOf["long"] && kindsOf["double"] && kindsOf["decimal"]
		for _, kind := range kinds {
			switch {
			case isExempt(kind, e) && kindsOf[kind] && slices.Contains([]string{"type", "arity", "normal"}, kind):
				t.Errorf("%s %s is exempt from %s, and has a case of it", e.Kind, e.Name, kind)
			case !isExempt(kind, e) && !kindsOf[kind]:
				t.Errorf("%s %s has no case of kind %s", e.Kind, e.Name, kind)
			}
		}
	}
	for _, x := range exempt {
		for _, name := range strings.Fields(x.names) {
			if shown[support.Entry{Kind: x.of, Name: name, State: support.Done}] == nil {
				t.Errorf("%s %s is exempt from %s and not done", x.of, name, x.kind)
			}
		}
	}
}

// show enters what a case shows of its operators. An error belongs to the one
// operator that can be meant; the result says whether there is one.
func (c testCase) show(shown map[support.Entry]map[string]bool) bool {
	var data []bson.D
	for _, doc := range c.Data {
		data = append(data, decoded(doc))
	}
	uses := usesOf(decoded(c.Command))
	blamed := false
	for i, u := range uses {
		kinds := shown[support.Entry{Kind: u.kind, Name: u.name, State: support.Done}]
		if kinds == nil {
			continue
		}
		if c.Code != 0 {
			if !uses.blame(i) {
				continue
			}
			blamed = true
			if c.Kind != "" {
				kinds[c.Kind] = true
			}
		} else {
			kinds["normal"] = true
		}
		u.inputs(data, func(kind string) { kinds[kind] = kinds[kind] || c.Code == 0 || !isNumberKind(kind) })
		if u.kind == support.Stage && len(data) == 0 {
			kinds["boundary"] = true
		}
	}
	return blamed
}

func isNumberKind(kind string) bool {
	return slices.Contains([]string{"int", "long", "double", "decimal"}, kind)
}

// blame says whether an error must come from the ith use.
func (u uses) blame(i int) bool {
	count := map[support.Kind]int{}
	for _, x := range u {
		if x.name != "$literal" {
			count[x.kind]++
		}
	}
	others := count[support.Expression] + count[support.Accumulator] + count[support.WindowFunction]
	if u[i].kind != support.Stage {
		return others == 1 && count[u[i].kind] == 1 && u[i].name != "$literal"
	}
	return others == 0 && !slices.ContainsFunc(u[i+1:], func(x use) bool { return x.kind == support.Stage })
}

// inputs tells the kinds of the values that stand in an operator or in the data
// where its paths lead.
func (u use) inputs(data []bson.D, note func(kind string)) {
	if u.kind == support.Stage {
		for _, path := range pathsIn(u.arg) {
			noteField(data, path, note)
		}
	}
	u.values(u.arg, data, note)
}

func (u use) values(arg any, data []bson.D, note func(kind string)) {
	switch v := arg.(type) {
	case string:
		if strings.HasPrefix(v, "$") && !strings.HasPrefix(v, "$$") {
			for _, doc := range data {
				noteKind(fieldAt(doc, v[1:]), note)
			}
			return
		}
	case bson.A:
		for _, e := range v {
			u.values(e, data, note)
		}
		if len(v) > 0 {
			return
		}
	case bson.D:
		for _, f := range v {
			if !strings.HasPrefix(f.Key, "$") || f.Key == "$literal" {
				u.values(f.Value, data, note)
			}
		}
		if len(v) > 0 {
			return
		}
	}
	noteKind(arg, note)
}

// noteField tells of a field that only some documents have.
func noteField(data []bson.D, path string, note func(kind string)) {
	there := slices.ContainsFunc(data, func(doc bson.D) bool { return !value.IsMissing(fieldAt(doc, path)) })
	for _, doc := range data {
		if v := fieldAt(doc, path); there || !value.IsMissing(v) {
			noteKind(v, note)
		}
	}
}

// noteKind tells the kind of a value, and of the numbers in an array.
func noteKind(v any, note func(kind string)) {
	if kind := value.TypeName(v); kind == "null" || kind == "missing" || isNumberKind(kind) {
		note(kind)
	}
	if atEdge(v) {
		note("boundary")
	}
	if list, ok := v.(bson.A); ok {
		for _, e := range list {
			if value.IsNumber(e) {
				noteKind(e, note)
			}
		}
	}
}

func fieldAt(doc bson.D, path string) any {
	v := any(doc)
	for part := range strings.SplitSeq(path, ".") {
		d, ok := v.(bson.D)
		if !ok {
			return value.Missing{}
		}
		v = value.Get(d, part)
	}
	return v
}

// pathsIn lists what may be a path in the specification of a stage.
func pathsIn(v any) []string {
	var paths []string
	switch v := v.(type) {
	case string:
		paths = append(paths, strings.TrimPrefix(v, "$"))
	case bson.A:
		for _, e := range v {
			paths = append(paths, pathsIn(e)...)
		}
	case bson.D:
		for _, f := range v {
			paths = append(append(paths, f.Key), pathsIn(f.Value)...)
		}
	}
	return paths
}

func atEdge(v any) bool {
	switch x := v.(type) {
	case string:
		return x == ""
	case bson.A:
		return len(x) == 0
	case bson.D:
		return len(x) == 0
	case int32:
		return x == 0 || x == math.MaxInt32 || x == math.MinInt32
	case int64:
		return x == 0 || x == math.MaxInt64 || x == math.MinInt64
	case bson.DateTime:
		return x <= 0
	case bson.Timestamp:
		return x.T == 0 || x.T == math.MaxUint32
	}
	return value.IsNumber(v) && (value.IsNaN(v) || value.IsInf(v) || value.CompareNumbers(v, int32(0)) == 0)
}
