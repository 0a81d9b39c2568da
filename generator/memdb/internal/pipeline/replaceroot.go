package pipeline

import (
	"strings"

	"modelbook/generator/memdb/internal/support"
)

var replaceRootStage = &Stage{
	Name: "$replaceRoot", State: support.Done, canFollowChangeStream: true,
	Options:  strings.Fields("newRoot"),
	InUpdate: true,
	Reach:    ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped, Narrows: true,
	parse: parseReplaceRoot,
}

func parseReplaceRoot(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 40229, "$replaceRoot")
	if err != nil {
		return parsedStage{}, err
	}
	for _, f := range spec {
		if f.Key != "newRoot" {
			return parsedStage{}, unknownField("$replaceRoot", f.Key)
		}
	}
	if len(spec) == 0 {
		return parsedStage{}, missingField("$replaceRoot", "newRoot")
	}
	if err := once("$replaceRoot", spec); err != nil {
		return parsedStage{}, err
	}
	return parseReplaceWith(p, spec[0].Value)
}
