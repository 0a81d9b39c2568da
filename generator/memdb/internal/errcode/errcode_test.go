package errcode

import (
	"fmt"
	"strings"
	"testing"
)

func TestCodeName(t *testing.T) {
	for code, want := range map[int32]string{
		2: "BadValue", 121: "DocumentValidationFailure", 238: "NotImplemented",
		11000: "DuplicateKey", 40415: "IDLUnknownField", 207: "InvalidUUID", 40324: "Location40324", 51091: "Location51091",
	} {
		if got := codeName(code); got != want {
			t.Errorf("codeName(%d) = %s, want %s", code, got, want)
		}
	}
}

func TestNew(t *testing.T) {
	err := New(2, "unknown operator: %s", "$foo")
	if got, want := err.Error(), "unknown operator: $foo (2 BadValue)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNotImplementedNamesThePath(t *testing.T) {
	err := NotImplemented("find.readOnce")
	if err.Code != 238 || !strings.HasPrefix(err.Message, "find.readOnce ") {
		t.Errorf("got %v", err)
	}
}

func TestIsSeesThroughWrapping(t *testing.T) {
	err := fmt.Errorf("statement 3: %w", New(11000, "E11000"))
	if !Is(err, 11000) {
		t.Error("a wrapped error is not recognised")
	}
	if Is(err, 2) {
		t.Error("recognised as another code")
	}
}
