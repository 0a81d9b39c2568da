// Package update changes documents as the server's update commands do.
//
// Parse takes the update as a command has it (operators, a replacement, or a pipeline)
// with its arrayFilters, and returns an Update; every error of form and every refusal
// comes from it. Apply takes a document and returns the changed one; documents are
// never changed in place. FromFilter returns the document that an upsert starts from.
package update
