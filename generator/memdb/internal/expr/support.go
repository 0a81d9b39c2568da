package expr

import (
	"maps"
	"slices"
	"strings"

	"modelbook/generator/memdb/internal/support"
)

// refusedOperators are the expressions of the server 8.2 that memdb refuses.
var refusedOperators = strings.Fields(`$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh $atanh
	$toHashedIndexKey $function $meta $rand $median $percentile $minMaxScaler $createObjectId $currentDate
	$similarityDotProduct $similarityEuclidean $encStrContains $encStrStartsWith $encStrEndsWith $encStrNormalizedEq`)

// refusedAccumulators are the accumulators of the server 8.2 that memdb refuses.
var refusedAccumulators = strings.Fields("$accumulator $median $percentile")

// Known reports whether the server 8.2 knows an expression of that name.
func Known(name string) bool {
	return operators[name] != nil || slices.Contains(refusedOperators, name)
}

// Support returns the rows of expressions, accumulators and variables for the list of
// supported names.
func Support() []support.Entry {
	return slices.Concat(
		support.Rows(support.Expression, support.Done, slices.Collect(maps.Keys(operators))...),
		support.Rows(support.Expression, support.Refused, refusedOperators...),
		support.Rows(support.Accumulator, support.Done, slices.Collect(maps.Keys(accumulators))...),
		support.Rows(support.Accumulator, support.Refused, refusedAccumulators...),
		support.Rows(support.Variable, support.Done, slices.Collect(maps.Keys(systemVariables))...),
		support.Rows(support.Variable, support.Refused, refusedVariables...),
	)
}
