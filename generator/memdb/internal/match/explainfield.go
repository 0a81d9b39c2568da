package match

import "go.mongodb.org/mongo-driver/v2/bson"

// leaf is one condition of a field, as a validator's failure shows it.
type leaf struct {
	name    string // operator as written
	written any    // the value beside the path
	last    reach  // which values count as considered
	reason  string
}

// test explains the condition on a field.
func (x *explainer) test(p *path, t test, doc bson.D, met bool) any {
	switch t := t.(type) {
	case *single:
		return x.leaf(p, singleLeaf(t.name, t, met), doc)
	case *not:
		return x.negated(p, t, doc, met)
	case every:
		nodes := flat([]node{field{p, t}})
		return x.clauses("$and", nodes, doc, met, met)
	case *elemMatch:
		return x.leaf(p, leaf{"$elemMatch", bson.D{{Key: "$elemMatch", Value: t.arg}}, whole,
			pick(met, "array did not satisfy the child predicate", "array did satisfy the child predicate")}, doc)
	case *containsAll:
		return x.containsAll(p, t, doc, met)
	}
	return nil
}

func (x *explainer) negated(p *path, n *not, doc bson.D, met bool) any {
	if n.name == "$not" {
		return bson.D{{Key: "operatorName", Value: "$not"}, {Key: "details", Value: x.test(p, n.test, doc, !met)}}
	}
	inner := singleLeaf(n.name, n.test.(*single), !met)
	inner.written = bson.D{{Key: n.name, Value: n.arg}}
	return x.leaf(p, inner, doc)
}

func (x *explainer) containsAll(p *path, t *containsAll, doc bson.D, met bool) bson.D {
	written := bson.D{{Key: "$all", Value: t.arg}}
	if len(t.tests) == 0 {
		return x.impossible("$all", bson.D{{Key: p.dotted, Value: written}})
	}
	return x.leaf(p, leaf{"$all", written, whole,
		pick(met, "array did not contain all specified values", "array did contain all specified values")}, doc)
}

// reasons are those of a condition that is not met, and of one that is.
var reasons = map[string][2]string{
	"$eq": comparisonReasons, "$gt": comparisonReasons, "$gte": comparisonReasons, "$lt": comparisonReasons, "$lte": comparisonReasons,
	"$in":     {"no matching value found in array", "matching value found in array"},
	"$exists": {"path does not exist", "path does exist"},
	"$type":   {"type did not match", "type did match"},
	"$regex":  {"regular expression did not match", "regular expression did match"},
	"$mod":    {"$mod did not evaluate to expected remainder", "$mod did evaluate to expected remainder"},
	"$size":   {"array length was not equal to given size", "array length was equal to given size"},

	"$bitsAllSet": bitReasons, "$bitsAllClear": bitReasons, "$bitsAnySet": bitReasons, "$bitsAnyClear": bitReasons,
}

var (
	comparisonReasons = [2]string{"comparison failed", "comparison succeeded"}
	bitReasons        = [2]string{"bitwise operator failed to match", "bitwise operator matched successfully"}
)

func singleLeaf(name string, s *single, met bool) leaf {
	texts := reasons[s.name]
	l := leaf{name: name, written: s.written, last: elements, reason: pick(met, texts[0], texts[1])}
	if s.name == "$size" {
		l.last = whole
	}
	return l
}

// expected are the types that an operator works on, where a value of another type
// is a reason of its own.
var expected = map[string]bson.A{
	"$regex": {"regex", "string", "symbol"}, "$mod": {"decimal", "double", "int", "long"}, "$size": {"array"}, "$elemMatch": {"array"},
	"$bitsAllSet": bitTypes, "$bitsAllClear": bitTypes, "$bitsAnySet": bitTypes, "$bitsAnyClear": bitTypes,
}

var bitTypes = bson.A{"binData", "decimal", "double", "int", "long"}

func (x *explainer) leaf(p *path, l leaf, doc bson.D) bson.D {
	detail := x.specified(bson.D{{Key: "operatorName", Value: l.name}}, bson.D{{Key: p.dotted, Value: l.written}})
	if l.name == "$exists" {
		return append(detail, bson.E{Key: "reason", Value: l.reason})
	}
	c, found := p.considered(doc, l.last)
	if !found {
		return append(detail, bson.E{Key: "reason", Value: "field was missing"})
	}
	if types := expected[l.name]; types != nil && !c.has(types) {
		detail = append(append(detail, bson.E{Key: "reason", Value: "type did not match"}), c.types()...)
		detail = append(detail, oneOrAll("expectedType", types))
	} else {
		detail = append(detail, bson.E{Key: "reason", Value: l.reason})
	}
	if !x.brief {
		detail = append(detail, c.shown()...)
	}
	if l.name == "$type" {
		detail = append(detail, c.types()...)
	}
	return detail
}
