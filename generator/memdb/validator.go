package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
)

// validator is a collection's rule for its documents.
type validator struct {
	filter        bson.D
	matcher       *match.Matcher // nil without a rule
	level, action string
	unversioned   string // an operator in it that version 1 of the stable API may not have
}

func newValidator() *validator { return &validator{level: "strict", action: "error"} }
