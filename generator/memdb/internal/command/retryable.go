package command

import (
	"slices"

	"modelbook/generator/memdb/internal/errcode"
)

// statements is the number of statements of a write.
func statements(fields runner) int {
	switch c := fields.(type) {
	case *insertCommand:
		return len(c.Documents)
	case *updateCommand:
		return len(c.Updates)
	case *deleteCommand:
		return len(c.Deletes)
	case *bulkWriteCommand:
		return len(c.Operations)
	}
	return 1
}

// checkRetryable returns the server's error for a retryable write that would change
// any number of documents.
func checkRetryable(fields runner) error {
	many := ""
	switch c := fields.(type) {
	case *updateCommand:
		if slices.ContainsFunc(c.Updates, func(s updateStatement) bool { return bool(s.Multi) }) {
			many = "multi=true"
		}
	case *deleteCommand:
		if slices.ContainsFunc(c.Deletes, func(s deleteStatement) bool { return !bool(s.Single) }) {
			many = "limit=0"
		}
	case *bulkWriteCommand:
		if slices.ContainsFunc(c.Operations, func(o bulkOperation) bool { return o.many() }) {
			many = "multi=true"
		}
	}
	if many != "" {
		return errcode.New(errcode.InvalidOptions, "Cannot use (or request) retryable writes with %s", many)
	}
	return nil
}
