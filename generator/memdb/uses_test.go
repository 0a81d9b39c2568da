package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// use is one place in a case where an operator stands.
type use struct {
	kind support.Kind
	name string
	arg  any
}

type uses []use

// usesOf finds the operators of a command's pipelines, projection and filter.
func usesOf(command bson.D) uses {
	var u uses
	u.pipeline(value.Get(command, "pipeline"))
	u.pipeline(value.Get(command, "update"))
	u.filter(value.Get(command, "filter"))
	if projection, ok := value.Get(command, "projection").(bson.D); ok {
		u.expression(projection)
	}
	updates, _ := value.Get(command, "updates").(bson.A)
	for _, statement := range updates {
		if d, ok := statement.(bson.D); ok {
			u.pipeline(value.Get(d, "u"))
		}
	}
	return u
}

func (u *uses) add(kind support.Kind, name string, arg any) {
	*u = append(*u, use{kind, name, arg})
}

func (u *uses) pipeline(v any) {
	list, _ := v.(bson.A)
	for _, v := range list {
		if d, ok := v.(bson.D); ok && len(d) == 1 {
			u.add(support.Stage, d[0].Key, d[0].Value)
			u.stage(d[0].Key, d[0].Value)
		}
	}
}

func (u *uses) stage(name string, arg any) {
	spec, _ := arg.(bson.D)
	switch name {
	case "$match":
		u.filter(arg)
	case "$group":
		for _, f := range spec {
			if f.Key == "_id" {
				u.expression(f.Value)
			} else {
				u.accumulator(f.Value)
			}
		}
	case "$bucket", "$bucketAuto", "$setWindowFields", "$fill", "$lookup", "$unionWith", "$graphLookup", "$merge", "$facet":
		for _, f := range spec {
			u.option(name, spec, f)
		}
	case "$sort", "$densify", "$out", "$collStats", "$indexStats", "$listSessions":
	default:
		u.expression(arg)
	}
}

// option finds the operators in one option of a stage.
func (u *uses) option(stage string, spec bson.D, f bson.E) {
	switch {
	case stage == "$facet", f.Key == "pipeline", f.Key == "whenMatched":
		u.pipeline(f.Value)
	case f.Key == "restrictSearchWithMatch":
		u.filter(f.Value)
	case f.Key == "output" && stage == "$setWindowFields":
		u.windows(f.Value, value.Get(spec, "sortBy"))
	case f.Key == "output" && stage != "$fill":
		fields, _ := f.Value.(bson.D)
		for _, f := range fields {
			u.accumulator(f.Value)
		}
	case f.Key == "groupBy", f.Key == "partitionBy", f.Key == "startWith", f.Key == "let", f.Key == "output":
		u.expression(f.Value)
	}
}

func (u *uses) accumulator(v any) {
	if d, ok := v.(bson.D); ok && len(d) > 0 {
		u.add(support.Accumulator, d[0].Key, d[0].Value)
		u.expression(d[0].Value)
	}
}

// windows finds window functions; those without an argument look at the sort key.
func (u *uses) windows(output, sortBy any) {
	keys := bson.A{}
	if sort, ok := sortBy.(bson.D); ok {
		for _, f := range sort {
			keys = append(keys, "$"+f.Key)
		}
	}
	fields, _ := output.(bson.D)
	for _, field := range fields {
		functions, _ := field.Value.(bson.D)
		for _, f := range functions {
			if !strings.HasPrefix(f.Key, "$") {
				continue
			}
			if d, ok := f.Value.(bson.D); ok && len(d) == 0 {
				u.add(support.WindowFunction, f.Key, keys)
				continue
			}
			u.add(support.WindowFunction, f.Key, f.Value)
			u.expression(f.Value)
		}
	}
}

// filter finds the expressions in a filter.
func (u *uses) filter(v any) {
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			if f.Key == "$expr" {
				u.expression(f.Value)
			} else {
				u.filter(f.Value)
			}
		}
	case bson.A:
		for _, e := range v {
			u.filter(e)
		}
	}
}

func (u *uses) expression(v any) {
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			if strings.HasPrefix(f.Key, "$") {
				u.add(support.Expression, f.Key, f.Value)
			}
			if f.Key != "$literal" && f.Key != "$const" {
				u.expression(f.Value)
			}
		}
	case bson.A:
		for _, e := range v {
			u.expression(e)
		}
	}
}

// decoded returns a document as the database reads it, nil if it can't be read.
func decoded(d bson.D) bson.D {
	raw, err := bson.Marshal(d)
	if err != nil {
		return nil
	}
	out, err := value.Decode(raw)
	if err != nil {
		return nil
	}
	return out
}
