package example

import (
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// mostLookedAt is how many documents are searched for a field.
const mostLookedAt = 10_000

// UnknownField describes a field that an operation looks for and that is in no
// document of its collection, nor in its validator, nor in any step's writes; ""
// if there is none, or that can't be found out.
func (e *Example) UnknownField(o Operation, data *Data) string {
	c := e.Collection(o.Object)
	if c == nil || data.Count(c.Name) > mostLookedAt || e.writesAnything(c.Name) {
		return ""
	}
	asked := o.fields()
	if len(asked) == 0 {
		return ""
	}
	known := e.fieldsOf(c, data)
	for _, field := range asked {
		if known[field] {
			continue
		}
		text := "no document of " + c.Name + " has a field " + field
		if hint := diag.DidYouMean(field, slices.Sorted(maps.Keys(known))); hint != "" {
			text += " (" + hint + ")"
		}
		return text
	}
	return ""
}

// writesAnything reports whether fields of a collection may come from elsewhere: from
// a pipeline that writes, or by another name.
func (e *Example) writesAnything(collection string) bool {
	return slices.ContainsFunc(e.Steps, func(s Step) bool {
		_, isPipeline := s.Operation.Argument("update").(bson.A)
		elsewhere := s.Operation.Object != collection && s.Operation.Writes() && (s.Operation.Object == "" || s.Operation.Name == "aggregate")
		return elsewhere || s.Operation.Object == collection && (isPipeline || s.Operation.Name == "rename" || s.Operation.Name == "bulkWrite")
	})
}

// fieldsOf are the paths of fields that documents of a collection have or may have,
// without the places in arrays.
func (e *Example) fieldsOf(c *Collection, data *Data) map[string]bool {
	known := map[string]bool{"_id": true}
	for d := range data.Documents(c.Name) {
		var document bson.D
		if bson.Unmarshal(d.Raw, &document) == nil {
			addFields(known, "", document)
		}
	}
	schema, _ := lookup(c.Validator, "$jsonSchema").(bson.D)
	addProperties(known, "", schema)
	for _, s := range e.Steps {
		if s.Operation.Object != c.Name || !s.Operation.Writes() {
			continue
		}
		for _, argument := range s.Operation.Arguments {
			if argument.Key != "filter" || s.Operation.Argument("upsert") == true {
				addFields(known, "", argument.Value)
			}
		}
	}
	return known
}

// addFields adds the paths of a document, or of the documents in a list. The
// argument of an operator of updates counts as fields of the document that it
// changes.
func addFields(known map[string]bool, under string, v any) {
	switch v := v.(type) {
	case bson.A:
		for _, item := range v {
			addFields(known, under, item)
		}
	case bson.D:
		for _, f := range v {
			if strings.HasPrefix(f.Key, "$") {
				addFields(known, under, f.Value)
				continue
			}
			path := withoutPlaces(under + f.Key)
			for i, r := range path {
				if r == '.' {
					known[path[:i]] = true
				}
			}
			known[path] = true
			addFields(known, path+".", f.Value)
		}
	}
}

// addProperties adds the fields that a $jsonSchema names.
func addProperties(known map[string]bool, under string, schema bson.D) {
	for _, keyword := range schema {
		switch v := keyword.Value.(type) {
		case bson.D:
			if keyword.Key == "properties" {
				for _, property := range v {
					known[under+property.Key] = true
					inner, _ := property.Value.(bson.D)
					addProperties(known, under+property.Key+".", inner)
				}
				continue
			}
			addProperties(known, under, v)
		case bson.A:
			for _, item := range v {
				inner, _ := item.(bson.D)
				addProperties(known, under, inner)
			}
		}
	}
}

// fields are the fields that an operation looks for: in its filter, or in the
// stages of a pipeline up to the first that makes other documents.
func (o Operation) fields() []string {
	pipeline, isPipeline := o.Argument("pipeline").(bson.A)
	if !isPipeline {
		filter, _ := o.Argument("filter").(bson.D)
		return fieldsIn(filter, "")
	}
	var fields []string
	for _, item := range pipeline {
		switch name, argument := stageOf(item); name {
		case "$match":
			fields = append(fields, fieldsIn(argument, "")...)
		case "$sort", "$limit", "$skip":
		case "$group", "$project", "$unwind":
			stage, _ := item.(bson.D)
			return append(fields, referred(stage[0].Value)...)
		default:
			return fields
		}
	}
	return fields
}

// fieldsIn are the paths of a filter's conditions, except with $exists, which may
// ask for a missing field.
func fieldsIn(filter bson.D, under string) []string {
	var fields []string
	for _, f := range filter {
		clauses, isList := f.Value.(bson.A)
		switch {
		case isList && (f.Key == "$and" || f.Key == "$or" || f.Key == "$nor"):
			for _, clause := range clauses {
				inner, _ := clause.(bson.D)
				fields = append(fields, fieldsIn(inner, under)...)
			}
		case f.Key == "$expr":
			fields = append(fields, referred(f.Value)...)
		case strings.HasPrefix(f.Key, "$"):
		default:
			operators, _ := f.Value.(bson.D)
			if lookup(operators, "$exists") != nil {
				continue
			}
			path := withoutPlaces(under + f.Key)
			fields = append(fields, path)
			if elements, ok := lookup(operators, "$elemMatch").(bson.D); ok {
				fields = append(fields, fieldsIn(elements, path+".")...)
			}
		}
	}
	return fields
}

// referred are the fields of the document that expressions read.
func referred(v any) []string {
	switch v := v.(type) {
	case string:
		if path, isField := strings.CutPrefix(v, "$"); isField && !strings.HasPrefix(path, "$") {
			return []string{withoutPlaces(path)}
		}
	case bson.D:
		var fields []string
		for _, f := range v {
			if f.Key != "$literal" {
				fields = append(fields, referred(f.Value)...)
			}
		}
		return fields
	case bson.A:
		var fields []string
		for _, item := range v {
			fields = append(fields, referred(item)...)
		}
		return fields
	}
	return nil
}

// withoutPlaces leaves the numbers of places in arrays out of a path.
func withoutPlaces(path string) string {
	names := strings.Split(path, ".")
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name != "" && strings.Trim(name, "0123456789") == "" }), ".")
}
