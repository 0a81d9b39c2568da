package pipeline

import (
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
)

// windowFunctionSpec is one function of $setWindowFields as it is written.
type windowFunctionSpec struct {
	*windowsSpec
	p      *stageParser
	name   string
	arg    any
	window any    // nil: none
	extra  string // the first other name, which no function has
}

// windowFunctions are the ones that are no accumulators.
var windowFunctions = map[string]func(f *windowFunctionSpec) (windowFunction, error){
	"$rank":           (*windowFunctionSpec).parseRank,
	"$denseRank":      (*windowFunctionSpec).parseRank,
	"$documentNumber": (*windowFunctionSpec).parseRank,
	"$shift":          alone((*windowFunctionSpec).parseShift),
	"$expMovingAvg":   alone((*windowFunctionSpec).parseMovingAverage),
	"$locf":           alone((*windowFunctionSpec).parseFill),
	"$linearFill":     alone((*windowFunctionSpec).parseFill),
	"$covariancePop":  alone((*windowFunctionSpec).parseCovariance),
	"$covarianceSamp": alone((*windowFunctionSpec).parseCovariance),
	"$derivative":     alone((*windowFunctionSpec).parseOverKey),
	"$integral":       alone((*windowFunctionSpec).parseOverKey),
}

// refusedWindowFunctions are the window functions of the server 8.2 that memdb
// refuses.
var refusedWindowFunctions = strings.Fields("$median $percentile $minMaxScaler")

func supportedWindowFunctions() []support.Entry {
	done := slices.Concat(slices.Collect(maps.Keys(windowFunctions)), expr.WindowAccumulators())
	return slices.Concat(
		support.Rows(support.WindowFunction, support.Done, done...),
		support.Rows(support.WindowFunction, support.Refused, refusedWindowFunctions...),
	)
}

func (f *windowFunctionSpec) parse() (windowFunction, error) {
	if parse := windowFunctions[f.name]; parse != nil {
		return parse(f)
	}
	switch {
	case slices.Contains(expr.WindowAccumulators(), f.name):
		return alone((*windowFunctionSpec).parseAccumulator)(f)
	case slices.Contains(refusedWindowFunctions, f.name):
		return nil, errcode.NotImplemented("the window function " + f.name)
	}
	return nil, errcode.New(errcode.FailedToParse, "Unrecognized window function, %s", f.name)
}

// alone is a function with a window and no other option beside it.
func alone(parse func(f *windowFunctionSpec) (windowFunction, error)) func(f *windowFunctionSpec) (windowFunction, error) {
	return func(f *windowFunctionSpec) (windowFunction, error) {
		if f.extra != "" {
			return nil, errcode.New(errcode.FailedToParse, "Window function found an unknown argument: %s", f.extra)
		}
		return parse(f)
	}
}

// parseAccumulator runs an accumulator over each document's frame. If all frames
// begin at the first document, it goes on from one to the next.
func (f *windowFunctionSpec) parseAccumulator() (windowFunction, error) {
	frame, err := f.parseFrame()
	if err != nil {
		return nil, err
	}
	if d, ok := f.arg.(bson.D); f.name == "$count" && (!ok || len(d) > 0) {
		return nil, errcode.New(errcode.FailedToParse, "$count only accepts an empty object as input")
	}
	by, err := expr.ParseWindowAccumulator(f.name, f.arg, f.p.Scope)
	if err != nil {
		return nil, err
	}
	if f.name == "$avg" {
		by.SlotBased() // it sums longs exactly here too
	}
	if !frame.lower.isUnbounded && by.NewSliding() != nil {
		return slidingFunction(frame, by.Input(), by.NewSliding), nil
	}
	return func(r *execution, part *partition) ([]any, error) {
		spans, err := frame.spans(part)
		if err != nil {
			return nil, err
		}
		out := make([]any, len(spans))
		var at *expr.Running
		reached := 0
		for i, span := range spans {
			if at == nil || !frame.lower.isUnbounded {
				if at, err = f.begin(r, by, part); err != nil {
					return nil, err
				}
				reached = span[0]
			}
			for ; reached < span[1]; reached++ {
				r.env.Begin(part.docs[reached])
				if err := at.Add(r.env); err != nil {
					return nil, err
				}
				if err := r.env.Budget.Step(); err != nil {
					return nil, err
				}
			}
			out[i] = at.Value(r.env)
			if err := r.env.Budget.Hold(expr.Shallow(out[i])); err != nil {
				return nil, err
			}
		}
		return out, nil
	}, nil
}

// begin starts an accumulator; its n may depend on the partition.
func (f *windowFunctionSpec) begin(r *execution, by *expr.Accumulator, part *partition) (*expr.Running, error) {
	r.env.Root, _ = part.id.(bson.D)
	return by.Begin(r.env)
}

// parseOptions reads the argument of a function that takes a document.
func (f *windowFunctionSpec) parseOptions(names ...string) (bson.D, error) {
	if f.window != nil {
		return nil, errcode.New(errcode.FailedToParse, "%s does not accept a 'window' field", f.name)
	}
	if f.sort == nil {
		return nil, errcode.New(errcode.FailedToParse, "%s requires a sortBy", f.name)
	}
	spec, ok := f.arg.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.FailedToParse, "Argument to %s must be an object", f.name)
	}
	for _, e := range spec {
		known := false
		for _, name := range names {
			known = known || e.Key == name
		}
		if !known {
			return nil, errcode.New(errcode.FailedToParse, "Unknown argument in %s: %s", f.name, e.Key)
		}
	}
	return spec, nil
}
