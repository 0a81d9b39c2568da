//go:build !js

package regex

import "modelbook/generator/memdb/internal/errcode"

// compileBacktracking compiles a pattern for the backtracking engine.
func (s scanner) compileBacktracking() (*Regex, error) {
	p := parser{scanner: s}
	tree, err := p.parse()
	if err != nil {
		return nil, err
	}
	program, err := p.compile(tree)
	if err != nil {
		return nil, err
	}
	r := &Regex{backtracking: program.on}
	if program.looksFurther {
		r.notAll = errcode.NotImplemented("finding all matches of a regular expression with an assertion in a look behind")
	}
	return r, nil
}
