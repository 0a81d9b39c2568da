package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/update"
	"modelbook/generator/memdb/value"
)

// bulk runs the operations of a bulkWrite over several namespaces.
type bulk struct {
	req        *request
	namespaces []string // "db.coll"
	ops        []bulkOp
	results    bson.A
	errorsOnly bool

	errors, inserted, matched, modified, upserted, deleted int32
}

// bulkOp is one operation: insert, update or delete, on a namespace.
type bulkOp struct {
	kind      string
	namespace int
	fields    map[string]any
}

var bulkFields = map[string]map[string][]string{
	"insert": {"insert": {"number"}, "document": {"object"}},
	"update": {
		"update": {"number"}, "filter": {"object"}, "updateMods": nil, "multi": {"bool"}, "upsert": {"bool"}, "sort": {"object"},
		"arrayFilters": {"array"}, "hint": {"string", "object"}, "collation": {"object"}, "constants": {"object"},
	},
	"delete": {"delete": {"number"}, "filter": {"object"}, "multi": {"bool"}, "hint": {"string", "object"}, "collation": {"object"}},
}

var bulkRequired = map[string][]string{"insert": {"document"}, "update": {"filter", "updateMods"}, "delete": {"filter"}}

func runBulkWrite(r *request) (bson.D, error) {
	b := &bulk{req: r, errorsOnly: r.flag("errorsOnly", false)}
	if err := b.parse(); err != nil {
		return nil, err
	}
	for i, op := range b.ops {
		err := b.run(i, op)
		if err == nil {
			continue
		}
		if errcode.EndsCommand(err) {
			return nil, err
		}
		b.fail(i, err)
		if r.flag("ordered", true) {
			break
		}
	}
	return b.reply()
}

func (b *bulk) parse() error {
	if err := b.parseNamespaces(); err != nil {
		return err
	}
	ops, err := b.req.batch("ops")
	if err != nil {
		return err
	}
	for i, doc := range ops {
		op, err := b.parseOp(i, doc)
		if err != nil {
			return err
		}
		b.ops = append(b.ops, op)
	}
	for _, op := range b.ops {
		if _, err := b.prepare(op); errcode.EndsCommand(err) {
			return err
		}
	}
	return nil
}

func (b *bulk) parseNamespaces() error {
	infos, err := b.req.batch("nsInfo")
	if err != nil {
		return err
	}
	for _, info := range infos {
		for _, f := range info {
			if f.Key == "ns" {
				continue
			}
			if f.Key == "collectionUUID" || f.Key == "encryptionInformation" || f.Key == "isTimeseriesNamespace" {
				return errcode.NotImplemented("bulkWrite.nsInfo." + f.Key)
			}
			return errcode.New(errcode.IDLUnknownField, "BSON field 'bulkWrite.nsInfo.%s' is an unknown field.", f.Key)
		}
		ns, ok := value.Get(info, "ns").(string)
		if !ok {
			return errcode.New(errcode.IDLFailedToParse, "BSON field 'bulkWrite.nsInfo.ns' is missing but a required field")
		}
		database, name, _ := strings.Cut(ns, ".")
		if err := storage.CheckDatabase(database); err != nil {
			return err
		}
		if err := storage.CheckCollection(database, name); err != nil {
			return err
		}
		b.namespaces = append(b.namespaces, ns)
	}
	return nil
}

func (b *bulk) parseOp(i int, doc bson.D) (bulkOp, error) {
	op := bulkOp{fields: map[string]any{}}
	if len(doc) > 0 {
		op.kind = doc[0].Key
	}
	known := bulkFields[op.kind]
	if known == nil {
		return op, errcode.New(errcode.FailedToParse, "BSON field 'bulkWrite.ops.%d' must begin with insert, update or delete", i)
	}
	for _, f := range doc {
		types, ok := known[f.Key]
		if !ok {
			return op, errcode.New(errcode.IDLUnknownField, "BSON field 'bulkWrite.ops.%s' is an unknown field.", f.Key)
		}
		if err := checkHintType(f); err != nil {
			return op, err
		}
		if !hasType(f.Value, types) {
			return op, errcode.New(errcode.TypeMismatch, "BSON field 'bulkWrite.ops.%s' is the wrong type '%s', %s", f.Key, value.TypeName(f.Value), expected(types))
		}
		if err := checkModification(f); err != nil {
			return op, err
		}
		op.fields[f.Key] = f.Value
	}
	for _, name := range bulkRequired[op.kind] {
		if _, given := op.fields[name]; !given {
			return op, errcode.New(errcode.IDLFailedToParse, "BSON field 'bulkWrite.ops.%s' is missing but a required field", name)
		}
	}
	if op.namespace = int(commandLong(op.fields[op.kind])); op.namespace < 0 || op.namespace >= len(b.namespaces) {
		return op, errcode.New(errcode.BadValue, "BulkWrite ops entry %d has an invalid nsInfo index.", i)
	}
	return op, nil
}

// prepare sets the database of an operation and parses what it carries.
func (b *bulk) prepare(op bulkOp) (*updating, error) {
	name := b.enter(op)
	c, err := b.req.writable(name)
	if err != nil || op.kind == "insert" {
		return nil, err
	}
	spec, _ := op.fields["collation"].(bson.D)
	collation, err := b.req.collation(c, spec)
	if err != nil {
		return nil, err
	}
	filter, _ := op.fields["filter"].(bson.D)
	q, scope, err := b.req.parseQuery(c, filter, b.req.document("let"), collation, op.fields["upsert"] == true)
	if err != nil {
		return nil, err
	}
	sort, _ := op.fields["sort"].(bson.D)
	if err := q.arrange(sort, op.fields["hint"]); err != nil {
		return nil, err
	}
	multi := op.fields["multi"] == true
	s := &updating{query: q, multi: multi, upsert: op.fields["upsert"] == true}
	if op.kind == "delete" {
		return s, scope.Failed()
	}
	op.fields["c"] = op.fields["constants"]
	if s.update, err = update.Parse(op.fields["updateMods"], b.req.updateOptions(op.fields, scope, multi)); err != nil {
		return nil, err
	}
	return s, scope.Failed()
}

func (b *bulk) enter(op bulkOp) (name string) {
	b.req.database, name, _ = strings.Cut(b.namespaces[op.namespace], ".")
	return name
}

func (b *bulk) run(i int, op bulkOp) error {
	s, err := b.prepare(op)
	if err != nil {
		return err
	}
	name := b.enter(op)
	switch op.kind {
	case "insert":
		return b.insert(i, name, op)
	case "delete":
		n, err := b.req.delete(&deleting{s.query, !s.multi})
		if err != nil {
			return err
		}
		b.deleted += n
		b.succeed(i, n)
		return nil
	}
	return b.update(i, name, s)
}

func (b *bulk) insert(i int, name string, op bulkOp) error {
	c, err := b.req.ensure(name)
	if err != nil {
		return err
	}
	doc, _ := op.fields["document"].(bson.D)
	if _, err := b.req.insertDocument(c, doc); err != nil {
		return err
	}
	b.inserted++
	b.succeed(i, 1)
	return nil
}

func (b *bulk) update(i int, name string, s *updating) error {
	done, err := b.req.update(name, s)
	if err != nil {
		return err
	}
	b.matched, b.modified = b.matched+done.matched, b.modified+done.modified
	n := done.matched
	extra := bson.D{{Key: "nModified", Value: done.modified}}
	if done.upserted != nil {
		n, b.upserted = 1, b.upserted+1
		extra = append(extra, bson.E{Key: "upserted", Value: bson.D{{Key: "_id", Value: done.upserted}}})
	}
	b.succeed(i, n, extra...)
	return nil
}

func (b *bulk) succeed(i int, n int32, extra ...bson.E) {
	if b.errorsOnly {
		return
	}
	row := bson.D{{Key: "ok", Value: 1.0}, {Key: "idx", Value: int32(i)}, {Key: "n", Value: n}}
	b.results = append(b.results, append(row, extra...))
}

func (b *bulk) fail(i int, err error) {
	b.errors++
	e := asServerError(err)
	row := bson.D{
		{Key: "ok", Value: 0.0},
		{Key: "idx", Value: int32(i)},
		{Key: "code", Value: e.Code},
		{Key: "errmsg", Value: e.Message},
	}
	row = append(append(row, e.Info...), bson.E{Key: "n", Value: int32(0)})
	if b.ops[i].kind == "update" {
		row = append(row, bson.E{Key: "nModified", Value: int32(0)})
	}
	b.results = append(b.results, row)
}

func (b *bulk) reply() (bson.D, error) {
	b.req.database = "admin"
	docs := make([]bson.D, len(b.results))
	for i, row := range b.results {
		docs[i] = row.(bson.D)
	}
	reply, err := b.req.listReply(docs, "admin.$cmd.bulkWrite")
	return append(reply,
		bson.E{Key: "nErrors", Value: b.errors},
		bson.E{Key: "nInserted", Value: b.inserted},
		bson.E{Key: "nMatched", Value: b.matched},
		bson.E{Key: "nModified", Value: b.modified},
		bson.E{Key: "nUpserted", Value: b.upserted},
		bson.E{Key: "nDeleted", Value: b.deleted},
	), err
}
