package example

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Query is the query of an operation on its collection, which runs before
// anything else.
type Query struct {
	Filter    bson.D
	Sort      bson.D
	Collation bson.D
}

// Query returns the operation's query: its filter, or the stages that a pipeline
// begins with.
func (o Operation) Query() Query {
	var q Query
	q.Collation, _ = o.Argument("collation").(bson.D)
	if pipeline, ok := o.Argument("pipeline").(bson.A); ok {
		q.Filter, q.Sort = leading(pipeline)
		return q
	}
	q.Filter, _ = o.Argument("filter").(bson.D)
	q.Sort, _ = o.Argument("sort").(bson.D)
	return q
}

// leading returns the filter and the sort that the first stages of a pipeline
// are.
func leading(pipeline bson.A) (filter, sort bson.D) {
	for len(pipeline) > 0 {
		d, argument := stageOf(pipeline[0])
		if d != "$match" {
			break
		}
		filter = append(filter, argument...)
		pipeline = pipeline[1:]
	}
	if len(pipeline) > 0 {
		if name, argument := stageOf(pipeline[0]); name == "$sort" {
			sort = argument
		}
	}
	return filter, sort
}

func stageOf(item any) (name string, argument bson.D) {
	stage, _ := item.(bson.D)
	if len(stage) != 1 {
		return "", nil
	}
	argument, _ = stage[0].Value.(bson.D)
	return stage[0].Key, argument
}

// On returns the conditions of the filter on some fields, and of an $elemMatch
// the conditions inside of it; false if it has conditions whose fields can't be
// told apart.
func (q Query) On(fields []string) (conditions bson.D, ok bool) {
	for _, e := range q.Filter {
		clauses, isList := e.Value.(bson.A)
		switch {
		case e.Key == "$and" && isList:
			for _, clause := range clauses {
				d, _ := clause.(bson.D)
				inner, ok := Query{Filter: d}.On(fields)
				if !ok {
					return nil, false
				}
				conditions = append(conditions, inner...)
			}
		case strings.HasPrefix(e.Key, "$"):
			return nil, false
		case slices.Contains(fields, e.Key):
			conditions = append(conditions, e)
		default:
			inner, ok := onElements(e, fields)
			if !ok {
				return nil, false
			}
			conditions = append(conditions, inner...)
		}
	}
	return conditions, true
}

// onElements returns, of a condition on an array, the $elemMatch with its
// conditions on some fields of the array's documents, nothing if it has none.
func onElements(e bson.E, fields []string) (conditions bson.D, ok bool) {
	operators, _ := e.Value.(bson.D)
	elements, _ := lookup(operators, "$elemMatch").(bson.D)
	var under []string
	for _, field := range fields {
		if rest, isUnder := strings.CutPrefix(field, e.Key+"."); isUnder {
			under = append(under, rest)
		}
	}
	if elements == nil || under == nil {
		return nil, true
	}
	inner, ok := Query{Filter: elements}.On(under)
	if len(inner) == 0 {
		return nil, ok
	}
	return bson.D{{Key: e.Key, Value: bson.D{{Key: "$elemMatch", Value: inner}}}}, ok
}

// Joins returns a $lookup whose documents are the ones that the given one reads,
// as a stage that puts them into the field "joined"; nil if they can't be found
// out. Other stages do not join.
func Joins(item any) (lookup bson.D, ok bool) {
	name, argument := stageOf(item)
	if name != "$lookup" {
		return nil, false
	}
	joined := bson.D{}
	for _, key := range []string{"from", "localField", "foreignField"} {
		value := lookupString(argument, key)
		if value == "" {
			return nil, true
		}
		joined = append(joined, bson.E{Key: key, Value: value})
	}
	return bson.D{{Key: "$lookup", Value: append(joined, bson.E{Key: "as", Value: "joined"})}}, true
}

// Kept returns the fields that a $lookup by two fields keeps of the documents that it
// finds, if a $project of them is all that its pipeline does; else nil. The server reads
// these documents whole, unless an index has all of the fields.
func Kept(item any) (fields []string) {
	name, argument := stageOf(item)
	inner, _ := lookup(argument, "pipeline").(bson.A)
	if name != "$lookup" || len(inner) != 1 || lookupString(argument, "localField") == "" || lookup(argument, "let") != nil {
		return nil
	}
	stage, projection := stageOf(inner[0])
	if stage != "$project" {
		return nil
	}
	keepsID := true
	for _, e := range projection {
		switch includes, isKnown := isIncluded(e.Value); {
		case !isKnown || !includes && e.Key != "_id":
			return nil
		case e.Key == "_id":
			keepsID = includes
		default:
			fields = append(fields, e.Key)
		}
	}
	if keepsID && fields != nil {
		fields = append(fields, "_id")
	}
	return fields
}

// isIncluded reports whether the value of a field in a projection includes it.
func isIncluded(v any) (includes, isKnown bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case int32:
		return v != 0, true
	}
	return false, false
}

func lookupString(d bson.D, key string) string {
	s, _ := lookup(d, key).(string)
	return s
}
