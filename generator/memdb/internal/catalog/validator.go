package catalog

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
)

// Validator is a collection's rule for its documents.
type Validator struct {
	Filter        bson.D
	Matcher       *match.Filter // nil without a rule
	Level, Action string
	Unversioned   string // an operator in it that version 1 of the stable API may not have
}

// NewValidator returns the validator of a collection without a rule.
func NewValidator() *Validator { return &Validator{Level: "strict", Action: "error"} }
