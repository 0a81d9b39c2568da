package match

import (
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// documentOperators are written in the place of a field's name: at the top of a
// filter, and in the filters of $elemMatch and its like. They return nil for a
// condition that always holds. The tables are filled by init because the parsers read
// filters, which use these tables.
var documentOperators map[string]func(p parser, e bson.E, depth int) (node, error)

// operand is the value beside the name of an operator, with the whole document of
// both.
type operand struct {
	name   string
	arg    any
	beside bson.D
	depth  int
}

// valueOperators test the value of a field. They return nil for an operator that
// another of them reads.
var valueOperators map[string]func(p parser, o operand) (test, error)

func init() {
	documentOperators = map[string]func(p parser, e bson.E, depth int) (node, error){
		"$and": parser.logical, "$or": parser.logical, "$nor": parser.logical,
		"$expr": parser.expression, "$jsonSchema": parser.jsonSchema,
		"$comment":    func(parser, bson.E, int) (node, error) { return nil, nil },
		"$alwaysTrue": parser.constant, "$alwaysFalse": parser.constant,
	}
	valueOperators = map[string]func(p parser, o operand) (test, error){
		"$eq": parser.compare, "$gt": parser.compare, "$gte": parser.compare, "$lt": parser.compare, "$lte": parser.compare,
		"$ne": negated(parser.compare), "$in": parser.inList, "$nin": negated(parser.inList), "$not": parser.negation,
		"$elemMatch": parser.elemMatch, "$all": parser.allOf, "$regex": parser.regex, "$options": parser.regexOptions,
		"$exists": ofArgument(existence), "$type": ofArgument(types), "$size": ofArgument(size), "$mod": ofArgument(modulo),
		"$bitsAllSet": ofArgument(bits), "$bitsAllClear": ofArgument(bits), "$bitsAnySet": ofArgument(bits), "$bitsAnyClear": ofArgument(bits),
	}
}

// refusedDocumentOperators are the operators of the server 8.2 that memdb refuses,
// with the server's own error for places where it does not have them either.
var refusedDocumentOperators = map[string]func(p parser, name string) error{
	"$where": notNarrow, "$text": notNarrow, "$sampleRate": notInside,
}

// refusedValueOperators are the refused ones that test a value, and the names inside
// their operands.
var refusedValueOperators = strings.Fields(`$rand $geoWithin $geoIntersects $near $nearSphere $geoNear $within $geometry
	$box $center $centerSphere $polygon $maxDistance $minDistance $uniqueDocs $meta $search $language $caseSensitive
	$diacriticSensitive $encStrContains $encStrStartsWith $encStrEndsWith $encStrNormalizedEq`)

// Support returns the rows of query operators and of the keywords of $jsonSchema for
// the list of supported names.
func Support() []support.Entry {
	return slices.Concat(
		support.Rows(support.QueryOperator, support.Done, slices.Collect(maps.Keys(documentOperators))...),
		support.Rows(support.QueryOperator, support.Done, slices.Collect(maps.Keys(valueOperators))...),
		support.Rows(support.QueryOperator, support.Refused, slices.Collect(maps.Keys(refusedDocumentOperators))...),
		support.Rows(support.QueryOperator, support.Refused, refusedValueOperators...),
		support.Rows(support.SchemaKeyword, support.Done, schemaKeywords...),
		support.Rows(support.SchemaKeyword, support.Refused, refusedKeywords...),
		support.Rows(support.SchemaKeyword, support.Error, unsupportedKeywords...),
	)
}

// IsDocumentOperator reports whether an operator is written in the place of a field's
// name, not beside a value.
func IsDocumentOperator(name string) bool { return documentOperators[name] != nil }

// standsAtTop reports whether a name that begins with "$" is none of an operator on
// a value, but of one on a document, or of a field of a reference in the old form.
func standsAtTop(name string) bool {
	return IsDocumentOperator(name) || refusedDocumentOperators[name] != nil || isReference(name)
}

func isReference(name string) bool { return name == "$ref" || name == "$id" || name == "$db" }

func (p parser) documentOperator(e bson.E, depth int) (node, error) {
	if parse := documentOperators[e.Key]; parse != nil {
		return parse(p, e, depth)
	}
	if isReference(e.Key) {
		return p.reference(e)
	}
	refuse := refusedDocumentOperators[e.Key]
	if refuse != nil {
		if err := refuse(p, e.Key); err != nil {
			return nil, err
		}
	}
	if refuse != nil || slices.Contains(refusedValueOperators, e.Key) {
		return nil, errcode.NotImplemented(e.Key)
	}
	return nil, bad("unknown top level operator: %s. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.", e.Key)
}

// reference reads a field of a reference in the old form as one of any other name.
func (p parser) reference(e bson.E) (node, error) {
	if p.validator && !p.inner {
		return nil, refuseValidator(e.Key)
	}
	t, err := p.equality(e.Value)
	return field{newPath(e.Key), t}, err
}

func (p parser) constant(e bson.E, _ int) (node, error) {
	if n, ok := value.Whole(e.Value); !ok || n != 1 {
		return nil, errcode.New(errcode.FailedToParse, "%s must be an integer value of 1", e.Key)
	}
	return constant(e.Key == "$alwaysTrue"), nil
}

func notNarrow(p parser, name string) error {
	if p.opt.Narrow {
		return bad("%s is not allowed in this context", name)
	}
	return nil
}

func notInside(p parser, name string) error {
	if p.inner {
		return bad("%s can only be applied to the top-level document", name)
	}
	return nil
}

// valueOperator reads one field of an operator document.
func (p parser) valueOperator(o operand) (test, error) {
	parse := valueOperators[o.name]
	if parse == nil {
		return nil, p.notAValueOperator(o)
	}
	t, err := parse(p, o)
	if s, ok := t.(*single); ok && s.written == nil {
		s.written = bson.D{{Key: o.name, Value: o.arg}}
	}
	return t, err
}

func (p parser) notAValueOperator(o operand) error {
	if !slices.Contains(refusedValueOperators, o.name) {
		return bad("unknown operator: %s", o.name)
	}
	if p.opt.Narrow && (o.name == "$near" || o.name == "$nearSphere" || o.name == "$geoNear") {
		return nearError(o)
	}
	return errcode.NotImplemented(o.name)
}

// nearError is the server's own error for operators that sort by distance, where
// they are not allowed.
func nearError(o operand) error {
	switch o.arg.(type) {
	case bson.D, bson.A:
		if o.beside[0].Key == o.name {
			return errcode.New(5626500, "$geoNear, $near, and $nearSphere are not allowed in this context")
		}
	}
	return bad("near must be first in: %s", value.String(o.beside))
}

// negated is an operator that is true where another is not.
func negated(parse func(p parser, o operand) (test, error)) func(p parser, o operand) (test, error) {
	return func(p parser, o operand) (test, error) {
		t, err := parse(p, o)
		if err != nil {
			return nil, err
		}
		return &not{o.name, o.arg, t}, nil
	}
}

// ofArgument is an operator that needs nothing but its argument.
func ofArgument(build func(name string, arg any) (test, error)) func(p parser, o operand) (test, error) {
	return func(_ parser, o operand) (test, error) { return build(o.name, o.arg) }
}

func (p parser) compare(o operand) (test, error) { return p.comparison(o.name, o.arg) }

func (p parser) inList(o operand) (test, error) { return inList(o.name, o.arg, p.collation()) }

func (p parser) regex(o operand) (test, error) { return regexOf(o.beside) }

// regexOptions leaves $options to $regex.
func (p parser) regexOptions(o operand) (test, error) {
	_, err := regexOf(o.beside)
	return nil, err
}
