package memdb

import (
	"modelbook/generator/memdb/internal/errcode"
)

// checkSeriesWrite returns the error of a write to measurements in a transaction.
func checkSeriesWrite(c *collection, r *request) error {
	if c.holdsMeasurements() && r.store.transaction != nil {
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot write to a time-series collection in a multi-document transaction")
	}
	return nil
}

// checkSeriesUpdate returns the errors of an update of measurements that the server
// does not do.
func checkSeriesUpdate(c *collection, r *request, s *updateStatement) error {
	if !c.holdsMeasurements() {
		return nil
	}
	if err := checkSeriesWrite(c, r); err != nil {
		return err
	}
	return c.options.series.CheckUpdate(s.Filter, s.Update.value, bool(s.Multi), bool(s.Upsert))
}

// checkSeriesDelete refuses a retryable delete of measurements, and returns the error
// of one in a transaction.
func checkSeriesDelete(c *collection, r *request) error {
	if !c.holdsMeasurements() {
		return nil
	}
	if err := checkSeriesWrite(c, r); err != nil {
		return err
	}
	if r.transactionNumber != nil {
		return errcode.NotImplemented(r.name + ".txnNumber on a time series collection")
	}
	return nil
}

// checkSeriesModification: findAndModify removes measurements, and changes none.
func checkSeriesModification(c *collection, r *request, m *findAndModifyCommand) error {
	if !c.holdsMeasurements() {
		return nil
	}
	if !m.Remove {
		return c.options.series.CheckUpdate(m.Query, m.Update.value, false, bool(m.Upsert))
	}
	if m.Sort != nil {
		return errcode.NotImplemented("findAndModify.sort on a time series collection")
	}
	return checkSeriesDelete(c, r)
}
