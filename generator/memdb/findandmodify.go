package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/project"
	"modelbook/generator/memdb/update"
)

// modification is a findAndModify that was parsed.
type modification struct {
	collection string
	write      *updating // without an update it removes
	projection *project.Projection
}

func runFindAndModify(r *request) (bson.D, error) {
	m, err := r.parseFindAndModify()
	if err != nil {
		return nil, err
	}
	if m.write.update == nil {
		return r.findAndRemove(m.write.query, m.projection)
	}
	return r.findAndUpdate(m.collection, m.write, m.projection)
}

// parseFindAndModify parses all of the command before any of it runs.
func (r *request) parseFindAndModify() (*modification, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	c, err := r.writable(name)
	if err != nil {
		return nil, err
	}
	if err := r.checkFindAndModify(); err != nil {
		return nil, err
	}
	collation, err := r.collation(c, r.document("collation"))
	if err != nil {
		return nil, err
	}
	upsert := r.flag("upsert", false)
	q, scope, err := r.parseQuery(c, nonNil(r.document("query")), r.document("let"), collation, upsert)
	if err != nil {
		return nil, err
	}
	if err := q.arrange(r.document("sort"), r.fields["hint"]); err != nil {
		return nil, err
	}
	m := &modification{collection: name, write: &updating{query: q, upsert: upsert}}
	if spec := r.document("fields"); len(spec) > 0 {
		if m.projection, err = project.Parse(spec, project.Options{Find: true, Scope: scope, Filter: q.filter}); err != nil {
			return nil, err
		}
	}
	if !r.flag("remove", false) {
		if m.write.update, err = update.Parse(r.fields["update"], r.updateOptions(r.fields, scope, false)); err != nil {
			return nil, err
		}
	}
	return m, scope.Failed()
}

func (r *request) checkFindAndModify() error {
	remove := r.flag("remove", false)
	switch {
	case remove && r.has("update"):
		return errcode.New(errcode.FailedToParse, "Cannot specify both an 'update' and 'remove'=true")
	case remove && r.flag("upsert", false):
		return errcode.New(errcode.FailedToParse, "Cannot specify both 'upsert'=true and 'remove'=true")
	case remove && r.flag("new", false):
		return errcode.New(errcode.FailedToParse, "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document")
	case remove && r.has("arrayFilters"):
		return errcode.New(errcode.FailedToParse, "Cannot specify arrayFilters and remove=true")
	case !remove && !r.has("update"):
		return errcode.New(errcode.FailedToParse, "Either an 'update' or 'remove'=true must be specified")
	}
	if r.has("update") && !hasType(r.fields["update"], []string{"object", "array"}) {
		return errcode.New(errcode.FailedToParse, "Update argument must be either an object or an array")
	}
	return nil
}

func (r *request) findAndRemove(q *query, projection *project.Projection) (bson.D, error) {
	found, err := q.locate(true)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return modifyReply(bson.D{{Key: "n", Value: int32(0)}}, bson.Null{}), nil
	}
	shown, err := q.shown(projection, found[0].doc)
	if err != nil {
		return nil, err
	}
	r.watch(q.coll)
	if err := q.coll.Delete(found[0].id); err != nil {
		return nil, err
	}
	return modifyReply(bson.D{{Key: "n", Value: int32(1)}}, shown), nil
}

func (r *request) findAndUpdate(name string, s *updating, projection *project.Projection) (bson.D, error) {
	done, err := r.update(name, s)
	if err != nil {
		return nil, err
	}
	last := bson.D{{Key: "n", Value: int32(0)}, {Key: "updatedExisting", Value: done.matched > 0}}
	shown := done.before
	if r.flag("new", false) {
		shown = done.after
	}
	if done.matched > 0 || done.upserted != nil {
		last[0].Value = int32(1)
	}
	if done.upserted != nil {
		last = append(last, bson.E{Key: "upserted", Value: done.upserted})
	}
	if shown == nil {
		return modifyReply(last, bson.Null{}), nil
	}
	v, err := s.query.shown(projection, shown)
	return modifyReply(last, v), err
}

// shown projects the document of a reply.
func (q *query) shown(projection *project.Projection, doc bson.D) (any, error) {
	if projection == nil {
		return doc, nil
	}
	return q.project(projection, doc)
}

func modifyReply(last bson.D, v any) bson.D {
	return bson.D{{Key: "lastErrorObject", Value: last}, {Key: "value", Value: v}}
}
