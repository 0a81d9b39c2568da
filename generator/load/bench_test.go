package load

import (
	"bytes"
	"testing"

	"modelbook/generator/diag"
)

// BenchmarkCheckText is paid for each byte of the site, twice.
func BenchmarkCheckText(b *testing.B) {
	text := diag.NewText("f.md", bytes.Repeat([]byte("Документ пази всичко на едно място — и чете се наведнъж.\nA line of “prose”.\n"), 100))
	b.SetBytes(int64(len(text.Bytes)))
	for b.Loop() {
		if messages := Check(text); len(messages) > 0 {
			b.Fatal(messages)
		}
	}
}
