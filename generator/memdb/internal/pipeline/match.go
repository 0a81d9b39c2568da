package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/support"
)

var matchStage = &Stage{
	Name: "$match", State: support.Done, canFollowChangeStream: true,
	canPrecedeSlotBased: true,
	Reach:               ReachDocuments, Order: OrderKept, Documents: DocumentsPassed,
	parse: parseMatch,
}

func parseMatch(p *stageParser, arg any) (parsedStage, error) {
	filter, ok := arg.(bson.D)
	if !ok {
		return parsedStage{}, errcode.New(15959, "the match filter must be an expression in an object")
	}
	f, err := match.Parse(filter, match.Options{Scope: p.Scope})
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{filter: f, run: func(r *execution, in Next) Next {
		return func() (bson.D, bool, error) {
			for {
				doc, ok, err := in()
				if !ok || err != nil {
					return nil, false, err
				}
				r.env.Begin(doc)
				found, err := f.Match(doc, r.env)
				if err != nil || found.OK {
					return doc, err == nil, err
				}
			}
		}
	}}, nil
}
