package support

import (
	_ "embed"
	"encoding/json"
)

// Evidence says where the expected results of memdb's cases come from.
type Evidence struct {
	// Cases counts the cases by their source.
	Cases map[Source]int `json:"cases"`
	// Assumed are the keys of the cases that no source decides.
	Assumed []string `json:"assumed"`
}

// Source is where an expected result comes from.
type Source string

const (
	// Measured by this project, on MongoDB's server.
	Measured Source = "measured"
	// Tests are those of github.com/documentdb/functional-tests, whose results
	// were measured on MongoDB's server.
	Tests  Source = "tests"
	Manual Source = "manual"
	// ServerSource is the source of MongoDB's server and its own tests.
	ServerSource Source = "source"
	// Clients are the specifications and the source of drivers and shells.
	Clients Source = "clients"
	Assumed Source = "assumed"
)

// Sources are all sources, the most certain first.
var Sources = []Source{Measured, Tests, Manual, ServerSource, Clients, Assumed}

//go:embed evidence.json
var evidence []byte

// ReadEvidence returns the counts of evidence.json.
func ReadEvidence() (Evidence, error) {
	var e Evidence
	err := json.Unmarshal(evidence, &e)
	return e, err
}
