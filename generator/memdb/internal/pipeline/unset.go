package pipeline

import (
	"modelbook/generator/memdb/internal/project"
	"modelbook/generator/memdb/internal/support"
)

var unsetStage = &Stage{
	Name: "$unset", State: support.Done, canFollowChangeStream: true,
	InUpdate: true,
	Reach:    ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped, Narrows: true,
	parse: parseUnset,
}

func parseUnset(_ *stageParser, arg any) (parsedStage, error) {
	return projecting(project.ParseUnset(arg))
}
