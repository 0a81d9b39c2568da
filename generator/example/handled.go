package example

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// Handled is a document that a step asked for by its _id, returned or changed.
type Handled struct {
	Collection string
	Key        string // see Document.Key
}

// Key tells a document from the others of its collection.
func (d Document) Key() string { return keyOf(d.Raw.Lookup("_id")) }

// Refers returns the documents that one of a collection refers to by their _id.
func (e *Example) Refers(collection string, d Document) []Handled {
	var all []Handled
	for _, r := range e.References {
		if r.FromCollection != collection || r.ToPath != "_id" {
			continue
		}
		for _, v := range fieldOf(d, r.FromPath) {
			all = append(all, Handled{Collection: r.ToCollection, Key: keyOf(v)})
		}
	}
	return all
}

// Handled returns the documents that a step is known to handle, those that it changed
// first. A returned document without its _id is not known, nor one that a stage made.
// Some may not be stored before the first step.
func (e *Example) Handled(step *Step, back StepResult) []Handled {
	var all []Handled
	for _, c := range back.Changes {
		document := c.Before
		if document == nil {
			document = c.After
		}
		all = append(all, Handled{c.Collection, Document{Raw: document}.Key()})
	}
	o := step.Operation
	if e.Collection(o.Object) == nil { // a command, or a view
		return all
	}
	for _, id := range o.wantedIDs() {
		if v, err := ejson.Raw(id); err == nil {
			all = append(all, Handled{Collection: o.Object, Key: keyOf(v)})
		}
	}
	var joined []string
	for _, r := range e.joined(o) {
		joined = append(joined, r.Collection)
	}
	for _, document := range returned(o, back) {
		for _, field := range children(document) {
			for _, v := range valuesNamed(field, "_id") {
				for _, collection := range joined {
					all = append(all, Handled{Collection: collection, Key: keyOf(v)})
				}
			}
		}
		if raw, ok := document.DocumentOK(); ok && o.returnsStored() {
			all = append(all, Handled{Collection: o.Object, Key: keyOf(raw.Lookup("_id"))})
		}
	}
	return all
}

// wantedIDs returns the values of _id that the operation's filter asks for.
func (o Operation) wantedIDs() bson.A {
	id := lookup(o.Query().Filter, "_id")
	conditions, isDocument := id.(bson.D)
	switch {
	case id == nil:
		return nil
	case !isDocument || len(conditions) == 0 || !strings.HasPrefix(conditions[0].Key, "$"):
		return bson.A{id}
	}
	list, _ := lookup(conditions, "$in").(bson.A)
	return list
}

// returned returns the documents that a step returned.
func returned(o Operation, back StepResult) []bson.RawValue {
	switch o.descriptor().Returns {
	case ReturnsDocument:
		return []bson.RawValue{back.Value}
	case ReturnsDocuments:
		return ejson.Elements(back.Value)
	}
	return nil
}

// returnsStored reports whether what the operation returns are stored documents, or
// parts of them, and not others that a stage made.
func (o Operation) returnsStored() bool {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	for _, item := range pipeline {
		name, _ := stageOf(item)
		if stage, _ := stageNamed(name); stage.Documents == DocumentsMade {
			return false
		}
	}
	return true
}
