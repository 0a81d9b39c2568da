package play

// Advance makes the step after the one that ran the next, in place of Prepare, which
// runs all before it again.
func (s *Session) Advance() { s.next++ }
