package pipeline

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var currentOpStage = &Stage{
	Name: "$currentOp", State: support.Done, isUnstable: true,
	Options: strings.Fields("allUsers idleConnections idleCursors idleSessions localOps truncateOps targetAllNodes"),
	Place:   First, isLocalOnly: true,
	Reach: ReachServer, Order: OrderOpen, Documents: DocumentsMade,
	parse: parseCurrentOp,
}

// parseCurrentOp reads a stage that returns the operation it runs in.
func parseCurrentOp(p *stageParser, arg any) (parsedStage, error) {
	spec, ok := arg.(bson.D)
	if !ok {
		return parsedStage{}, errcode.New(errcode.TypeMismatch, "$currentOp options must be specified in an object, but found: %s", value.TypeName(arg))
	}
	for _, f := range spec {
		if _, ok := f.Value.(bool); !ok && (f.Key == "allUsers" || f.Key == "localOps") {
			return parsedStage{}, errcode.New(errcode.TypeMismatch, "The '%s' parameter of the $currentOp stage must be a boolean value, but found: %s", f.Key, value.TypeName(f.Value))
		}
	}
	if p.Database != "admin" || p.Collection != "" {
		return parsedStage{}, errcode.New(errcode.InvalidNamespace, "$currentOp must be run against the 'admin' database with {aggregate: 1}")
	}
	for _, f := range spec {
		if !slices.Contains(p.of.Options, f.Key) {
			return parsedStage{}, unknownField("$currentOp", f.Key)
		}
		if err := checkCurrentOp(f, value.Truthy(value.Get(spec, "localOps"))); err != nil {
			return parsedStage{}, err
		}
	}
	if p.inside != "" {
		return parsedStage{}, errcode.NotImplemented("$currentOp inside " + p.inside)
	}
	return parsedStage{run: func(r *execution, _ Next) Next {
		return later(func() (Next, error) {
			docs, err := r.catalog.Statistics("$currentOp", "", spec)
			return From(docs), err
		})
	}}, nil
}

// checkCurrentOp refuses the options that add more than operations.
func checkCurrentOp(f bson.E, local bool) error {
	asked, ok := f.Value.(bool)
	switch {
	case !ok || asked && (f.Key == "idleConnections" || f.Key == "idleCursors"):
		return errcode.NotImplemented("this $currentOp." + f.Key)
	case asked && f.Key == "targetAllNodes" && local:
		return errcode.New(errcode.FailedToParse, "The 'localOps' parameter of the $currentOp stage cannot be true when 'targetAllNodes' is also true")
	case asked && f.Key == "targetAllNodes":
		return errcode.New(errcode.FailedToParse, "$currentOp supports targetAllNodes parameter only for sharded clusters")
	}
	return nil
}
