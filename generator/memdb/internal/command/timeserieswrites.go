package command

import (
	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

// checkSeriesWrite returns the error of a write to measurements in a transaction.
func checkSeriesWrite(c *catalog.Collection, op *engine.Operation) error {
	if c.HoldsMeasurements() && op.Store.Transaction != nil {
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot write to a time-series collection in a multi-document transaction")
	}
	return nil
}

// checkSeriesUpdate returns the errors of an update of measurements that the server
// does not do.
func checkSeriesUpdate(c *catalog.Collection, op *engine.Operation, s *updateStatement) error {
	if !c.HoldsMeasurements() {
		return nil
	}
	if err := checkSeriesWrite(c, op); err != nil {
		return err
	}
	return c.Options.TimeSeries.CheckUpdate(bool(s.Multi), bool(s.Upsert))
}

// checkSeriesDelete refuses a retryable delete of measurements, and returns the error
// of one in a transaction.
func checkSeriesDelete(c *catalog.Collection, op *engine.Operation) error {
	if !c.HoldsMeasurements() {
		return nil
	}
	if err := checkSeriesWrite(c, op); err != nil {
		return err
	}
	if op.TxnNumber != nil {
		return errcode.NotImplemented(op.Name + ".txnNumber on a time series collection")
	}
	return nil
}

// checkSeriesModification: findAndModify removes measurements, and changes none.
func checkSeriesModification(c *catalog.Collection, op *engine.Operation, m *findAndModifyCommand) error {
	if !c.HoldsMeasurements() {
		return nil
	}
	if !m.Remove {
		return c.Options.TimeSeries.CheckUpdate(false, bool(m.Upsert))
	}
	if m.Sort != nil {
		return errcode.NotImplemented("findAndModify.sort on a time series collection")
	}
	return checkSeriesDelete(c, op)
}
