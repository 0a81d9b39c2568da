package figure

// IndexScans show which entries of an index models read for a question, a column a
// model, with the entries in the order of the index.
type IndexScans struct{ Models []ScansOfModel }

// ScansOfModel are the scans of a model, one a step; none if its example did not run.
type ScansOfModel struct {
	Model string // name of the example
	Scans []IndexScan
}

// IndexScan is a scan of an index, or of a collection without one.
type IndexScan struct {
	Collection string
	Fields     []IndexField // none of a scan of a collection
	Entries    []EntryRow
	Remarks    []Phrase // of the index
	Counts     []Phrase // of what was read
}

// IndexField is a field of an index.
type IndexField struct {
	Path       string
	Descending bool
	Bounds     string // that a scan reads, as explain writes them
}

// EntryRow is an entry of an index, or a number of entries that are left out.
type EntryRow struct {
	Values  [][]Token // one a field, nil for one that is missing
	State   string    // a key of scan-words: "within", "examined", "returned"; "" outside of the bounds
	LeftOut int
	// Examined and Returned are how many of those that are left out were read, and how
	// many of these led to a document that was returned.
	Examined, Returned int
}

// Has reports whether an entry has a state.
func (s IndexScans) Has(state string) bool {
	for _, model := range s.Models {
		for _, scan := range model.Scans {
			for _, entry := range scan.Entries {
				if entry.State == state {
					return true
				}
			}
		}
	}
	return false
}

// Paint has the scans written.
func (s IndexScans) Paint(p Painter) { p.IndexScans(s) }

func (s IndexScans) size() int {
	size := 0
	for _, model := range s.Models {
		for _, scan := range model.Scans {
			for _, entry := range scan.Entries {
				size += aroundLine
				for _, value := range entry.Values {
					size += sizeOf(value)
				}
			}
		}
	}
	return size
}
