package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// schema is a $jsonSchema, or one inside it: rules that a value must keep.
type schema struct {
	spec  bson.D
	rules []rule // in the order in which the server reports them
	never bool   // a schema of a whole document that wants another type
}

// rule is one keyword. It binds only values of its type; explain returns the details of
// a value that breaks it: a document, an array of them for two keywords at once, or
// nil if another rule reports it.
type rule struct {
	applies func(v any) bool
	holds   func(v any) bool
	explain func(x *explainer, v any) any
}

func (s *schema) matches(doc bson.D, _ *run) bool { return s.passes(doc) }

func (s *schema) passes(v any) bool {
	for _, r := range s.rules {
		if r.applies(v) && !r.holds(v) {
			return false
		}
	}
	return !s.never
}

// schemaParser reads a schema. The schema of the whole document is at the top:
// there, keywords for other types than object have no effect.
type schemaParser struct {
	words map[string]any
	out   *schema
	top   bool
	depth int
}

type keyword struct {
	name string
	read func(p *schemaParser, name string, arg any) error
}

// keywords are those of scalars and arrays, in the server's order of evaluation.
// Those of objects follow, then the logical ones, then the type.
func keywords() []keyword {
	return []keyword{
		{"pattern", (*schemaParser).pattern},
		{"maxLength", (*schemaParser).length},
		{"minLength", (*schemaParser).length},
		{"multipleOf", (*schemaParser).multipleOf},
		{"maximum", (*schemaParser).maximum},
		{"minimum", (*schemaParser).minimum},
		{"minItems", (*schemaParser).itemCount},
		{"maxItems", (*schemaParser).itemCount},
		{"uniqueItems", (*schemaParser).uniqueItems},
		{"items", (*schemaParser).items},
		{"additionalItems", (*schemaParser).additionalItems},
	}
}

// parseSchema reads the schema of a whole document.
func parseSchema(spec bson.D) (*schema, error) { return readSchema(spec, true, 0) }

func readSchema(spec bson.D, top bool, depth int) (*schema, error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	p := &schemaParser{words: make(map[string]any, len(spec)), out: &schema{spec: spec}, top: top, depth: depth}
	for _, e := range spec {
		if err := p.keyword(e); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"description", "title"} {
		if v, ok := p.words[name]; ok {
			if _, isText := v.(string); !isText {
				return nil, errcode.New(errcode.TypeMismatch, "$jsonSchema keyword '%s' must be of type string", name)
			}
		}
	}
	return p.out, p.read()
}

func (p *schemaParser) read() error {
	types, err := p.types()
	if err != nil {
		return err
	}
	for _, steps := range []func() error{p.scalarsAndArrays, p.objects, p.logic} {
		if err := steps(); err != nil {
			return err
		}
	}
	switch {
	case types == nil:
	case p.top:
		p.out.never = !types.holds(bson.D{})
	default:
		p.dropForeign()
		p.out.rules = append(p.out.rules, *types)
	}
	return nil
}

// dropForeign removes the keywords for other types than the only one that the schema
// wants: they have no effect on a value whose type is wrong.
func (p *schemaParser) dropForeign() {
	name := p.onlyType()
	if name == "" {
		return
	}
	wanted := samples[name]
	p.out.rules = slices.DeleteFunc(p.out.rules, func(r rule) bool { return !r.applies(wanted) })
}

// samples are values of the types for which there are keywords.
var samples = map[string]any{
	"string": "", "array": bson.A{}, "object": bson.D{},
	"number": int32(0), "int": int32(0), "long": int32(0), "double": int32(0), "decimal": int32(0),
}

// onlyType is the type that the schema wants if it is only one.
func (p *schemaParser) onlyType() string {
	for _, word := range []string{"type", "bsonType"} {
		arg := p.words[word]
		if list, ok := arg.(bson.A); ok && len(list) == 1 {
			arg = list[0]
		}
		if name, ok := arg.(string); ok {
			return name
		}
	}
	return ""
}

func (p *schemaParser) scalarsAndArrays() error {
	for _, bound := range [][2]string{{"exclusiveMaximum", "maximum"}, {"exclusiveMinimum", "minimum"}} {
		if _, exclusive := p.words[bound[0]]; !exclusive {
			continue
		}
		if _, ok := p.words[bound[1]]; !ok {
			return errcode.New(errcode.FailedToParse, "$jsonSchema keyword '%s' must be a present if %s is present", bound[1], bound[0])
		}
	}
	for _, k := range keywords() {
		arg, ok := p.words[k.name]
		if !ok {
			continue
		}
		if err := k.read(p, k.name, arg); err != nil {
			return err
		}
	}
	return nil
}

// types reads type or bsonType; nil if there is neither.
func (p *schemaParser) types() (*rule, error) {
	arg, isType := p.words["type"]
	bsonArg, isBSON := p.words["bsonType"]
	switch {
	case isType && isBSON:
		return nil, errcode.New(errcode.FailedToParse, "Cannot specify both $jsonSchema keywords 'type' and 'bsonType'")
	case isType:
		return typeRule("type", arg, jsonTypes)
	case isBSON:
		return typeRule("bsonType", bsonArg, nil)
	}
	return nil, nil
}

// jsonTypes are JSON Schema's names; nil means MongoDB's.
var jsonTypes = map[string]string{
	"object": "object", "array": "array", "number": "number", "boolean": "bool", "string": "string", "null": "null",
}

func typeRule(name string, arg any, names map[string]string) (*rule, error) {
	list, ok := arg.(bson.A)
	if _, isText := arg.(string); isText {
		list, ok = bson.A{arg}, true
	}
	if !ok {
		return nil, errcode.New(errcode.TypeMismatch, "$jsonSchema keyword '%s' must be either a string or an array of strings", name)
	}
	if len(list) == 0 {
		return nil, errcode.New(errcode.FailedToParse, "$jsonSchema keyword '%s' must name at least one type", name)
	}
	set := typeSet{codes: map[int]bool{}}
	seen := map[any]bool{}
	for _, item := range list {
		if err := addType(&set, name, item, names); err != nil {
			return nil, err
		}
		if seen[item] {
			return nil, errcode.New(errcode.FailedToParse, "$jsonSchema keyword '%s' has duplicate value: %s", name, item)
		}
		seen[item] = true
	}
	r := simpleRule(name, bson.D{{Key: name, Value: arg}}, "type did not match", isAny, set.has)
	plain := r.explain
	r.explain = func(x *explainer, v any) any {
		if value.IsMissing(v) {
			return nil
		}
		return append(plain(x, v).(bson.D), bson.E{Key: "consideredType", Value: value.TypeName(v)})
	}
	return &r, nil
}

func addType(set *typeSet, name string, item any, names map[string]string) error {
	alias, ok := item.(string)
	switch {
	case !ok:
		return errcode.New(errcode.TypeMismatch, "$jsonSchema keyword '%s' array elements must be strings", name)
	case alias == "integer":
		return errcode.New(errcode.FailedToParse, "$jsonSchema type 'integer' is not currently supported.")
	case names != nil:
		known := names[alias]
		if known == "" {
			return bad("Unknown type name alias: %s", alias)
		}
		alias = known
	}
	return set.add(alias)
}

// simpleRule is a rule whose details show the value and one reason.
func simpleRule(name string, spec bson.D, reason string, applies, holds func(v any) bool) rule {
	return rule{applies: applies, holds: holds, explain: func(x *explainer, v any) any {
		detail := x.specified(bson.D{{Key: "operatorName", Value: name}}, spec)
		detail = append(detail, bson.E{Key: "reason", Value: reason})
		if x.brief {
			return detail
		}
		return append(detail, bson.E{Key: "consideredValue", Value: v})
	}}
}

func isAny(any) bool { return true }

func isString(v any) bool {
	_, ok := v.(string)
	return ok
}

func isArray(v any) bool {
	_, ok := v.(bson.A)
	return ok
}

func isObject(v any) bool {
	_, ok := v.(bson.D)
	return ok
}

// sub reads a schema inside this one, for values.
func (p *schemaParser) sub(spec bson.D) (*schema, error) { return readSchema(spec, false, p.depth+1) }

func (p *schemaParser) add(r rule) error {
	p.out.rules = append(p.out.rules, r)
	return nil
}

func (p *schemaParser) mismatch(keyword, want string) error {
	return errcode.New(errcode.TypeMismatch, "$jsonSchema keyword '%s' must be %s", keyword, want)
}

func (p *schemaParser) broken(keyword, why string) error {
	return errcode.New(errcode.FailedToParse, "$jsonSchema keyword '%s' %s", keyword, why)
}

// count reads an argument that is a whole number of things.
func count(keyword string, arg any) (int64, error) {
	n, ok := value.Whole(arg)
	if !ok {
		return 0, errcode.New(errcode.FailedToParse, "Expected an integer: %s: %s", keyword, value.String(arg))
	}
	if n < 0 {
		return 0, errcode.New(errcode.FailedToParse, "Expected a non-negative number in: %s: %s", keyword, value.String(arg))
	}
	return n, nil
}
