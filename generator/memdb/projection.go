package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/project"
)

// project applies find's projection to a document of the query. The filter is
// matched again, because a sort may lie between its match and now.
func (q *query) project(p *project.Projection, doc bson.D) (bson.D, error) {
	result, err := q.matcher.Match(doc, q.env)
	if err != nil {
		return nil, err
	}
	return p.Apply(doc, result, q.env)
}
