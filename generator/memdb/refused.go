package memdb

import (
	"errors"

	"modelbook/generator/memdb/internal/errcode"
)

// Refused reports whether an error is a refusal by memdb: error 238 for something that
// it does not implement. It may be an error of a driver, or one that wraps it.
func Refused(err error) bool {
	if errcode.Refused(err) {
		return true
	}
	// The methods that errors of the Go driver have in common.
	var server interface {
		HasErrorCode(code int) bool
		HasErrorMessage(message string) bool
	}
	return errors.As(err, &server) && server.HasErrorCode(int(errcode.Refusal)) && server.HasErrorMessage(errcode.NotImplementedText)
}
