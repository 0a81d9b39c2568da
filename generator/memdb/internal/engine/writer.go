package engine

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// Limits of documents.
const (
	MaxDocumentSize = 16 << 20
	maxNesting      = 180
)

// Writer changes the data for one command.
type Writer struct {
	DB    *DB
	Store *Store
	Now   time.Time

	Budget *expr.Budget

	BypassValidation bool // bypassDocumentValidation
	IsUnlogged       bool // its changes are not logged for change streams
	IsAPIStrict      bool // the client keeps to version 1 of the stable API
}

// EnsureCollection returns a collection and makes it, and its database, if there is none.
func (w *Writer) EnsureCollection(database, name string) (*catalog.Collection, error) {
	d := w.Store.Database(database)
	c, err := d.Writable(name)
	if c != nil || err != nil {
		return c, err
	}
	if err := d.CheckSystemName(name); err != nil {
		return nil, err
	}
	return w.MakeCollection(database, name, catalog.CollectionOptions{})
}

// MakeCollection makes a collection, and its database if there is none.
func (w *Writer) MakeCollection(database, name string, options catalog.CollectionOptions) (*catalog.Collection, error) {
	if err := w.CheckNotInUse(database, name); err != nil {
		return nil, err
	}
	d, err := w.ensureDatabase(database)
	if err != nil {
		return nil, err
	}
	c := &catalog.Collection{
		Collection: storage.NewCollection(d.Namespace(name), options.CappedSize, options.CappedMax, options.Collation, &w.Store.Undo),
		Options:    options,
		Validator:  options.Validator,
		UUID:       w.DB.IDs.UUID(),
		IsCreated:  w.Store.Transaction != nil,
		IsUsed:     w.Store.Transaction != nil,
	}
	options.ClusteredIndex.Apply(c.Collection)
	c.Indexes[0].Accesses.Restart(bson.DateTime(w.Now.UnixMilli()))
	w.DB.Guard(w.Store, c)
	d.Collections[name] = c
	w.Store.Undo.Note(func() { delete(d.Collections, name) })
	return c, nil
}

// RemoveCollection drops a collection and ends its cursors.
func (w *Writer) RemoveCollection(database, name string) {
	w.LogChange(w.Store.Collection(database, name), &OplogEntry{Operation: "drop"})
	w.DropQuietly(database, name)
}

// DropQuietly drops a collection and ends its cursors, without an entry in the log.
func (w *Writer) DropQuietly(database, name string) {
	d := w.Store.Databases[database]
	delete(d.Collections, name)
	w.DB.Cursors.KillByNamespace(d.Namespace(name))
	w.Store.forgetEmpty(database)
}

// ensureDatabase returns a database and makes it if there is none. It is an error if
// another differs from it only by case.
func (w *Writer) ensureDatabase(name string) (*catalog.Database, error) {
	if d := w.Store.Databases[name]; d != nil {
		return d, nil
	}
	for other := range w.Store.Databases {
		if strings.EqualFold(other, name) {
			return nil, errcode.New(13297, "db already exists with different case already have: [%s] trying to create [%s]", other, name)
		}
	}
	d := &catalog.Database{Name: name, Collections: map[string]*catalog.Collection{}, Views: map[string]*catalog.View{}}
	w.Store.Databases[name] = d
	w.Store.Undo.Note(func() { delete(w.Store.Databases, name) })
	return d, nil
}

// Insert stores a new document, as insert, upserts and $merge do.
func (w *Writer) Insert(c *catalog.Collection, doc bson.D) (bson.D, error) {
	if c.Options.TimeSeries != nil {
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
	if err := w.ReserveBytes(stored.Size()); err != nil {
		return nil, err
	}
	oldest, _ := c.After(0)
	id, err := c.Insert(stored)
	if err != nil {
		return doc, err
	}
	w.LogChange(c, &OplogEntry{Operation: "insert", Key: doc[0].Value, Document: c.Get(id)})
	if first, _ := c.After(0); oldest != 0 && first != oldest {
		w.LogChange(c, &OplogEntry{Refused: "documents that leave a capped collection"})
	}
	return doc, nil
}

// ReserveBytes counts bytes for documents against the limit; the error is that of a full
// disk.
func (w *Writer) ReserveBytes(bytes int) error {
	if w.Store.Reservable -= int64(bytes); bytes > 0 && w.Store.Reservable < 0 {
		return errcode.New(errcode.OutOfDiskSpace, "the documents of all databases would take more than %d bytes, which is all that memdb stores", w.DB.maxBytes)
	}
	return nil
}

// prepare makes a document ready to be stored: _id first, made if it is not
// there, timestamps of zero filled in, limits kept.
func (w *Writer) prepare(doc bson.D) (bson.D, error) {
	ids := 0
	for _, f := range doc {
		if f.Key == "_id" {
			ids++
		}
	}
	switch ids {
	case 0:
		doc = append(bson.D{{Key: "_id", Value: w.DB.IDs.ObjectID(w.Now)}}, doc...)
	case 1:
		doc = update.IDFirst(doc)
	default:
		return nil, errcode.New(errcode.BadValue, "can't have multiple _id fields in one document")
	}
	doc = w.fillTimestamps(doc)
	if err := checkID(doc[0].Value); err != nil {
		return nil, err
	}
	if size := value.Size(doc); size > MaxDocumentSize {
		return nil, errcode.New(errcode.BSONObjectTooLarge, "object to insert too large. size in bytes: %d, max size: %d", size, MaxDocumentSize)
	}
	if depth(doc) > maxNesting {
		return nil, errcode.New(errcode.Overflow, "cannot insert document because it exceeds %d levels of nesting", maxNesting)
	}
	return doc, nil
}

func (w *Writer) fillTimestamps(doc bson.D) bson.D {
	for i, f := range doc {
		if f.Value == (bson.Timestamp{}) && f.Key != "_id" {
			filled := append(bson.D{}, doc...)
			filled[i].Value = w.Timestamp()
			doc = filled
		}
	}
	return doc
}

// Timestamp is the command's time with a counter that never repeats.
func (w *Writer) Timestamp() bson.Timestamp {
	return bson.Timestamp{T: uint32(w.Now.Unix()), I: w.DB.IDs.increment()}
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
func maxSize(c *catalog.Collection) int {
	if c.Options.IsInternal {
		return MaxInternalDocumentSize
	}
	return MaxDocumentSize
}

// Replace puts a changed document in the place of the old; changed is false if
// the bytes are the same. how describes the change for change streams.
func (w *Writer) Replace(c *catalog.Collection, id storage.RecordID, old, doc bson.D, how UpdateDescription) (changed bool, err error) {
	if s := c.Options.TimeSeries; s != nil {
		if doc, err = s.Updated(doc); err != nil {
			return false, err
		}
	}
	if value.Size(doc) > maxSize(c) {
		return false, errcode.New(errcode.BSONObjectTooLarge, "Resulting document after update is larger than %d", MaxDocumentSize)
	}
	stored, err := storage.NewDocument(doc)
	if err != nil {
		return false, err
	}
	before := c.Get(id)
	if stored.Is(before) {
		if how == nil {
			w.logUpdate(c, old, doc, before, before, nil)
		}
		return false, nil
	}
	if depth(doc) > maxNesting {
		return false, errcode.New(errcode.Overflow, "cannot update document because it exceeds %d levels of nesting", maxNesting)
	}
	if growth := int64(stored.Size() - len(c.Get(id))); c.Capped() && growth != 0 && c.Bytes()+growth > c.Options.CappedSize {
		return false, errcode.NotImplemented("growing a document of a full capped collection")
	}
	if err := checkID(value.Get(doc, "_id")); err != nil {
		return false, err
	}
	if err := w.validate(c, old, doc); err != nil {
		return false, err
	}
	if err := w.ReserveBytes(stored.Size() - len(c.Get(id))); err != nil {
		return false, err
	}
	if err := c.Replace(id, old, stored); err != nil {
		return true, err
	}
	w.logUpdate(c, old, doc, before, c.Get(id), how)
	return true, nil
}

// Remove deletes a document; old is the document.
func (w *Writer) Remove(c *catalog.Collection, id storage.RecordID, old bson.D) error {
	before := c.Get(id)
	if err := c.Delete(id, old); err != nil {
		return err
	}
	w.LogChange(c, &OplogEntry{Operation: "delete", Key: value.Get(old, "_id"), Before: before})
	return nil
}

// MaxInternalDocumentSize is the size above which a document is an error of the whole
// command. Between MaxDocumentSize and it, it is an error of its statement.
const MaxInternalDocumentSize = MaxDocumentSize + 16<<10

// validate checks a document that is to be stored; old is the one that it
// replaces, nil for a new one.
func (w *Writer) validate(c *catalog.Collection, old, doc bson.D) error {
	v := c.Validator
	if v == nil || v.Matcher == nil || v.Level == "off" || v.Action == "warn" || w.BypassValidation {
		return nil
	}
	if w.IsAPIStrict && v.Unversioned != "" {
		return errcode.NotImplemented("a validator with " + v.Unversioned + " with apiStrict")
	}
	env := w.Env()
	if ok, err := v.Matcher.Accepts(doc, env); err != nil || ok {
		return err
	}
	if old != nil && v.Level == "moderate" {
		if ok, err := v.Matcher.Accepts(old, env); err != nil || !ok {
			return err
		}
	}
	info, err := v.Matcher.Failure(doc, env)
	if err != nil {
		return err
	}
	e := errcode.New(121, "Document failed validation")
	e.Info = bson.D{{Key: "errInfo", Value: info}}
	return e
}
