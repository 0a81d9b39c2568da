// Package pipeline runs aggregation pipelines.
//
// Parse takes the array of stages as a command has it and returns a Pipeline; all
// errors of form, and every refusal, come from it, before a document is read. Run
// takes the input documents and returns the output. Stages pull: only those that must
// see everything first ($sort, $group, …) hold more than one document. Other
// collections are reached through a Catalog.
package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// Options describe the place of a pipeline.
type Options struct {
	Database   string
	Collection string      // the one it reads; "" with aggregate: 1
	ReplicaSet bool        // there is one, so that changes can be watched
	Scope      *expr.Scope // the command's let, and how values compare
}

// Pipeline is a parsed pipeline; it may be run any number of times.
type Pipeline struct {
	stages       []parsedStage
	collation    *value.Collation
	reads        []string // see Reads
	uncorrelated int      // how many of the first stages return the same whatever the variables around
}

// Reads returns the names of the collections and views that stages read, also
// those inside other stages.
func (p *Pipeline) Reads() []string { return p.reads }

// MakesDocuments reports whether stages that were not parsed yet begin with one that
// makes the documents itself.
func MakesDocuments(stages bson.A) bool {
	return len(stages) > 0 && StageOf(stageName(stages[0])).Place == First
}

// Writes reports whether stages that were not parsed yet end in one that writes a
// collection.
func Writes(stages bson.A) bool {
	return len(stages) > 0 && StageOf(stageName(stages[len(stages)-1])).Place == Last
}

// CheckInTransaction returns the server's error for a stage that no transaction takes.
func CheckInTransaction(stages bson.A) error {
	for _, stage := range stages {
		of := StageOf(stageName(stage))
		if of.Place == Last || slices.Contains([]string{"$collStats", "$indexStats", "$currentOp", "$listSessions", changeStreamName}, of.Name) {
			return errcode.New(errcode.OperationNotSupportedInTransaction, "Stage not supported inside of a multi-document transaction: %s", of.Name)
		}
	}
	return nil
}

// RefusesLevel returns the server's error for a level of the read concern that a
// stage does not take.
func RefusesLevel(stages bson.A, level string) error {
	for _, stage := range stages {
		of := StageOf(stageName(stage))
		switch {
		case of.isMajorityOnly && level != "majority":
			return errcode.New(errcode.InvalidOptions, "Aggregation stage %s cannot run with a readConcern other than 'majority'. Current readConcern: %s", of.Name, level)
		case level == "local":
		case of.isLocalOnly:
			return errcode.New(errcode.InvalidOptions, "Aggregation stage %s cannot run with a readConcern other than 'local'. Current readConcern: %s", of.Name, level)
		case of.State == support.Refused: // which levels it takes is not known
			return errcode.NotImplemented("the stage " + of.Name)
		case of.Place == Last && level == "linearizable":
			return errcode.New(errcode.InvalidOptions, "Aggregation stage %s cannot run with a readConcern of linearizable", of.Name)
		}
	}
	return nil
}

// stageName returns the name of a stage that was not parsed yet, "" if it has none.
func stageName(stage any) string {
	if d, ok := stage.(bson.D); ok && len(d) == 1 {
		return d[0].Key
	}
	return ""
}

// MakesDocuments reports whether the first stage makes the documents itself, so that
// the pipeline reads no collection.
func (p *Pipeline) MakesDocuments() bool { return len(p.stages) > 0 && p.stages[0].of.Place == First }

// Writes reports whether the pipeline ends in $out or $merge.
func (p *Pipeline) Writes() bool {
	return len(p.stages) > 0 && p.stages[len(p.stages)-1].of.Place == Last
}

// Stages returns the descriptions of the stages, in their order.
func (p *Pipeline) Stages() []Stage {
	list := make([]Stage, len(p.stages))
	for i, s := range p.stages {
		list[i] = *s.of
	}
	return list
}

// Run returns the output documents. env holds $$NOW and the values of the variables in
// Options.Scope; it is the run's own from then on.
func (p *Pipeline) Run(env *expr.Env, in Next, catalog Catalog) Next {
	return held(p.run(&execution{env, catalog, p.collation, map[any]any{}}, in))
}

// maxDocument is the size of a document, and on top of it the margin that the server
// allows for its own fields.
const maxDocument = 16*1024*1024 + 16*1024

// held refuses documents that are too large to leave the pipeline; between its stages
// documents may be larger.
func held(in Next) Next {
	return func() (bson.D, bool, error) {
		doc, ok, err := in()
		if !ok || err != nil {
			return nil, false, err
		}
		if size := value.Size(doc); size > maxDocument {
			return nil, false, errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, maxDocument)
		}
		return doc, true, nil
	}
}
