package code

import (
	"fmt"
	"strings"

	"modelbook/generator/example"
)

const (
	// WriteConflict is the code of a transaction that meets another. A driver says by the
	// label Transient that the whole of it may be tried again.
	WriteConflict = 112
	Transient     = "TransientTransactionError"
	// IllegalOperation is the code of what a server refuses that is no member of a replica
	// set. Drivers put an error of their own before it.
	IllegalOperation = 20
)

// Expected says which error a step expects, by its label if a driver has one for it.
func Expected(e *example.ExpectedError, isLabeled bool) string {
	switch {
	case e.Code == 0:
		return "expected an error"
	case isLabeled && e.Code == WriteConflict:
		return "expected a " + Transient
	}
	return fmt.Sprintf("expected code %d", e.Code)
}

// Noted is a comment that names an error's code, behind a mark. Codes that have no name
// are called by their location in the server.
func Noted(mark string, e *example.ExpectedError) string {
	if e.CodeName == "" || strings.HasPrefix(e.CodeName, "Location") {
		return ""
	}
	return mark + e.CodeName
}
