package wasm

import (
	"bytes"
	"encoding/hex"
	"testing"
)

func TestBounded(t *testing.T) {
	// A module with an empty type section, a memory of 33 pages, and one more
	// section.
	module, _ := hex.DecodeString("0061736d01000000" + "010100" + "0503010021" + "070100")
	want, _ := hex.DecodeString("0061736d01000000" + "010100" + "050501012180" + "40" + "070100")
	got, err := bounded(module)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
	for _, wrong := range []string{"0061736d01000000", "0061736d01000000" + "010100", "0061736d01000000" + "050401012121"} {
		module, _ := hex.DecodeString(wrong)
		if got, err := bounded(module); err == nil {
			t.Errorf("%s: %x", wrong, got)
		}
	}
}
