package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

func parseIndexStats(p *parsing, arg any) (stage, error) {
	if d, ok := arg.(bson.D); !ok || len(d) > 0 {
		return stage{}, errcode.New(28803, "The $indexStats stage specification must be an empty object")
	}
	return p.statistics("$indexStats", bson.D{})
}

func parseCollStats(p *parsing, arg any) (stage, error) {
	spec, err := document(arg, 5447000, "$collStats")
	if err != nil {
		return stage{}, err
	}
	for _, f := range spec {
		switch support.State(support.StageOption, "$collStats."+f.Key) {
		case support.Unknown:
			return stage{}, unknownField("$collStats", f.Key)
		case support.Refused:
			return stage{}, errcode.NotImplemented("$collStats." + f.Key)
		}
		if _, ok := f.Value.(bson.D); !ok {
			return stage{}, wrongType("$collStats."+f.Key, f.Value, "object")
		}
	}
	return p.statistics("$collStats", spec)
}

func (p *parsing) statistics(name string, spec bson.D) (stage, error) {
	if p.Collection == "" {
		return stage{}, errcode.New(errcode.InvalidNamespace, "%s is not valid without a collection", name)
	}
	collection := p.Collection
	return stage{source: true, run: func(r *running, _ Next) Next {
		return later(func() (Next, error) {
			docs, err := r.catalog.Statistics(name, collection, spec)
			return From(docs), err
		})
	}}, nil
}

// parseListSessions reads a stage that finds nothing here: sessions are not
// stored.
func parseListSessions(p *parsing, arg any) (stage, error) {
	if p.Database != "config" || p.Collection != "system.sessions" {
		return stage{}, errcode.New(errcode.InvalidNamespace, "$listSessions may only be run against config.system.sessions")
	}
	spec, ok := arg.(bson.D)
	if !ok {
		return stage{}, errcode.New(errcode.TypeMismatch, "$listSessions options must be an object, found %s", value.TypeName(arg))
	}
	for _, f := range spec {
		if f.Key != "users" && f.Key != "allUsers" {
			return stage{}, unknownField("listSessions", f.Key)
		}
	}
	return stage{source: true, run: func(*running, Next) Next { return From(nil) }}, nil
}

// parseCurrentOp reads a stage that gives the operation it runs in.
func parseCurrentOp(p *parsing, arg any) (stage, error) {
	spec, ok := arg.(bson.D)
	if !ok {
		return stage{}, errcode.New(errcode.TypeMismatch, "$currentOp options must be specified in an object, but found: %s", value.TypeName(arg))
	}
	for _, f := range spec {
		if _, ok := f.Value.(bool); !ok && (f.Key == "allUsers" || f.Key == "localOps") {
			return stage{}, errcode.New(errcode.TypeMismatch, "The '%s' parameter of the $currentOp stage must be a boolean value, but found: %s", f.Key, value.TypeName(f.Value))
		}
	}
	if p.Database != "admin" || p.Collection != "" {
		return stage{}, errcode.New(errcode.InvalidNamespace, "$currentOp must be run against the 'admin' database with {aggregate: 1}")
	}
	for _, f := range spec {
		if err := checkCurrentOp(f, value.Truthy(value.Get(spec, "localOps"))); err != nil {
			return stage{}, err
		}
	}
	if p.inside != "" {
		return stage{}, errcode.NotImplemented("$currentOp inside " + p.inside)
	}
	return stage{source: true, run: func(r *running, _ Next) Next {
		return later(func() (Next, error) {
			docs, err := r.catalog.Statistics("$currentOp", "", spec)
			return From(docs), err
		})
	}}, nil
}

// checkCurrentOp refuses the options that ask for more than operations.
func checkCurrentOp(f bson.E, local bool) error {
	if support.State(support.StageOption, "$currentOp."+f.Key) == support.Unknown {
		return unknownField("$currentOp", f.Key)
	}
	asked, ok := f.Value.(bool)
	switch {
	case !ok || asked && (f.Key == "idleConnections" || f.Key == "idleCursors"):
		return errcode.NotImplemented("this $currentOp." + f.Key)
	case asked && f.Key == "targetAllNodes" && local:
		return errcode.New(errcode.FailedToParse, "The 'localOps' parameter of the $currentOp stage cannot be true when 'targetAllNodes' is also true")
	case asked && f.Key == "targetAllNodes":
		return errcode.New(errcode.FailedToParse, "$currentOp supports targetAllNodes parameter only for sharded clusters")
	}
	return nil
}
