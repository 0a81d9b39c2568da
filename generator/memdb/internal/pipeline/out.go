package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/value"
)

var outStage = &Stage{
	Name: "$out", State: support.Done,
	Options: strings.Fields("db coll timeseries"),
	Place:   Last, NotInFacet: true, NotInSubPipeline: true,
	Reach: ReachDocuments, Order: OrderSingle, Documents: DocumentsMade,
	Namespaces: []Namespace{{Write: true}},
	parse:      parseOut,
}

func parseOut(p *stageParser, arg any) (parsedStage, error) {
	name, series, err := p.outTarget(arg)
	if err != nil {
		return parsedStage{}, err
	}
	if strings.HasPrefix(name, "system.") {
		return parsedStage{}, errcode.New(17385, "Can't $out to special collection: %s", name)
	}
	return parsedStage{run: all(func(r *execution, docs []bson.D) ([]bson.D, error) {
		return nil, r.catalog.ReplaceAll(name, series, docs)
	})}, nil
}

// outTarget returns the name of the collection, and the options of a time series
// collection, nil for none.
func (p *stageParser) outTarget(arg any) (name string, series *timeseries.Options, err error) {
	if name, ok := arg.(string); ok {
		return name, nil, nil
	}
	spec, ok := arg.(bson.D)
	if !ok {
		return "", nil, errcode.New(16990, "$out only supports a string or object argument, but found %s", value.TypeName(arg))
	}
	if spec, err = given("$out", spec); err != nil {
		return "", nil, err
	}
	for _, f := range spec {
		switch f.Key {
		case "db", "coll":
			if _, ok := f.Value.(string); !ok {
				return "", nil, wrongType("$out."+f.Key, f.Value, "string")
			}
		case "timeseries":
			options, ok := f.Value.(bson.D)
			if !ok {
				return "", nil, wrongType("$out."+f.Key, f.Value, "object")
			}
			if series, err = timeseries.Parse("$out.timeseries", options); err != nil {
				return "", nil, err
			}
		default:
			return "", nil, unknownField("$out", f.Key)
		}
	}
	name, err = p.namespace("$out", value.Get(spec, "db"), value.Get(spec, "coll"), 31321)
	return name, series, err
}

// namespace returns the collection of {db, coll}, which must be in this database.
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
