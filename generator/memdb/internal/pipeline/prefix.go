package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
)

// Prefix is the part of the query that the first stages make up, for the planner to
// find an index for.
type Prefix struct {
	Filter *match.Filter // of all leading $match stages
	Sort   *expr.Sort    // a $sort right after them, nil if none
	First  int64         // how many of the sorted documents are needed; 0: all
}

// First returns the first stage that looks into documents, with its argument; the
// zero value if there is none.
func (p *Pipeline) First() bson.E {
	for _, s := range p.stages {
		if s.of != skipStage && s.of != limitStage {
			return bson.E{Key: s.of.Name, Value: s.arg}
		}
	}
	return bson.E{}
}

// Prefix takes the leading $match stages and a $sort off the pipeline. The rest
// expects documents that are filtered and sorted so.
func (p *Pipeline) Prefix() (Prefix, *Pipeline) {
	var found Prefix
	rest := p.stages
	var filters []*match.Filter
	for len(rest) > 0 && rest[0].filter != nil {
		filters = append(filters, rest[0].filter)
		rest = rest[1:]
	}
	found.Filter = match.QueryOf(filters...)
	if len(rest) > 0 && rest[0].sort != nil {
		found.Sort = rest[0].sort
		rest = rest[1:]
		if len(rest) > 0 {
			found.First = rest[0].limit
		}
	}
	return found, &Pipeline{stages: rest, collation: p.collation, reads: p.reads}
}
