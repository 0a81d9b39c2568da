package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/value"
)

// readsElsewhere are the stages whose own reading explain would have to count.
var readsElsewhere = []string{"$lookup", "$graphLookup", "$unionWith", "$facet", "$out", "$merge", "$sample", "$indexStats", "$collStats"}

// explainAggregate tells the plan of a pipeline: as that of a find if all its
// stages can be part of one, else as a cursor with stages above it.
func (r *request) explainAggregate(a aggregation, verbosity string) (bson.D, error) {
	scope, _, err := r.environment(a.let, a.collation)
	if err != nil {
		return nil, err
	}
	parsed, err := pipeline.Parse(a.stages, pipeline.Options{Database: r.database, Collection: a.name, Scope: scope})
	if err != nil {
		return nil, err
	}
	if a.name == "" || parsed.MakesDocuments() || a.hint != nil || r.db.view(r.database, a.name) != nil {
		return nil, errcode.NotImplemented("explain of this aggregate")
	}
	for _, name := range parsed.Stages() {
		if slices.Contains(readsElsewhere, name) {
			return nil, errcode.NotImplemented("explain of " + name)
		}
	}
	if err := scope.Failed(); err != nil {
		return nil, err
	}
	prefix, rest := parsed.Prefix()
	q, err := r.newQuery(r.db.collection(r.database, a.name), nonNil(prefix.Filter), a.let, a.collation)
	if err != nil {
		return nil, err
	}
	q.sort = prefix.Sort
	e := &explained{query: q, namespace: r.database + "." + a.name}
	above := a.stages[len(a.stages)-len(rest.Stages()):]
	above, err = e.push(above)
	if err != nil {
		return nil, err
	}
	if len(above) == 0 {
		return e.reply(verbosity)
	}
	return e.replyStages(above, verbosity)
}

// push takes $skip, $limit and $project, once each in this order, into the
// query.
func (e *explained) push(stages bson.A) (rest bson.A, err error) {
	order := []string{"$skip", "$limit", "$project"}
	for i, v := range stages {
		stage := v.(bson.D)[0]
		at := slices.Index(order, stage.Key)
		if at < 0 {
			return stages[i:], nil
		}
		order = order[at+1:]
		switch stage.Key {
		case "$skip":
			e.skip = commandLong(stage.Value)
		case "$limit":
			e.limit = commandLong(stage.Value)
		case "$project":
			e.projection, _ = stage.Value.(bson.D)
		}
	}
	return nil, nil
}

// replyStages tells of a pipeline with stages that no query has.
func (e *explained) replyStages(above bson.A, verbosity string) (bson.D, error) {
	if err := e.decide(); err != nil {
		return nil, err
	}
	if e.express != nil || hasStage(above, "$limit") {
		return nil, errcode.NotImplemented("explain of this pipeline")
	}
	if e.plan.Index != nil {
		if err := e.decideFetch(above); err != nil {
			return nil, err
		}
	}
	body, err := e.body(verbosity)
	if err != nil {
		return nil, err
	}
	stages := bson.A{bson.D{{Key: "$cursor", Value: body}}}
	reply := bson.D{
		{Key: "explainVersion", Value: "1"},
		{Key: "stages", Value: append(stages, above...)},
	}
	return append(reply, e.req.explainTail()...), nil
}

func hasStage(stages bson.A, name string) bool {
	return slices.ContainsFunc(stages, func(v any) bool {
		doc, ok := v.(bson.D)
		return ok && !value.IsMissing(value.Get(doc, name))
	})
}

// reshaping are the stages after which less than the whole document may be
// needed.
var reshaping = []string{"$group", "$project", "$count", "$sortByCount", "$bucket", "$bucketAuto", "$replaceRoot", "$replaceWith", "$unset"}

// decideFetch says whether the stages above an index scan need documents, or
// only the fields of its keys. Whoever needs the whole document fetches; a
// $group right above needs the fields that it names.
func (e *explained) decideFetch(above bson.A) error {
	if !slices.ContainsFunc(reshaping, func(name string) bool { return hasStage(above, name) }) {
		e.covered = false
		return nil
	}
	first := above[0].(bson.D)[0]
	if first.Key != "$group" || len(e.projection) > 0 || e.plan.Index.Collation != nil {
		return errcode.NotImplemented("explain of this pipeline over an index")
	}
	needed, whole := paths(first.Value)
	e.covered = !whole && e.answersFrom(needed)
	return nil
}

// paths lists the fields that expressions read; whole says that they read
// variables, which may be the document itself.
func paths(v any) (list []string, whole bool) {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "$$") {
			return nil, true
		}
		if path, ok := strings.CutPrefix(v, "$"); ok {
			return []string{path}, false
		}
	case bson.D:
		for _, f := range v {
			more, all := paths(f.Value)
			list, whole = append(list, more...), whole || all
		}
	case bson.A:
		for _, e := range v {
			more, all := paths(e)
			list, whole = append(list, more...), whole || all
		}
	}
	return list, whole
}
