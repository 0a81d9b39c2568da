package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/surface"
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
		switch surface.State(surface.StageOption, "$collStats."+f.Key) {
		case surface.Unknown:
			return stage{}, unknownField("$collStats", f.Key)
		case surface.Refused:
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
		return stage{}, errcode.New(73, "%s is not valid without a collection", name)
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
		return stage{}, errcode.New(73, "$listSessions may only be run against config.system.sessions")
	}
	spec, ok := arg.(bson.D)
	if !ok {
		return stage{}, errcode.New(14, "$listSessions options must be an object, found %s", value.TypeName(arg))
	}
	for _, f := range spec {
		if f.Key != "users" && f.Key != "allUsers" {
			return stage{}, unknownField("listSessions", f.Key)
		}
	}
	return stage{source: true, run: func(*running, Next) Next { return From(nil) }}, nil
}
