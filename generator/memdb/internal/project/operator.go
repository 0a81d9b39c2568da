package project

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

func (p *parser) operator(path []string, d bson.D) error {
	name, arg := d[0].Key, d[0].Value
	parse, ofFind := findOperators[name]
	if p.opt.Find && ofFind {
		if done, err := parse(p, path, arg); done || err != nil {
			return err
		}
	}
	if name == "$meta" {
		return errcode.NotImplemented("$meta")
	}
	if !expr.Known(name) && !ofFind && name != positionalOperator {
		return errcode.New(31325, "Unknown expression %s", name)
	}
	if p.mode == exclusion {
		return errcode.New(31252, "Cannot use expression other than $meta in exclusion projection")
	}
	return p.expression(path, d)
}

// positionalOperator is at the end of a path.
const positionalOperator = "$"

// findOperators are the operators that only find's projection has. done is false for
// an argument of the expression of the same name.
var findOperators = map[string]func(p *parser, path []string, arg any) (done bool, err error){
	"$slice":     (*parser).slice,
	"$elemMatch": (*parser).elemMatch,
}

// Support returns the rows of the operators of projections for the list of supported
// names.
func Support() []support.Entry {
	done := append(slices.Collect(maps.Keys(findOperators)), positionalOperator)
	return append(support.Rows(support.ProjectOperator, support.Done, done...), support.Rows(support.ProjectOperator, support.Refused, "$meta")...)
}

func (p *parser) elemMatch(path []string, arg any) (done bool, err error) {
	filter, ok := arg.(bson.D)
	switch {
	case !ok:
		return false, errcode.New(31274, "elemMatch: Invalid argument, object required, but got %s", value.TypeName(arg))
	case p.out.position != nil:
		return false, errcode.New(31255, "Cannot specify positional operator and $elemMatch.")
	case len(path) > 1:
		return false, errcode.New(31275, "Cannot use $elemMatch projection on a nested field.")
	}
	m, err := match.Parse(bson.D{{Key: path[0], Value: bson.D{{Key: "$elemMatch", Value: filter}}}}, match.Options{Scope: p.opt.Scope, Narrow: true})
	if err != nil {
		return false, err
	}
	if p.isTaken(path) {
		return false, errcode.New(31250, "Path collision at %s", dotted(path))
	}
	p.out.matches = append(p.out.matches, elemMatch{path[0], m})
	return true, nil
}

func (p *parser) slice(path []string, arg any) (done bool, err error) {
	s, isSlice, err := parseSlice(path, arg)
	if !isSlice || err != nil {
		return false, err
	}
	_, isNumberList := arg.(bson.A)
	switch taken := p.isTaken(s.path) || p.out.root.meets(s.path); {
	case taken && !isNumberList: // the server then reads it as the expression $slice
		return false, errcode.New(28667, "Invalid $slice syntax. The given syntax { $slice: %s } did not match the find() syntax because :: Path collision at %s :: The given syntax did not match the expression $slice syntax. :: caused by :: Expression $slice takes at least 2 arguments, and at most 3, but 1 were passed in.", value.String(arg), dotted(s.path))
	case p.isTaken(s.path):
		return false, errcode.New(31250, "Path collision at %s", dotted(s.path))
	}
	p.out.slices = append(p.out.slices, s)
	return true, nil
}
