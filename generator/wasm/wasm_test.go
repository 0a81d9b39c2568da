package wasm

import (
	"bytes"
	"encoding/hex"
	"testing"
)

const header = "0061736d01000000"

// TestRevised: the memory has a maximum, data that lie near each other, in
// whatever order, are one segment, and the rest of a module stays.
func TestRevised(t *testing.T) {
	// Segments: 0102 at 63, 03 at 66, 04 after a gap of 64 zeros, 05 after 65.
	data := "04" + "0041c5010b0105" + "0041c2000b0103" + "00413f0b020102" + "004183010b0104"
	module, _ := hex.DecodeString(header + "010100" + "0503010021" + "0b1d" + data + "070100")
	zeros := hex.EncodeToString(make([]byte, 64))
	want, _ := hex.DecodeString(header + "010100" + "05050101218040" +
		"0b5202" + "00413f0b45" + "0102" + "00" + "03" + zeros + "04" + "0041c5010b0105" + "070100")
	got, err := linked(module)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
}

// TestNotRevised: what is not understood is refused.
func TestNotRevised(t *testing.T) {
	const memory = "0503010021"
	for name, wrong := range map[string]string{
		"no magic": "0161736d01000000", "no sections": header, "no memory": header + "0b0100", "a maximum": header + "050401012121" + "0b0100",
		"no data": header + memory, "a passive segment": header + memory + "0b03010100", "cut off": header + memory + "0b06010041000b02",
		"an overlap": header + memory + "0b0e02" + "0041000b020102" + "0041010b0103", "a section cut off": header + "0509",
		"below zero": header + memory + "0b0701" + "00417f0b0101",
	} {
		module, err := hex.DecodeString(wrong)
		if err != nil {
			t.Fatal(name, err)
		}
		if got, err := linked(module); err == nil {
			t.Errorf("%s: %x", name, got)
		}
	}
}
