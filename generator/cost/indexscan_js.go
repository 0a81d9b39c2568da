package cost

import "modelbook/generator/example"

const whyNoPlan = ""

// note forgets a scan: the playground draws none, and has no room for what finds them.
func (m Meter) note(example.IndexScan) {}

func (m Meter) scan(example.Operation, Plan) example.IndexScan { return example.IndexScan{} }

// examined finds nothing: the pages of such plans are not measured in the playground.
func (w *walked) examined(string, *layout, Plan) bool { return false }
