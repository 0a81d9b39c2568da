package regex

// compileBacktracking leaves the backtracking engine out of the program for browsers, which
// would be a hundredth larger.
func (s scanner) compileBacktracking() (*Regex, error) {
	return nil, s.refuse("what Go's engine can't run, in the playground,")
}
