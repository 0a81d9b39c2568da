package memdb

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// variant is one way to run a case; all that apply must agree.
type variant struct {
	name     string
	reversed bool
	index    bson.D                  // the key of an index to build first
	order    bson.D                  // the index's collation
	rewrite  func(c testCase) bson.D // the command, changed
	prepare  bson.D                  // a command to run before
	ordered  bool                    // the variant keeps the order of documents
}

func (v variant) run(t *testing.T, h host, c testCase) {
	db := c.load(t, h, v.reversed)
	if v.index != nil {
		spec := bson.D{{Key: "key", Value: v.index}, {Key: "name", Value: "variant"}}
		if v.order != nil {
			spec = append(spec, bson.E{Key: "collation", Value: v.order})
		}
		reply := db.reply(t, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{spec}}})
		if value.Get(reply, "ok") != 1.0 {
			t.Skipf("no such index on this data: %s", value.String(value.Get(reply, "errmsg")))
		}
	}
	if v.prepare != nil {
		db.must(t, v.prepare)
	}
	command := c.Command
	if v.rewrite != nil {
		command = v.rewrite(c)
	}
	c.Set = c.Set || (!v.ordered && !isSorted(command))
	reply := db.reply(t, command)
	if !h.memdb && command[0].Key == "explain" {
		reply = namedFields(reply, c.Reply)
	}
	c.expect(t, reply)
	if !v.reversed {
		c.expectState(t, db)
	}
}

func isSorted(command bson.D) bool {
	sort, ok := value.Get(command, "sort").(bson.D)
	return ok && len(sort) > 0
}

// variants lists the ways that a case's shape allows.
func variants(c testCase) []variant {
	list := []variant{{name: "plain", ordered: true}}
	if c.Only != "" {
		return list
	}
	for _, path := range filterPaths(c.Command) {
		list = append(list,
			variant{name: "index " + path, index: bson.D{{Key: path, Value: int32(1)}}},
			variant{name: "descending " + path, index: bson.D{{Key: path, Value: int32(-1)}}},
			variant{name: "compound " + path, index: bson.D{{Key: path, Value: int32(1)}, {Key: "_id", Value: int32(1)}}},
		)
	}
	if len(filterPaths(c.Command)) > 0 {
		list = append(list, variant{name: "wildcard", index: bson.D{{Key: "$**", Value: int32(1)}}})
	}
	if order := collationOf(c.Command); len(order) > 0 {
		for _, v := range list[1:] {
			v.name, v.order = "collated "+v.name, order
			list = append(list, v)
		}
	}
	if c.isFind() {
		list = append(list, findVariants(c)...)
	}
	if c.isAggregate() {
		list = append(list, aggregateVariants(c)...)
	}
	return list
}

// collationOf returns the collation of a command or of its first statement.
func collationOf(command bson.D) bson.D {
	for _, f := range command {
		switch v := f.Value.(type) {
		case bson.D:
			if f.Key == "collation" {
				return v
			}
		case bson.A:
			if first, ok := append(v, nil)[0].(bson.D); ok && (f.Key == "updates" || f.Key == "deletes") {
				return collationOf(first)
			}
		}
	}
	return nil
}

func findVariants(c testCase) []variant {
	var list []variant
	limited := !value.IsMissing(value.Get(c.Command, "limit")) || !value.IsMissing(value.Get(c.Command, "skip"))
	if (c.Set || isSorted(c.Command)) && !limited {
		list = append(list, variant{name: "reversed", reversed: true})
	}
	if usesFindProjection(c.Command) {
		return list
	}
	list = append(list, variant{name: "aggregate", ordered: true, rewrite: asAggregate})
	if c.State == nil {
		view := bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: bson.A{}}}
		order := collationOf(c.Command)
		if len(order) == 0 {
			order = collationOf(c.Options)
		}
		if order != nil {
			view = append(view, bson.E{Key: "collation", Value: order})
		}
		list = append(list, variant{
			name:    "view",
			ordered: true,
			prepare: view,
			rewrite: onView,
		})
	}
	return list
}

// isFind holds for finds that a pipeline can express.
func (c testCase) isFind() bool {
	for _, f := range c.Command {
		if !slices.Contains([]string{"find", "filter", "sort", "skip", "limit", "projection", "let", "collation"}, f.Key) {
			return false
		}
	}
	return len(c.Command) > 0 && c.Command[0].Key == "find" && c.Command[0].Value == "c"
}

// usesFindProjection finds the operators that mean something only in find.
func usesFindProjection(command bson.D) bool {
	projection, _ := value.Get(command, "projection").(bson.D)
	return slices.ContainsFunc(projection, func(f bson.E) bool {
		operators, ok := f.Value.(bson.D)
		return strings.HasSuffix(f.Key, ".$") ||
			(ok && len(operators) > 0 && (operators[0].Key == "$slice" || operators[0].Key == "$elemMatch"))
	})
}

func asAggregate(c testCase) bson.D {
	stages := bson.A{}
	for _, pair := range [][2]string{{"filter", "$match"}, {"sort", "$sort"}, {"skip", "$skip"}, {"limit", "$limit"}, {"projection", "$project"}} {
		v := value.Get(c.Command, pair[0])
		if doc, ok := v.(bson.D); value.IsMissing(v) || (ok && len(doc) == 0 && pair[0] != "filter") {
			continue
		}
		stages = append(stages, bson.D{{Key: pair[1], Value: v}})
	}
	command := bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: stages}, {Key: "cursor", Value: bson.D{}}}
	for _, name := range []string{"let", "collation"} {
		if option, ok := value.Get(c.Command, name).(bson.D); ok {
			command = append(command, bson.E{Key: name, Value: option})
		}
	}
	return command
}

func onView(c testCase) bson.D {
	command := slices.Clone(c.Command)
	command[0].Value = "v"
	return command
}

// filterPaths lists the paths on which a command's filter has conditions.
func filterPaths(command bson.D) []string {
	var paths []string
	if stages, _ := value.Get(command, "pipeline").(bson.A); len(stages) > 0 {
		if first, ok := stages[0].(bson.D); ok {
			if filter, ok := value.Get(first, "$match").(bson.D); ok {
				paths = append(paths, pathsOf(filter)...)
			}
		}
	}
	for _, name := range []string{"filter", "query"} {
		if filter, ok := value.Get(command, name).(bson.D); ok {
			paths = append(paths, pathsOf(filter)...)
		}
	}
	for _, name := range []string{"updates", "deletes"} {
		list, _ := value.Get(command, name).(bson.A)
		for _, v := range list {
			statement, _ := v.(bson.D)
			if filter, ok := value.Get(statement, "q").(bson.D); ok {
				paths = append(paths, pathsOf(filter)...)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func pathsOf(filter bson.D) []string {
	var paths []string
	for _, f := range filter {
		if branches, ok := f.Value.(bson.A); ok && strings.HasPrefix(f.Key, "$") {
			for _, branch := range branches {
				if inner, ok := branch.(bson.D); ok {
					paths = append(paths, pathsOf(inner)...)
				}
			}
			continue
		}
		if f.Key != "" && f.Key != "_id" && !strings.Contains(f.Key, "$") && !strings.HasPrefix(f.Key, ".") && !strings.HasSuffix(f.Key, ".") {
			paths = append(paths, f.Key)
		}
	}
	return paths
}
