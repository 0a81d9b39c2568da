package pipeline

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var changeStreamStage = &Stage{
	Name: changeStreamName, State: support.Error, // on a standalone, to which the list applies
	Options: strings.Fields("allChangesForCluster fullDocument fullDocumentBeforeChange resumeAfter startAfter startAtOperationTime"),
	RefusedOptions: strings.Fields(`showExpandedEvents showMigrationEvents showSystemEvents showRawUpdateDescription
		allowToRunOnConfigDB allowToRunOnSystemNS supportedEvents`),
	Place: First, NotInFacet: true, canFollowChangeStream: true, isMajorityOnly: true,
	Reach: ReachServer, Order: OrderFixed, Documents: DocumentsMade,
	parse: parseChangeStream,
}

const changeStreamName = "$changeStream"

// Changes holds the options of a change stream.
type Changes struct {
	Database, Collection string // "" of the whole database, or of all of them
	// From is the position at which the stream begins, nil for now; an event's token
	// is the position after that event.
	From *ResumeToken
	// Document says when the event of an update has the current document: "default",
	// "updateLookup", "whenAvailable", "required"; Before when an event has the
	// document from before the change: "off", "whenAvailable", "required".
	Document, Before string
}

// WatchesChanges reports whether stages that were not parsed yet begin with
// $changeStream.
func WatchesChanges(stages bson.A) bool {
	return len(stages) > 0 && stageName(stages[0]) == changeStreamName
}

// parseChangeStream reads the stage. Source: src/mongo/db/pipeline/document_source_change_stream.cpp
// and .idl.
func parseChangeStream(p *stageParser, arg any) (parsedStage, error) {
	spec, ok := arg.(bson.D)
	if !ok {
		return parsedStage{}, errcode.New(50808, "$changeStream stage expects a document as argument")
	}
	c := &Changes{Database: p.Database, Collection: p.Collection, Document: "default", Before: "off"}
	for _, f := range spec {
		if err := c.checkOption(p.of, f); err != nil {
			return parsedStage{}, err
		}
	}
	if !p.ReplicaSet {
		return parsedStage{}, errcode.New(errcode.NoChangeStreams, "The $changeStream stage is only supported on replica sets")
	}
	if err := c.checkNamespace(value.Get(spec, "allChangesForCluster") == any(true)); err != nil {
		return parsedStage{}, err
	}
	if err := c.begin(spec); err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: func(r *execution, _ Next) Next { return r.catalog.Changes(c) }}, nil
}

// checkOption reads an option that does not depend on others, and checks the types of
// the others.
func (c *Changes) checkOption(of *Stage, f bson.E) error {
	if !slices.Contains(of.Options, f.Key) {
		return unknownField(changeStreamName, f.Key)
	}
	switch f.Key {
	case "allChangesForCluster":
		if _, ok := f.Value.(bool); !ok {
			return wrongOption(f, "bool")
		}
	case "fullDocument":
		return enumerated(&c.Document, f, "default", "updateLookup", "whenAvailable", "required")
	case "fullDocumentBeforeChange":
		return enumerated(&c.Before, f, "off", "whenAvailable", "required")
	case "startAtOperationTime":
		if _, ok := f.Value.(bson.Timestamp); !ok {
			return wrongOption(f, "timestamp")
		}
	default:
		if _, ok := f.Value.(bson.D); !ok {
			return wrongOption(f, "object")
		}
	}
	return nil
}

func enumerated(to *string, f bson.E, names ...string) error {
	s, ok := f.Value.(string)
	if !ok {
		return wrongOption(f, "string")
	}
	if !slices.Contains(names, s) {
		return errcode.New(errcode.BadValue, "Enumeration value '%s' for field '$changeStream.%s' is not a valid value.", s, f.Key)
	}
	*to = s
	return nil
}

func wrongOption(f bson.E, want string) error {
	return errcode.New(errcode.TypeMismatch, "BSON field '$changeStream.%s' is the wrong type '%s', expected type '%s'", f.Key, value.TypeName(f.Value), want)
}

// checkNamespace refuses streams on the server's internal databases and collections.
func (c *Changes) checkNamespace(cluster bool) error {
	switch {
	case cluster && (c.Database != "admin" || c.Collection != ""):
		return errcode.New(errcode.InvalidOptions, "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database, and with no collection name; found %s.%s", c.Database, c.Collection)
	case cluster:
		c.Database = ""
	case slices.Contains([]string{"admin", "config", "local"}, c.Database):
		return errcode.New(errcode.InvalidNamespace, "$changeStream may not be opened on the internal %s database", c.Database)
	case strings.HasPrefix(c.Collection, "system."):
		return errcode.New(errcode.InvalidNamespace, "$changeStream may not be opened on the internal %s.%s collection", c.Database, c.Collection)
	}
	return nil
}

// begin reads the position at which the stream begins.
func (c *Changes) begin(spec bson.D) error {
	resume, resumes := value.Get(spec, "resumeAfter").(bson.D)
	start, starts := value.Get(spec, "startAfter").(bson.D)
	at, timed := value.Get(spec, "startAtOperationTime").(bson.Timestamp)
	if resumes && starts {
		return errcode.New(50865, "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream stage")
	}
	if resumes || starts {
		token, err := parseResumeToken(slices.Concat(resume, start))
		if err != nil {
			return err
		}
		c.From = &token
	}
	switch {
	case timed && c.From != nil:
		return errcode.New(40674, "Only one type of resume option is allowed, but multiple were found")
	case timed:
		c.From = &ResumeToken{Time: at}
	case resumes && c.From.Invalidate:
		return errcode.New(errcode.InvalidResumeToken, "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification")
	}
	return nil
}

// checkChangeStream refuses stages that need an end, or other documents.
func checkChangeStream(stages []parsedStage) error {
	if len(stages) == 0 || stages[0].of.Name != changeStreamName {
		return nil
	}
	for _, s := range stages {
		if !s.of.canFollowChangeStream {
			return errcode.New(errcode.IllegalOperation, "%s is not permitted in a $changeStream pipeline", s.of.Name)
		}
	}
	return nil
}
