package example

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
)

// Requirement is a requirement on the server that an example runs on, in the
// words of the drivers' Unified Test Format.
type Requirement struct {
	MinServerVersion, MaxServerVersion string   // "" for any
	Topologies                         []string // none for any
	// NotEmbedded is ours: the embedded database lacks a part of the example.
	NotEmbedded bool
}

const requirementKeys = "minServerVersion maxServerVersion topologies embedded"

// Topologies a server may belong to.
const (
	Single     = "single"
	ReplicaSet = "replicaset"
	Sharded    = "sharded"
)

var topologies = []string{Single, ReplicaSet, Sharded}

var topologyWords = map[string]string{Single: "a standalone server", ReplicaSet: "a replica set", Sharded: "a sharded cluster"}

// requirements reads "runOnRequirements", one of which is enough.
func (r *reader) requirements(v *ejson.Value) {
	if v == nil {
		return
	}
	items := r.array(v, `"runOnRequirements"`)
	if v.Kind == ejson.Array && len(items) == 0 {
		r.errorf(v.Start, `write it like "runOnRequirements": [{ "topologies": ["replicaset"] }]`, `"runOnRequirements" is empty`)
	}
	for _, item := range items {
		if r.object(item, "the requirement", requirementKeys) {
			r.example.Requirements = append(r.example.Requirements, r.requirement(item))
		}
	}
}

func (r *reader) requirement(v *ejson.Value) Requirement {
	if len(v.Members) == 0 {
		r.errorf(v.Start, "leave it out", "the requirement requires nothing")
	}
	requirement := Requirement{
		MinServerVersion: r.version(v.Get("minServerVersion"), `"minServerVersion"`),
		MaxServerVersion: r.version(v.Get("maxServerVersion"), `"maxServerVersion"`),
	}
	for _, item := range r.array(v.Get("topologies"), `"topologies"`) {
		topology := r.string(item, "a topology")
		if topology != "" && !slices.Contains(topologies, topology) {
			r.errorf(item.Start, unknownHint(topology, topologies), "there is no topology %q", topology)
		}
		requirement.Topologies = append(requirement.Topologies, topology)
	}
	if embedded := v.Get("embedded"); embedded != nil {
		requirement.NotEmbedded = true
		if r.boolean(embedded, `"embedded"`) {
			r.errorf(embedded.Start, "leave it out", `"embedded" is only ever false`)
		}
	}
	return requirement
}

var versionPattern = regexp.MustCompile(`^\d{1,4}(\.\d{1,4}){0,2}$`)

func (r *reader) version(v *ejson.Value, what string) string {
	text := r.string(v, what)
	if text != "" && !versionPattern.MatchString(text) {
		r.errorf(v.Start, `write it like "8.0"`, "%s is no version: %q", what, text)
	}
	return text
}

// Lack is a property that an example needs and a server lacks: one of What, in
// words of LackWords, and a version, if the word is about one.
type Lack struct {
	What    []string
	Version string
}

// The properties that a server can lack besides a topology.
const (
	NotAServer = "server" // the server is the embedded database
	TooOld     = "from"   // it is older than the version
	TooNew     = "until"
)

// LackWords returns all words that What may hold.
func LackWords() []string { return append([]string{NotAServer, TooOld, TooNew}, topologies...) }

func (l Lack) String() string {
	switch l.What[0] {
	case NotAServer:
		return "a MongoDB server"
	case TooOld:
		return "version " + l.Version + " or later"
	case TooNew:
		return "version " + l.Version + " or earlier"
	}
	words := make([]string, len(l.What))
	for i, topology := range l.What {
		words[i] = topologyWords[topology]
	}
	return strings.Join(words, " or ")
}

// Lacking returns the properties that a server lacks, for each of the requirements
// of the example, or of one that it names. None means that the example can run on it.
func (e *Example) Lacking(s Server) [][]Lack {
	for _, named := range e.named() {
		if lacking := named.Lacking(s); lacking != nil {
			return lacking
		}
	}
	var lacking [][]Lack
	for _, requirement := range e.Requirements {
		unmet := requirement.unmet(s)
		if len(unmet) == 0 {
			return nil
		}
		lacking = append(lacking, unmet)
	}
	return lacking
}

// Unmet says why the example can't run on a server, or "" if it can.
func (e *Example) Unmet(s Server) string {
	if needs := e.Needs(s); needs != "" {
		return "it needs " + needs
	}
	return ""
}

// Needs names the properties that the example needs and a server lacks, or
// returns "" if it can run there.
func (e *Example) Needs(s Server) string {
	var reasons []string
	for _, lacking := range e.Lacking(s) {
		words := make([]string, len(lacking))
		for i, l := range lacking {
			words[i] = l.String()
		}
		reasons = append(reasons, strings.Join(words, " and "))
	}
	return strings.Join(reasons, ", or ")
}

// unmet returns the properties of the requirement that a server lacks.
func (q Requirement) unmet(s Server) []Lack {
	var lacking []Lack
	if q.NotEmbedded && s.Embedded() {
		lacking = append(lacking, Lack{What: []string{NotAServer}})
	}
	if q.MinServerVersion != "" && compareVersions(s.Version, q.MinServerVersion) < 0 {
		lacking = append(lacking, Lack{[]string{TooOld}, q.MinServerVersion})
	}
	if q.MaxServerVersion != "" && compareVersions(s.Version, q.MaxServerVersion) > 0 {
		lacking = append(lacking, Lack{[]string{TooNew}, q.MaxServerVersion})
	}
	if len(q.Topologies) > 0 && !slices.Contains(q.Topologies, s.Topology) {
		lacking = append(lacking, Lack{What: q.Topologies})
	}
	return lacking
}

// compareVersions compares a server's version with a limit, as far as the limit
// is written: 7.0.42 is 7.0.
func compareVersions(version, limit string) int {
	parts := strings.Split(version, ".")
	for i, want := range strings.Split(limit, ".") {
		part := "0"
		if i < len(parts) {
			part = parts[i]
		}
		part, _, _ = strings.Cut(part, "-") // 8.2.0-rc1
		a, _ := strconv.Atoi(part)
		b, _ := strconv.Atoi(want)
		if order := cmp.Compare(a, b); order != 0 {
			return order
		}
	}
	return 0
}
