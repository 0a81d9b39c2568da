package example

import (
	"slices"

	"modelbook/generator/ejson"
)

// stepNamed returns the index of the step that v names. In the playground's program, which
// would be larger to fetch, nothing of an "explore" is checked: the build has done that.
func (r *reader) stepNamed(v *ejson.Value, _ string, among []Step) (i int, ok bool) {
	i = slices.IndexFunc(among, func(s Step) bool { return s.ID == v.Text })
	return i, i >= 0
}

func (r *reader) checkFurther(*ejson.Value, Step)        {}
func (r *reader) checkClients(*ejson.Value, *Explore)    {}
func (r *reader) checkAgain(ejson.Member, int, int) bool { return true }
func (r *reader) checkDone(ejson.Member, Condition) bool { return true }
func (r *reader) checkHold(*ejson.Value, Step) bool      { return true }
func (r *reader) checkHolds(*ejson.Value)                {}
func (r *reader) checkRepair(*ejson.Value, *Explore)     {}
func (r *reader) expectedOrders(*ejson.Value, *Explore)  {}
