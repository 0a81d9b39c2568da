package main

import (
	"bytes"
	"io"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/notices"
)

// What is printed are the notices as they are, for a lawyer or a package.
func TestLicenses(t *testing.T) {
	var out bytes.Buffer
	if status := run(t.Context(), []string{"licenses"}, diag.NewTerminal(&out), diag.NewTerminal(io.Discard)); status != 0 || !bytes.Equal(out.Bytes(), notices.Program) {
		t.Errorf("status %d, %d bytes, want %d", status, out.Len(), len(notices.Program))
	}
}
