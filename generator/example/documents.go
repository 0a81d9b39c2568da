package example

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// Data are the documents of an example before its first step, at one size.
// Generated documents are made when they are asked for and not kept: there may be
// a million. Data is for one goroutine.
type Data struct {
	example *Example
	size    int
	left    int // how many bytes may still be made, counted each time
	known   map[*Collection][]bson.RawValue
	taken   map[*gathering]map[string][]bson.RawValue
	summed  map[*gathering]map[string]int64
	at      diag.Pos // of the documents that are being made
	wrong   *diag.Message
	ctx     context.Context
}

// Data returns the example's data at one of its sizes, 0 if it has none.
func (e *Example) Data(size int) *Data {
	const passes = 4 // to store documents, and to take from them
	ctx := context.Background()
	if e.Exhausted {
		ctx = exhausted
	}
	return &Data{
		example: e, size: size, ctx: ctx, left: passes * MaxData, known: map[*Collection][]bson.RawValue{},
		taken: map[*gathering]map[string][]bson.RawValue{}, summed: map[*gathering]map[string]int64{},
	}
}

// exhausted is the context of data that are not to be made again.
var exhausted = func() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the example takes too long"))
	return ctx
}()

// Under lets the making of documents end with a context, whose cause is the
// message of Failure then.
func (d *Data) Under(ctx context.Context) *Data {
	d.ctx = ctx
	return d
}

// ended reports whether no more documents are to be made.
func (d *Data) ended() bool {
	if cause := context.Cause(d.ctx); cause != nil {
		d.fail("%v", cause)
	}
	return d.wrong != nil
}

// Failure returns the message about the making of documents that ended too early,
// or nil.
func (d *Data) Failure() *diag.Message { return d.wrong }

func (d *Data) fail(format string, args ...any) {
	if d.wrong == nil {
		m := d.example.Message(d.at, fmt.Sprintf(format, args...), "")
		d.wrong = &m
	}
}

func (d *Data) tooLarge() {
	d.fail("the generated documents are larger than %d bytes together", MaxData)
}

// Count returns how many documents a collection has.
func (d *Data) Count(collection string) int {
	c := d.example.source(collection)
	if c == nil {
		return 0
	}
	if d.example.kept[collection].field != "" {
		n := 0
		for range d.Documents(collection) {
			n++
		}
		return n
	}
	return len(c.Written) + d.generatedCount(c)
}

func (d *Data) generatedCount(c *Collection) int {
	if c.generator == nil {
		return 0
	}
	return min(c.generator.count(&making{data: d}), maxGenerated)
}

// Documents returns the documents of a collection: written ones first, then
// generated ones.
func (d *Data) Documents(collection string) iter.Seq[Document] {
	c := d.example.source(collection)
	if c == nil {
		return func(func(Document) bool) {}
	}
	all, kept := d.documents(c, false), d.example.kept[collection]
	if kept.field == "" {
		return all
	}
	return func(yield func(Document) bool) {
		for document := range all {
			if kept.has(document) && !yield(document) {
				return
			}
		}
	}
}

// Document returns one of them by its index, counted from 0.
func (d *Data) Document(collection string, index int) (Document, bool) {
	i := 0
	for document := range d.Documents(collection) {
		if i == index {
			return document, true
		}
		i++
	}
	return Document{}, false
}

// documents is Documents; idOnly leaves out of generated ones the values that are
// made of other data.
func (d *Data) documents(c *Collection, idOnly bool) iter.Seq[Document] {
	return func(yield func(Document) bool) {
		for _, document := range c.Written {
			if !yield(document) {
				return
			}
		}
		if c.generator != nil {
			d.generate(c, idOnly, yield)
		}
	}
}

func (d *Data) generate(c *Collection, idOnly bool, yield func(Document) bool) {
	g := c.generator
	outer := d.at
	defer func() { d.at = outer }()
	d.at = g.pos
	m := &making{data: d, random: splitmix(g.seed), turns: make([]uint64, g.turns), idOnly: idOnly}
	m.machine = m.random.next()
	var buffer []byte
	for m.document = range d.generatedCount(c) {
		m.index = m.document
		_, buffer = g.document(m, buffer[:0])
		if d.left -= len(buffer); d.left < 0 {
			d.tooLarge()
		}
		if d.ended() || !yield(Document{Raw: bytes.Clone(buffer), Generated: true, Pos: g.pos}) {
			return
		}
	}
}

// ids returns the _id of each document.
func (d *Data) ids(c *Collection) []bson.RawValue {
	if known := d.known[c]; known != nil {
		return known
	}
	ids := []bson.RawValue{}
	for document := range d.documents(c, true) {
		id := document.Raw.Lookup("_id")
		ids = append(ids, bson.RawValue{Type: id.Type, Value: bytes.Clone(id.Value)})
	}
	d.known[c] = ids
	return ids
}
