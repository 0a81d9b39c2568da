package build

import (
	"errors"
	"maps"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/load"
	"modelbook/generator/memdb"
)

// useRecords sets the records of examples that were skipped. A record made
// before its example changed is not used, and is an error in a release.
func (v *Verified) useRecords(source *Source, release bool) diag.List {
	var messages diag.List
	severity := diag.Notice
	if release {
		severity = diag.Error
	}
	for _, e := range source.examples() {
		known, ok := source.records[e.Name]
		r := v.ran[e.File].result
		if !ok || r == nil || r.Status != example.Skipped {
			continue
		}
		if known.record.Example == e.Hash() {
			r.Record = known.record
			continue
		}
		messages.Add(diag.Message{
			Pos: diag.Pos{File: known.file}, Severity: severity, Text: "the example has changed since it was recorded",
			Hint: "on a machine that has MongoDB: modelbook verify --record " + e.Name + " --mongodb mongod",
		})
	}
	return messages
}

// record writes a record of each example that passed and that the embedded
// database can't run: the others run in every build.
func (v *Verified) record(source *Source, day string) error {
	if v.Server.Embedded() {
		return errors.New("--record needs a MongoDB server: what the embedded database runs, it runs in every build")
	}
	recorded := false
	for _, name := range slices.Sorted(maps.Keys(v.Results)) {
		r := v.Results[name]
		if r == nil || r.Status != example.Passed || runsEmbedded(r.Example) {
			continue
		}
		record := example.Record{Example: r.Example.Hash(), Server: v.Server.Name, Version: v.Server.Version, Day: day}
		file := load.RecordFile(name)
		if err := source.folder.Write(file, record.Bytes()); err != nil {
			return err
		}
		v.texts[file], recorded = record.Bytes(), true
	}
	if !recorded {
		return errors.New("nothing was recorded: what passed, the embedded database runs in every build")
	}
	return nil
}

// runsEmbedded holds for an example that the embedded database runs in a build.
func runsEmbedded(e *example.Example) bool {
	return needsSet(e) || e.Unmet(example.Server{Name: "memdb", Version: memdb.ServerVersion, Topology: example.Single}) == ""
}
