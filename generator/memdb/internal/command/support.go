package command

import (
	"cmp"
	"slices"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/project"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/update"
)

// KnownNames lists the names that MongoDB's server 8.2 knows with their status in
// memdb, sorted by kind and name. They come from the tables of the parsers and from
// the fields of the commands. The options of a collection are the fields of create.
func KnownNames() []support.Entry {
	list := slices.Concat(
		match.Support(), project.Support(), update.Support(), pipeline.Support(), expr.Support(), storage.Support(),
		support.Rows(support.Command, support.Refused, RefusedNames...),
	)
	for name, c := range commands {
		list = append(list, support.Entry{Kind: support.Command, Name: name, State: c.status()})
		for _, f := range c.fields().Fields() {
			list = append(list, support.Entry{Kind: support.Field, Name: name + "." + f.Name, State: f.Status})
		}
	}
	generic := idl.Of[genericArguments]("")
	for _, f := range commands["create"].fields().Fields() {
		if f.Name != "create" && !generic.Has(f.Name) {
			list = append(list, support.Entry{Kind: support.CollectionOption, Name: f.Name, State: f.Status})
		}
	}
	slices.SortFunc(list, func(a, b support.Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// commandStatus returns the status of a command, Unknown if no server knows it.
func commandStatus(name string) support.Status {
	switch c := commands[name]; {
	case c != nil:
		return c.status()
	case slices.Contains(RefusedNames, name):
		return support.Refused
	}
	return support.Unknown
}

// status returns the status of a command that is not refused.
func (c *namedCommand) status() support.Status {
	if c.fails {
		return support.Error
	}
	return support.Done
}
