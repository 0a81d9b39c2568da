package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

var mergeStage = &Stage{
	Name: "$merge", State: support.Done,
	Options: strings.Fields("into on let whenMatched whenNotMatched"),
	Place:   Last, NotInFacet: true, NotInSubPipeline: true,
	Reach: ReachDocuments, Order: OrderSingle, Documents: DocumentsMade,
	Namespaces: []Namespace{{Option: "into", Write: true}},
	Pipelines:  []string{"whenMatched"},
	parse:      parseMerge,
}

// mergeSpec writes each document into a collection: over the one whose on fields are
// equal, or as a new one.
type mergeSpec struct {
	into       string
	on         []string
	matched    string // merge, replace, keepExisting, fail, pipeline
	notMatched string // insert, discard, fail
	pipeline   *Pipeline
	let        []letVariable
}

func parseMerge(p *parsing, arg any) (parsedStage, error) {
	if p.collation() != nil {
		return parsedStage{}, errcode.NotImplemented("$merge under a collation")
	}
	m := &mergeSpec{on: []string{"_id"}, matched: "merge", notMatched: "insert"}
	spec, isSpec := arg.(bson.D)
	if name, isName := arg.(string); isName {
		spec = bson.D{{Key: "into", Value: name}}
	} else if !isSpec {
		return parsedStage{}, errcode.New(errcode.TypeMismatch, "$merge requires a string or object argument, but found %s", value.TypeName(arg))
	}
	if err := once("$merge", spec); err != nil {
		return parsedStage{}, err
	}
	for _, f := range spec {
		if err := m.option(p, f); err != nil {
			return parsedStage{}, err
		}
	}
	if m.into == "" {
		return parsedStage{}, missingField("$merge", "into")
	}
	if err := m.parsePipeline(p, value.Get(spec, "let"), value.Get(spec, "whenMatched")); err != nil {
		return parsedStage{}, err
	}
	if (m.matched == "keepExisting" || m.matched == "fail") && m.notMatched != "insert" {
		return parsedStage{}, errcode.New(51181, "Combination of $merge modes 'whenMatched: %s' and 'whenNotMatched: %s' is not supported", m.matched, m.notMatched)
	}
	return parsedStage{run: m.run}, nil
}

func (m *mergeSpec) option(p *parsing, f bson.E) error {
	var err error
	switch f.Key {
	case "into":
		m.into, err = p.mergeTarget(f.Value)
	case "on":
		m.on, err = mergeOn(f.Value)
	case "let":
	case "whenMatched":
		m.matched, err = mergeMode(f, "merge", "replace", "keepExisting", "fail")
	case "whenNotMatched":
		m.notMatched, err = mergeMode(f, "insert", "discard", "fail")
	default:
		err = unknownField("$merge", f.Key)
	}
	return err
}

func (p *parsing) mergeTarget(v any) (string, error) {
	name, ok := v.(string)
	if spec, isSpec := v.(bson.D); isSpec {
		for _, f := range spec {
			if f.Key != "db" && f.Key != "coll" {
				return "", unknownField("$merge.into", f.Key)
			}
		}
		coll := value.Get(spec, "coll")
		if value.IsMissing(coll) || coll == any(bson.Null{}) {
			return "", errcode.New(5786801, "$merge 'into' must name a collection")
		}
		var err error
		if name, err = p.namespace("$merge", value.Get(spec, "db"), coll, 31320); err != nil {
			return "", err
		}
		ok = true
	}
	switch {
	case !ok:
		return "", errcode.New(51178, "$merge 'into' field must be either a string or an object, but found %s", value.TypeName(v))
	case name == "":
		return "", errcode.New(5786800, "$merge 'into' must be a non-empty string")
	case strings.HasPrefix(name, "system."):
		return "", errcode.New(31319, "Cannot $merge to special collection: %s", name)
	}
	return name, nil
}

func mergeOn(v any) ([]string, error) {
	if name, ok := v.(string); ok {
		return []string{name}, nil
	}
	list, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(51186, "$merge 'on' field must be either a string or an array of strings, but found %s", value.TypeName(v))
	}
	if len(list) == 0 {
		return nil, errcode.New(51187, "If explicitly specifying $merge 'on', must include at least one field")
	}
	var on []string
	for _, v := range list {
		name, ok := v.(string)
		if !ok {
			return nil, errcode.New(51134, "$merge 'on' array elements must be strings, but found %s", value.TypeName(v))
		}
		for _, have := range on {
			if have == name {
				return nil, errcode.New(31465, "Found a duplicate field '%s' in $merge.on", name)
			}
		}
		on = append(on, name)
	}
	return on, nil
}

func mergeMode(f bson.E, modes ...string) (string, error) {
	if _, pipeline := f.Value.(bson.A); pipeline && f.Key == "whenMatched" {
		return "pipeline", nil
	}
	mode, ok := f.Value.(string)
	if !ok && f.Key == "whenMatched" {
		return "", errcode.New(51191, "$merge 'whenMatched' field must be either a string or an array, but found %s", value.TypeName(f.Value))
	}
	if !ok {
		return "", wrongType("$merge."+f.Key, f.Value, "string")
	}
	for _, known := range modes {
		if mode == known {
			return mode, nil
		}
	}
	return "", errcode.New(errcode.BadValue, "Enumeration value '%s' for field '$merge.%s' is not a valid value.", mode, f.Key)
}

func (m *mergeSpec) parsePipeline(p *parsing, let, stages any) error {
	if m.matched != "pipeline" {
		if !value.IsNullish(let) {
			return errcode.New(51199, "Cannot use 'let' variables with 'whenMatched: %s' mode", m.matched)
		}
		return nil
	}
	vars, err := mergeVariables(let)
	if err != nil {
		return err
	}
	inner := &parsing{Options: p.Options, inside: "$merge", reads: p.reads, early: p.early}
	if m.let, inner.Scope, err = p.parseLet(vars); err != nil {
		return err
	}
	// The stages go into an update, whose constants are not folded.
	if _, err = inner.Scope.Hold(func(scope *expr.Scope) error {
		inner.Scope = scope
		m.pipeline, err = inner.pipeline(stages.(bson.A))
		return err
	}); err != nil {
		return err
	}
	for _, stage := range m.pipeline.Stages() {
		if err := CheckUpdate(stage.Name); err != nil {
			return err
		}
	}
	return nil
}

// mergeVariables gives the let of a pipeline, which always has the document that
// comes in, as new.
func mergeVariables(let any) (bson.D, error) {
	fresh := bson.E{Key: "new", Value: "$$ROOT"}
	if value.IsNullish(let) {
		return bson.D{fresh}, nil
	}
	vars, ok := let.(bson.D)
	if !ok {
		return nil, wrongType("$merge.let", let, "object")
	}
	switch given := value.Get(vars, fresh.Key); {
	case value.IsMissing(given):
		return append(vars[:len(vars):len(vars)], fresh), nil
	case given != fresh.Value:
		return nil, errcode.New(51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'")
	}
	return vars, nil
}

// The limits of what is gathered before it is written.
const (
	mergeBatchDocuments = 100_000
	mergeBatchBytes     = 16 << 20
)
