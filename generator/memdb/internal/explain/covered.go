package explain

import "modelbook/generator/memdb/internal/errcode"

// decideCovered reports whether the fields needed are taken from the keys of an index,
// so that no document is fetched; it refuses where that is not known.
func (e *Explanation) decideCovered(needed []string) error {
	covered, doubtful := e.plan.Covers(e.Query.Query, needed)
	if doubtful {
		return errcode.NotImplemented("explain of what this index may hold all of")
	}
	e.covered = covered
	return nil
}
