package play

// Advance makes the step after the one that ran the next. Prepare would run all
// steps before it again.
func (s *Session) Advance() { s.next++ }
