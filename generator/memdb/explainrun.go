package memdb

import (
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// execute runs the plan and counts.
func (e *explained) execute() error {
	if e.coll == nil {
		return nil
	}
	if e.express != nil {
		return e.executeExpress()
	}
	enough := 0
	if e.limit > 0 && (e.sort == nil || e.plan.Sorted) {
		enough = int(e.skip + e.limit)
	}
	var failed error
	visit := func(id storage.RecordID) bool {
		if failed = e.visit(id); failed != nil {
			return false
		}
		return enough == 0 || e.stats.fetched < enough
	}
	if e.plan.Index == nil {
		step := e.coll.After
		if e.plan.Reverse {
			step = e.coll.Before
		}
		for id, _ := step(0); id != 0 && visit(id); id, _ = step(id) {
		}
	} else if e.plan.Reverse {
		e.executeReverse(visit)
	} else {
		e.executeForward(visit)
	}
	e.stats.returned = max(0, e.stats.fetched-int(e.skip))
	if e.limit > 0 {
		e.stats.returned = min(e.stats.returned, int(e.limit))
	}
	return failed
}

func (e *explained) executeForward(visit func(storage.RecordID) bool) {
	seen := map[storage.RecordID]bool{}
	e.stats.keys = e.plan.Index.Scan(e.plan.Bounds, func(entry storage.Entry) bool {
		if seen[entry.ID] {
			return true
		}
		seen[entry.ID] = true
		return visit(entry.ID)
	})
}

func (e *explained) executeReverse(visit func(storage.RecordID) bool) {
	for _, id := range e.plan.Records() {
		e.stats.keys++
		if !visit(id) {
			return
		}
	}
}

func (e *explained) visit(id storage.RecordID) error {
	if !e.covered {
		e.stats.docs++
	}
	ok, err := e.matchesRecord(id)
	if ok {
		e.stats.fetched++
	}
	return err
}

func (e *explained) matchesRecord(id storage.RecordID) (bool, error) {
	doc, err := value.Decode(e.coll.Get(id))
	if err != nil {
		return false, err
	}
	return e.matches(doc)
}
