// Package pipeline runs aggregation pipelines.
//
// Parse takes the array of stages as a command has it and gives a Pipeline; all
// errors of form, and every refusal, come from it, before a document is read.
// Run takes the documents to start from and gives those that come out. Stages
// pull: only those that must see everything first ($sort, $group, …) hold more
// than one document. Other collections are reached through a Catalog.
package pipeline
