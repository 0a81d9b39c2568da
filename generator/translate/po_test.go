package translate

import (
	"runtime"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// What it takes to read a text grows with its lines, not with their square: twice
// as many may take twice the memory, with some room, and not four times.
func TestLongPOText(t *testing.T) {
	read := func(lines int) uint64 {
		content := "msgctxt \"a\"\nmsgid \"\"\n" + strings.Repeat("\"x\"\n", lines) + "msgstr \"y\"\n"
		text := diag.NewText("a.po", []byte(content))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		catalog, _ := ParsePO(text)
		runtime.ReadMemStats(&after)
		if len(catalog.Units) != 1 || len(catalog.Units[0].Source) != lines || catalog.Units[0].Target != "y" {
			t.Fatalf("%d units", len(catalog.Units))
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := read(20_000), read(40_000); many > 3*few {
		t.Errorf("%d bytes for 20,000 lines, %d for 40,000", few, many)
	}
}
