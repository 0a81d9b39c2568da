package figure

import "slices"

// Names are none: what is measured has its words in the captions.
func (c Cost) Names() []string { return nil }

// Plain is the table.
func (c Cost) Plain() []Part { return []Part{{Kind: TablePart, Table: slices.Concat(c.Rows, c.Kept)}} }
