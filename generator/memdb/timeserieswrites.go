package memdb

import (
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/value"
)

// checkSeriesWrite returns the error of a write to measurements in a transaction.
func (c *collection) checkSeriesWrite(r *request) error {
	if c.holdsMeasurements() && r.store.transaction != nil {
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot write to a time-series collection in a multi-document transaction")
	}
	return nil
}

// checkSeriesUpdate returns the errors of an update of measurements that the server
// does not do.
func (c *collection) checkSeriesUpdate(r *request, s *updateStatement) error {
	if !c.holdsMeasurements() {
		return nil
	}
	if err := c.checkSeriesWrite(r); err != nil {
		return err
	}
	return c.options.series.CheckUpdate(s.Filter, s.Update.value, bool(s.Multi), bool(s.Upsert))
}

// checkSeriesDelete refuses a retryable delete of measurements, and returns the error
// of one in a transaction.
func (c *collection) checkSeriesDelete(r *request) error {
	if !c.holdsMeasurements() {
		return nil
	}
	if err := c.checkSeriesWrite(r); err != nil {
		return err
	}
	if r.args.TransactionNumber != nil {
		return errcode.NotImplemented(r.name + ".txnNumber on a time series collection")
	}
	return nil
}

// checkSeriesModification: findAndModify removes measurements, and changes none.
func (c *collection) checkSeriesModification(r *request, m *findAndModifyCommand) error {
	if !c.holdsMeasurements() {
		return nil
	}
	if !m.Remove {
		return c.options.series.CheckUpdate(m.Query, m.Update.value, false, bool(m.Upsert))
	}
	if m.Sort != nil {
		return errcode.NotImplemented("findAndModify.sort on a time series collection")
	}
	return c.checkSeriesDelete(r)
}

// checkOutSeries returns the errors of $out that is to make a time series collection
// where there is another (src/mongo/db/pipeline/document_source_out.cpp).
func (d *database) checkOutSeries(name string, options *timeseries.Options) error {
	if options == nil {
		return nil
	}
	c := d.measurements(name)
	switch {
	case c == nil && (d.views[name] != nil || d.collections[name] != nil):
		return errcode.New(7268700, "Cannot create a time-series collection from a non time-series collection or view.")
	case c != nil && !c.options.series.Same(options):
		return errcode.New(7406103, "Time-series options inputted must match the existing time-series collection. Received: %s Found: %s",
			value.String(options.Document()), value.String(c.options.series.Document()))
	}
	return nil
}

// ensureOutTarget makes the collection that $out replaces if there is none.
func (r *request) ensureOutTarget(name string, options *timeseries.Options) (*collection, error) {
	if options == nil {
		return r.ensure(r.database, name)
	}
	return r.makeTimeSeries(r.database, name, &timeSeries{Options: options})
}

// behind returns the name of the stored collection c, which clients call name.
func behind(name string, c *collection) string {
	if c.holdsMeasurements() {
		return bucketsPrefix + name
	}
	return name
}
