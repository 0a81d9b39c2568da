package memdb

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

const (
	maxDocumentSize = 16 << 20
	maxNesting      = 180
)

// writer changes the data for one command.
type writer struct {
	db    *DB
	store *store
	now   time.Time

	budget *expr.Budget

	bypassValidation bool // bypassDocumentValidation
	quiet            bool // its changes are not logged for change streams
	strict           bool // the client keeps to version 1 of the stable API
}

// ensure returns a collection and makes it, and its database, if there is none.
func (w *writer) ensure(database, name string) (*collection, error) {
	d := w.store.database(database)
	c, err := d.writable(name)
	if c != nil || err != nil {
		return c, err
	}
	if err := d.checkSystemName(name); err != nil {
		return nil, err
	}
	return w.makeCollection(database, name, collectionOptions{})
}

func (w *writer) makeCollection(database, name string, options collectionOptions) (*collection, error) {
	if err := w.alone(database, name); err != nil {
		return nil, err
	}
	d, err := w.ensureDatabase(database)
	if err != nil {
		return nil, err
	}
	c := &collection{
		Collection: storage.NewCollection(d.namespace(name), options.cappedSize, options.cappedMax, options.collation, &w.store.undo),
		options:    options,
		validator:  options.validator,
		uuid:       w.db.ids.uuid(),
		created:    w.store.transaction != nil,
		used:       w.store.transaction != nil,
	}
	options.clustered.cluster(c.Collection)
	c.Indexes[0].Accesses.Restart(bson.DateTime(w.now.UnixMilli()))
	w.db.guard(w.store, c)
	d.collections[name] = c
	w.store.undo.Note(func() { delete(d.collections, name) })
	return c, nil
}

// removeCollection drops a collection and ends its cursors.
func (w *writer) removeCollection(database, name string) {
	w.note(w.store.collection(database, name), &logEntry{operation: "drop"})
	w.takeAway(database, name)
}

// takeAway drops a collection and ends its cursors, without an entry in the log.
func (w *writer) takeAway(database, name string) {
	d := w.store.databases[database]
	delete(d.collections, name)
	w.db.cursors.killOf(d.namespace(name))
	w.store.forgetEmpty(database)
}

// ensureDatabase returns a database and makes it if there is none. It is an error if
// another differs from it only by case.
func (w *writer) ensureDatabase(name string) (*database, error) {
	if d := w.store.databases[name]; d != nil {
		return d, nil
	}
	for other := range w.store.databases {
		if strings.EqualFold(other, name) {
			return nil, errcode.New(13297, "db already exists with different case already have: [%s] trying to create [%s]", other, name)
		}
	}
	d := &database{name: name, collections: map[string]*collection{}, views: map[string]*view{}}
	w.store.databases[name] = d
	w.store.undo.Note(func() { delete(w.store.databases, name) })
	return d, nil
}

// insert stores a new document, as insert, upserts and $merge do.
func (w *writer) insert(c *collection, doc bson.D) (bson.D, error) {
	if c.options.series != nil {
		return doc, w.insertMeasurement(c, doc)
	}
	doc, err := w.prepare(doc)
	if err != nil {
		return nil, err
	}
	if err := w.validate(c, nil, doc); err != nil {
		return nil, err
	}
	stored, err := storage.NewDocument(doc)
	if err != nil {
		return nil, err
	}
	if err := w.reserve(stored.Size()); err != nil {
		return nil, err
	}
	oldest, _ := c.After(0)
	id, err := c.Insert(stored)
	if err != nil {
		return doc, err
	}
	w.note(c, &logEntry{operation: "insert", key: doc[0].Value, document: c.Get(id)})
	if first, _ := c.After(0); oldest != 0 && first != oldest {
		w.note(c, &logEntry{refused: "documents that leave a capped collection"})
	}
	return doc, nil
}

// reserve counts bytes for documents against the limit; the error is that of a full
// disk.
func (w *writer) reserve(bytes int) error {
	if w.store.reservable -= int64(bytes); bytes > 0 && w.store.reservable < 0 {
		return errcode.New(errcode.OutOfDiskSpace, "the documents of all databases would take more than %d bytes, which is all that memdb stores", w.db.maxBytes)
	}
	return nil
}

// prepare makes a document ready to be stored: _id first, made if it is not
// there, timestamps of zero filled in, limits kept.
func (w *writer) prepare(doc bson.D) (bson.D, error) {
	ids := 0
	for _, f := range doc {
		if f.Key == "_id" {
			ids++
		}
	}
	switch ids {
	case 0:
		doc = append(bson.D{{Key: "_id", Value: w.db.ids.objectID(w.now)}}, doc...)
	case 1:
		doc = update.IDFirst(doc)
	default:
		return nil, errcode.New(errcode.BadValue, "can't have multiple _id fields in one document")
	}
	doc = w.fillTimestamps(doc)
	if err := checkID(doc[0].Value); err != nil {
		return nil, err
	}
	if size := value.Size(doc); size > maxDocumentSize {
		return nil, errcode.New(errcode.BSONObjectTooLarge, "object to insert too large. size in bytes: %d, max size: %d", size, maxDocumentSize)
	}
	if depth(doc) > maxNesting {
		return nil, errcode.New(errcode.Overflow, "cannot insert document because it exceeds %d levels of nesting", maxNesting)
	}
	return doc, nil
}

func (w *writer) fillTimestamps(doc bson.D) bson.D {
	for i, f := range doc {
		if f.Value == (bson.Timestamp{}) && f.Key != "_id" {
			filled := append(bson.D{}, doc...)
			filled[i].Value = w.timestamp()
			doc = filled
		}
	}
	return doc
}

// timestamp is the command's time with a counter that never repeats.
func (w *writer) timestamp() bson.Timestamp {
	return bson.Timestamp{T: uint32(w.now.Unix()), I: w.db.ids.increment()}
}

func checkID(id any) error {
	switch id := id.(type) {
	case bson.A, bson.Regex, bson.Undefined:
		return errcode.New(53, "The '_id' value cannot be of type %s", value.TypeName(id))
	case bson.D:
		for _, f := range id {
			if strings.HasPrefix(f.Key, "$") {
				return errcode.New(errcode.DollarPrefixedFieldName, "_id fields may not contain '$'-prefixed fields: %s is not valid for storage.", f.Key)
			}
		}
	}
	return nil
}

// depth counts levels of nesting, the document itself as the first.
func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			deepest = max(deepest, depth(f.Value))
		}
	case bson.A:
		for _, e := range v {
			deepest = max(deepest, depth(e))
		}
	default:
		return 0
	}
	return deepest + 1
}

// maxSize is the maximal size of an updated document in bytes.
func maxSize(c *collection) int {
	if c.options.internal {
		return maxCommandDocument
	}
	return maxDocumentSize
}

// replace puts a changed document in the place of the old; changed is false if
// the bytes are the same. how describes the change for change streams.
func (w *writer) replace(c *collection, id storage.RecordID, old, doc bson.D, how described) (changed bool, err error) {
	if s := c.options.series; s != nil {
		if doc, err = s.Updated(doc); err != nil {
			return false, err
		}
	}
	if value.Size(doc) > maxSize(c) {
		return false, errcode.New(errcode.BSONObjectTooLarge, "Resulting document after update is larger than %d", maxDocumentSize)
	}
	stored, err := storage.NewDocument(doc)
	if err != nil {
		return false, err
	}
	before := c.Get(id)
	if stored.Is(before) {
		if how == nil {
			w.noteUpdate(c, old, doc, before, before, nil)
		}
		return false, nil
	}
	if depth(doc) > maxNesting {
		return false, errcode.New(errcode.Overflow, "cannot update document because it exceeds %d levels of nesting", maxNesting)
	}
	if growth := int64(stored.Size() - len(c.Get(id))); c.Capped() && growth != 0 && c.Bytes()+growth > c.options.cappedSize {
		return false, errcode.NotImplemented("growing a document of a full capped collection")
	}
	if err := checkID(value.Get(doc, "_id")); err != nil {
		return false, err
	}
	if err := w.validate(c, old, doc); err != nil {
		return false, err
	}
	if err := w.reserve(stored.Size() - len(c.Get(id))); err != nil {
		return false, err
	}
	if err := c.Replace(id, old, stored); err != nil {
		return true, err
	}
	w.noteUpdate(c, old, doc, before, c.Get(id), how)
	return true, nil
}

// remove deletes a document; old is the document.
func (w *writer) remove(c *collection, id storage.RecordID, old bson.D) error {
	before := c.Get(id)
	if err := c.Delete(id, old); err != nil {
		return err
	}
	w.note(c, &logEntry{operation: "delete", key: value.Get(old, "_id"), before: before})
	return nil
}

// maxCommandDocument is the size above which a document is an error of the whole
// command. Between maxDocumentSize and it, it is an error of its statement.
const maxCommandDocument = maxDocumentSize + 16<<10

// validate checks a document that is to be stored; old is the one that it
// replaces, nil for a new one.
func (w *writer) validate(c *collection, old, doc bson.D) error {
	v := c.validator
	if v == nil || v.matcher == nil || v.level == "off" || v.action == "warn" || w.bypassValidation {
		return nil
	}
	if w.strict && v.unversioned != "" {
		return errcode.NotImplemented("a validator with " + v.unversioned + " with apiStrict")
	}
	env := w.plainEnvironment()
	if ok, err := v.matcher.Accepts(doc, env); err != nil || ok {
		return err
	}
	if old != nil && v.level == "moderate" {
		if ok, err := v.matcher.Accepts(old, env); err != nil || !ok {
			return err
		}
	}
	info, err := v.matcher.Failure(doc, env)
	if err != nil {
		return err
	}
	e := errcode.New(121, "Document failed validation")
	e.Info = bson.D{{Key: "errInfo", Value: info}}
	return e
}
