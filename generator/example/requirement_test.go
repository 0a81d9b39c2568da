package example

import (
	"strings"
	"testing"
)

func requiring(requirements string) string {
	return strings.Replace(good, `"description": `, `"runOnRequirements": `+requirements+`, "description": `, 1)
}

func TestRequirements(t *testing.T) {
	memdb := Server{Name: "memdb", Version: "8.2.4", Topology: Single}
	old := Server{Name: "MongoDB", Version: "7.0.42", Topology: ReplicaSet}
	for _, tt := range []struct {
		requirements string
		server       Server
		want         string
	}{
		{`[{ "topologies": ["replicaset", "sharded"] }]`, memdb, "it needs a replica set or a sharded cluster"},
		{`[{ "topologies": ["replicaset"] }]`, old, ""},
		{`[{ "topologies": ["single"] }, { "topologies": ["replicaset"] }]`, old, ""},
		{`[{ "minServerVersion": "8.0" }]`, memdb, ""},
		{`[{ "minServerVersion": "8.2.4" }]`, memdb, ""},
		{`[{ "minServerVersion": "8.2.5" }]`, memdb, "it needs version 8.2.5 or later"},
		{`[{ "minServerVersion": "8", "topologies": ["sharded"] }]`, old, "it needs version 8 or later and a sharded cluster"},
		{`[{ "maxServerVersion": "7.0" }]`, old, ""},
		{`[{ "maxServerVersion": "7.0" }, { "topologies": ["sharded"] }]`, memdb, "it needs version 7.0 or earlier, or a sharded cluster"},
		{`[{ "minServerVersion": "7.0.100" }]`, Server{Version: "7.0.100-rc1"}, ""},
		{`[{ "embedded": false }]`, memdb, "it needs a MongoDB server"},
		{`[{ "embedded": false }]`, old, ""},
	} {
		e, list := parse(t, requiring(tt.requirements))
		if list != "" {
			t.Fatal(list)
		}
		if got := e.Unmet(tt.server); got != tt.want {
			t.Errorf("%s on %+v: %q, want %q", tt.requirements, tt.server, got, tt.want)
		}
	}
}
