package explain

import (
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// execute runs the plan and counts.
func (e *Explanation) execute() error {
	if e.Collection == nil {
		return nil
	}
	if e.express != nil {
		return e.executeExpress()
	}
	if e.clauses != nil {
		e.executeOr()
		return nil
	}
	enough := 0
	if e.Limit > 0 && (len(e.Sort) == 0 || e.plan.Sorted) {
		enough = int(e.Skip + e.Limit)
	}
	var failed error
	visit := func(id storage.RecordID) bool {
		if failed = e.visit(id); failed != nil {
			return false
		}
		return enough == 0 || e.counts.fetched < enough
	}
	if e.plan.Index == nil && e.Collection.Indexes[0].Clustered {
		e.scanClustered(visit)
	} else if e.plan.Index == nil {
		step := e.Collection.After
		if e.plan.Reverse {
			step = e.Collection.Before
		}
		for id, _ := step(0); id != 0 && visit(id); id, _ = step(id) {
		}
	} else {
		walk := e.plan.Walk()
		for id := walk.Next(); id != 0 && visit(id); id = walk.Next() {
		}
		e.counts.keys = walk.Examined()
	}
	e.counts.returned = max(0, e.counts.fetched-int(e.Skip))
	if e.Limit > 0 {
		e.counts.returned = min(e.counts.returned, int(e.Limit))
	}
	return failed
}

func (e *Explanation) visit(id storage.RecordID) error {
	if !e.covered {
		e.counts.docs++
	}
	doc, err := value.Decode(e.Collection.Get(id))
	if err != nil {
		return err
	}
	ok, err := e.Matches(doc)
	if !ok || err != nil {
		return err
	}
	e.counts.fetched++
	if e.join != nil {
		return e.join.examine(doc)
	}
	return nil
}
