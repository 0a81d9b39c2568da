package query

import (
	"math/rand/v2"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Execution is one run of a query or pipeline, with the sources that it reads.
type Execution struct {
	Op      *engine.Operation
	sources []*source
	live    []*source // from which a cursor reads on, and which may lose their place
	changes *changeStream
}

// yieldOrInterrupt calls that of the operation that reads now.
func (e *Execution) yieldOrInterrupt() error { return e.Op.YieldOrInterrupt() }

// source reads documents of one collection. While its command holds the lock, it reads
// the collection itself. Between the batches of a cursor, a scan or a walk through an
// index keeps its place, so that it sees later writes; it fails if its place or the
// index is gone. Other records that are left are copied for the cursor.
type source struct {
	run       *Execution
	coll      *storage.Collection
	scan      bool // the collection in insertion order, after the record at
	reverse   bool // or before it
	tailable  bool // at the end, it waits for more documents
	atEnd     bool
	at        storage.RecordID
	walk      *storage.Walk // nil for none
	ids       []storage.RecordID
	last      storage.RecordID
	frozen    []frozenRecord
	examined  int
	filter    match.RawFilter // tests documents before they are decoded
	isMatched bool            // by it, the last document
}

// frozenRecord is a record as it was when a cursor was left.
type frozenRecord struct {
	id  storage.RecordID
	raw bson.Raw
}

// all opens a source on a whole collection, in its order or in reverse. A nil
// collection does not exist and has no documents.
func (e *Execution) all(c *catalog.Collection, reverse bool) *source {
	switch {
	case c == nil:
		return e.open(nil, source{})
	case c.IsClustered():
		return e.open(c, source{walk: c.InOrder(reverse)})
	case c.Options.TimeSeries != nil:
		return e.open(c, source{ids: c.ByTime()})
	}
	return e.open(c, source{scan: true, reverse: reverse})
}

// open opens a source on a collection; from holds the scan, the walk or the record
// numbers to read.
func (e *Execution) open(c *catalog.Collection, from source) *source {
	s := &from
	s.run = e
	if c != nil {
		s.coll = c.Collection
		if e.Op.Store.Transaction != nil {
			c.IsUsed = true
		}
	}
	if e.Op.DB.IsShuffled && !(s.scan && c.Capped()) {
		s.shuffle(e.Op.DB.Seed)
	}
	e.sources = append(e.sources, s)
	return s
}

// shuffle puts the records in a random order instead of that of their insertion or of
// an index.
func (s *source) shuffle(seed int64) {
	switch {
	case s.scan:
		s.scan, s.ids = false, catalog.AllRecords(s.coll)
	case s.walk != nil:
		s.walk, s.ids = nil, s.walk.Rest()
	}
	random := rand.New(rand.NewPCG(uint64(seed), uint64(len(s.ids))))
	random.Shuffle(len(s.ids), func(i, j int) { s.ids[i], s.ids[j] = s.ids[j], s.ids[i] })
}

// next returns the next document that its bytes do not reject, decoded.
func (s *source) next() (bson.D, bool, error) {
	for {
		if s.examined&63 == 0 {
			if err := s.run.yieldOrInterrupt(); err != nil {
				return nil, false, err
			}
		}
		if s.run.Op != nil && s.coll != nil {
			if err := s.run.Op.YieldBetweenDocuments(s.coll); err != nil {
				return nil, false, err
			}
		}
		if s.atEnd || s.mayYield() {
			if err := s.lost(); err != nil {
				return nil, false, err
			}
		}
		raw := s.advance()
		if raw == nil {
			return nil, false, nil
		}
		s.examined++
		decision := s.filter.Decide(raw)
		if decision == match.Rejected {
			continue
		}
		s.isMatched = decision == match.Matched
		doc, err := value.Decode(raw)
		return doc, err == nil, err
	}
}

func (s *source) advance() bson.Raw {
	switch {
	case len(s.frozen) > 0:
		first := s.frozen[0]
		s.frozen, s.last = s.frozen[1:], first.id
		return first.raw
	case s.coll == nil:
		return nil
	case s.scan:
		id, raw := s.step()
		if s.atEnd = id == 0; s.atEnd {
			if !s.tailable {
				s.coll = nil
			}
			return nil
		}
		s.at, s.last = id, id
		return raw
	case s.walk != nil:
		if s.last = s.walk.Next(); s.last != 0 {
			return s.coll.Get(s.last)
		}
		s.coll = nil
		return nil
	}
	for len(s.ids) > 0 {
		id := s.ids[0]
		s.ids = s.ids[1:]
		if raw := s.coll.Get(id); raw != nil {
			s.last = id
			return raw
		}
	}
	return nil
}

func (s *source) step() (storage.RecordID, bson.Raw) {
	if s.reverse {
		return s.coll.Before(s.at)
	}
	return s.coll.After(s.at)
}

// mayYield reports whether others may have written since the last document.
func (s *source) mayYield() bool {
	return s.run.Op != nil && (s.run.Op.MayYieldAnywhere || !s.run.Op.ReadLockedAt.IsZero())
}

// lost returns the error of a scan of a capped collection whose last document is gone,
// so that it may have missed others (src/mongo/db/exec/classic/collection_scan.cpp), or
// of a walk through an index that is gone (requires_index_stage.cpp).
func (s *source) lost() error {
	switch {
	case s.coll == nil:
	case s.walk != nil && !slices.Contains(s.coll.Indexes, s.walk.Index()):
		return errcode.New(175, "query plan killed :: index '%s' dropped", s.walk.Index().Name)
	case s.scan && s.coll.Capped() && s.at != 0 && s.coll.Get(s.at) == nil:
		return errcode.New(136, "CollectionScan died due to position in capped collection being deleted.")
	}
	return nil
}

// RestoreState prepares to read on for another command. A scan that came to its end checks
// its place only when it goes on.
func (e *Execution) RestoreState(op *engine.Operation) error {
	if e.Op != nil { // the memory that stages hold stays in the first command's budget
		op.Budget.End()
		op.Budget = e.Op.Budget
		op.Budget.YieldOrInterrupt = op.YieldOrInterrupt
	}
	e.Op = op
	for _, s := range e.live {
		if s.atEnd {
			continue
		}
		if err := s.lost(); err != nil {
			return err
		}
	}
	return nil
}

// SaveState copies the records that each source has left, except for scans and walks,
// which keep their place.
func (e *Execution) SaveState() {
	for _, s := range e.sources {
		if s.coll != nil && (s.scan || s.walk != nil) {
			if s.walk != nil || s.coll.Capped() {
				e.live = append(e.live, s)
			}
			continue
		}
		var left []frozenRecord
		for raw := s.advance(); raw != nil; raw = s.advance() {
			left = append(left, frozenRecord{s.last, raw})
		}
		s.frozen, s.coll, s.ids = left, nil, nil
	}
	e.sources = nil
}

// Skip drops the first n documents.
func Skip(in pipeline.Next, n int64) pipeline.Next {
	return func() (bson.D, bool, error) {
		for ; n > 0; n-- {
			if _, ok, err := in(); !ok || err != nil {
				return nil, false, err
			}
		}
		return in()
	}
}

// Map changes each document.
func Map(in pipeline.Next, change func(bson.D) (bson.D, error)) pipeline.Next {
	return func() (bson.D, bool, error) {
		doc, ok, err := in()
		if !ok || err != nil {
			return nil, false, err
		}
		doc, err = change(doc)
		return doc, err == nil, err
	}
}
