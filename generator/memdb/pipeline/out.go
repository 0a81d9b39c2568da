package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

var outStage = &Stage{
	Name: "$out", State: support.Done,
	Options:        strings.Fields("db coll"),
	RefusedOptions: strings.Fields("timeseries"),
	Place:          Last, NotInFacet: true, NotInSubPipeline: true,
	Reach: ReachDocuments, Order: OrderSingle, Documents: DocumentsMade,
	Namespaces: []Namespace{{Write: true}},
	parse:      parseOut,
}

func parseOut(p *stageParser, arg any) (parsedStage, error) {
	name, err := p.outTarget(arg)
	if err != nil {
		return parsedStage{}, err
	}
	if strings.HasPrefix(name, "system.") {
		return parsedStage{}, errcode.New(17385, "Can't $out to special collection: %s", name)
	}
	return parsedStage{run: all(func(r *execution, docs []bson.D) ([]bson.D, error) {
		return nil, r.catalog.ReplaceAll(name, docs)
	})}, nil
}

func (p *stageParser) outTarget(arg any) (string, error) {
	if name, ok := arg.(string); ok {
		return name, nil
	}
	spec, ok := arg.(bson.D)
	if !ok {
		return "", errcode.New(16990, "$out only supports a string or object argument, but found %s", value.TypeName(arg))
	}
	spec, err := given("$out", spec)
	if err != nil {
		return "", err
	}
	for _, f := range spec {
		switch f.Key {
		case "db", "coll":
			if _, ok := f.Value.(string); !ok {
				return "", wrongType("$out."+f.Key, f.Value, "string")
			}
		default:
			return "", unknownField("$out", f.Key)
		}
	}
	return p.namespace("$out", value.Get(spec, "db"), value.Get(spec, "coll"), 31321)
}

// namespace gives the collection of {db, coll}, which must be in this database.
func (p *stageParser) namespace(stage string, db, coll any, reserved int32) (string, error) {
	if value.IsMissing(db) && stage == "$out" {
		return "", missingField(stage, "db")
	}
	if value.IsMissing(coll) {
		return "", missingField(stage, "coll")
	}
	switch db {
	case "admin", "config", "local":
		return "", errcode.New(reserved, "Cannot %s to internal database: %s", stage, db)
	}
	if name, ok := db.(string); ok && name != p.Database {
		if name == "" || strings.ContainsAny(name, "\x00/\\. \"$") {
			return "", errcode.New(errcode.InvalidNamespace, "Invalid database name: %q", name)
		}
		return "", errcode.NotImplemented(stage + " to another database")
	}
	name, _ := coll.(string)
	return name, nil
}
