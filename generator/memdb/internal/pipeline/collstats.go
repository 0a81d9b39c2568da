package pipeline

import (
	"math"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var collStatsStage = &Stage{
	Name: "$collStats", State: support.Done,
	Options:        strings.Fields("count storageStats"),
	RefusedOptions: strings.Fields("latencyStats queryExecStats operationStats"),
	Place:          First, NotInFacet: true,
	Reach: ReachCollection, Order: OrderOpen, Documents: DocumentsMade,
	parse: parseCollStats,
	strict: func(arg any) error {
		spec, _ := arg.(bson.D)
		for _, option := range strings.Fields("storageStats latencyStats queryExecStats") {
			if !value.IsMissing(value.Get(spec, option)) {
				return errcode.New(errcode.APIStrictError, "only the 'count' option to $collStats is supported in API Version 1")
			}
		}
		return nil
	},
}

func parseCollStats(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 5447000, "$collStats")
	if err != nil {
		return parsedStage{}, err
	}
	if spec, err = given("$collStats", spec); err != nil {
		return parsedStage{}, err
	}
	for i, f := range spec {
		if !slices.Contains(p.of.Options, f.Key) {
			return parsedStage{}, unknownField("$collStats", f.Key)
		}
		of, ok := f.Value.(bson.D)
		if !ok {
			return parsedStage{}, wrongType("$collStats."+f.Key, f.Value, "object")
		}
		if f.Key == "storageStats" {
			scale, err := statisticsScale(of)
			if err != nil {
				return parsedStage{}, err
			}
			spec[i].Value = scale
		}
	}
	return p.statistics("$collStats", spec)
}

// statisticsScale reads the scale of storageStats: the divisor of its sizes.
func statisticsScale(spec bson.D) (int64, error) {
	scale := int64(1)
	spec, err := given("$collStats.storageStats", spec)
	if err != nil {
		return 0, err
	}
	for _, f := range spec {
		switch {
		case slices.Contains(strings.Fields("verbose waitForLock numericOnly"), f.Key):
			return 0, errcode.NotImplemented("$collStats.storageStats." + f.Key)
		case f.Key != "scale":
			return 0, unknownField("$collStats.storageStats", f.Key)
		case !value.IsNumber(f.Value):
			return 0, errcode.New(errcode.TypeMismatch, "BSON field '$collStats.storageStats.scale' is the wrong type '%s', expected types '[long, int, decimal, double]'", value.TypeName(f.Value))
		}
		mode := value.TowardZero
		if _, decimal := f.Value.(bson.Decimal128); decimal {
			mode = value.HalfEven
		}
		n, whole := value.ToLong(f.Value, mode)
		if !whole {
			n = value.ClampLong(f.Value)
		}
		if scale = min(n, math.MaxInt32); scale < 1 {
			return 0, errcode.New(errcode.BadValue, "BSON field 'scale' value must be >= 1, actual value '%d'", scale)
		}
	}
	return scale, nil
}
