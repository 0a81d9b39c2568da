package pipeline

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
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
	forbidden  error // of a stage that no update has, for the first document
	let        []letVariable
	undefined  []error // of a let variable without a value, nil if nothing reads it
}

func parseMerge(p *stageParser, arg any) (parsedStage, error) {
	if p.collation() != nil {
		return parsedStage{}, errcode.NotImplemented("$merge under a collation")
	}
	m := &mergeSpec{on: []string{"_id"}, matched: "merge", notMatched: "insert"}
	spec, isSpec := arg.(bson.D)
	short := false
	if name, isName := arg.(string); isName {
		spec, short = bson.D{{Key: "into", Value: name}}, true
	} else if !isSpec {
		return parsedStage{}, errcode.New(errcode.TypeMismatch, "$merge requires a string or object argument, but found %s", value.TypeName(arg))
	}
	if err := once("$merge", spec); err != nil {
		return parsedStage{}, err
	}
	if short && spec[0].Value == "" {
		return parsedStage{}, errcode.New(errcode.InvalidNamespace, "Invalid $merge target namespace")
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

func (m *mergeSpec) option(p *stageParser, f bson.E) error {
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

func (p *stageParser) mergeTarget(v any) (string, error) {
	name, ok := v.(string)
	if spec, isSpec := v.(bson.D); isSpec {
		var err error
		if name, err = p.mergeNamespace(spec); err != nil {
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

// mergeNamespace reads {db, coll}; an empty db is that of the source.
func (p *stageParser) mergeNamespace(spec bson.D) (string, error) {
	spec, err := given("into", spec)
	if err != nil {
		return "", err
	}
	for _, f := range spec {
		if f.Key != "db" && f.Key != "coll" {
			return "", unknownField("into", f.Key)
		}
		if _, ok := f.Value.(string); !ok {
			return "", wrongType("into."+f.Key, f.Value, "string")
		}
	}
	db, coll := value.Get(spec, "db"), value.Get(spec, "coll")
	if value.IsMissing(coll) {
		return "", errcode.New(5786801, "$merge 'into' must name a collection")
	}
	if db == any("") {
		db = value.Missing{}
	}
	return p.namespace("$merge", db, coll, 31320)
}

func mergeOn(v any) ([]string, error) {
	if name, ok := v.(string); ok {
		_, err := expr.SplitPath(name)
		return []string{name}, err
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
		if _, err := expr.SplitPath(name); err != nil {
			return nil, err
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
	if f.Value == any(bson.Null{}) && f.Key == "whenNotMatched" {
		return "insert", nil
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

func (m *mergeSpec) parsePipeline(p *stageParser, let, stages any) error {
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
	inner := &stageParser{Options: p.Options, inside: "$merge", reads: p.reads, early: p.early}
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
	for _, stage := range stages.(bson.A) {
		if m.forbidden == nil {
			m.forbidden = CheckUpdate(stage.(bson.D)[0])
		}
	}
	for i := range vars {
		m.undefined = append(m.undefined, p.parseWithout(vars, i, stages.(bson.A)))
	}
	return nil
}

// parseWithout returns the error of a pipeline that reads a variable which is not
// there, nil if it does not read it.
func (p *stageParser) parseWithout(vars bson.D, missing int, stages bson.A) error {
	inner := &stageParser{Options: p.Options, inside: "$merge", reads: new([]string), early: new(error)}
	var err error
	if _, inner.Scope, err = p.parseLet(slices.Delete(slices.Clone(vars), missing, missing+1)); err != nil {
		return err
	}
	_, err = inner.Scope.Hold(func(scope *expr.Scope) error {
		inner.Scope = scope
		_, err := inner.pipeline(stages)
		return err
	})
	return err
}

// mergeVariables returns the let of a pipeline, which always has the incoming
// document, as new.
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

// The limits of a batch that is gathered before it is written.
const (
	mergeBatchDocuments = 100_000
	mergeBatchBytes     = 16 << 20
)
