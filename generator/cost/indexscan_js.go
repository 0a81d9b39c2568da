package cost

import "modelbook/generator/example"

const whyNoPlan = ""

// note forgets a scan: the playground draws none, and has no room for what finds them.
func (m Meter) note(example.IndexScan) {}

func (m Meter) scan(example.Operation, Plan) example.IndexScan { return example.IndexScan{} }
