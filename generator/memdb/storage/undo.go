package storage

// Remember makes the collection note in undo how to take back each change from
// now on: running the list from its end does. nil makes it stop.
func (c *Collection) Remember(undo *[]func()) { c.undo = undo }

// remember notes a change of one record.
func (c *Collection) remember(changes []change, id RecordID, record func()) {
	if c.undo == nil {
		return
	}
	*c.undo = append(*c.undo, func() {
		for _, ch := range changes {
			if !sameKeys(ch.out, ch.in) {
				ch.index.drop(ch.in, id)
				ch.index.add(ch.out, nil, id)
			}
		}
		record()
	})
}
