package collation

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed elements.txt
var elementsText string

// element is a collation element: 32 bits of primary weight, 16 of secondary, 16
// of case and tertiary weight, each with its own bytes from the left.
type element uint64

func (e element) primary() uint32   { return uint32(e >> 32) }
func (e element) secondary() uint16 { return uint16(e >> 16) }
func (e element) lower() uint32     { return uint32(e) }

// table is what elements.txt says.
type table struct {
	locales      []string
	compressible [256]bool
	numeric      uint32 // first byte of the weights of numbers
	ascii        [128][]element
	others       map[rune][]element
}

var elements = sync.OnceValue(func() *table {
	t, err := parseTable(elementsText)
	if err != nil {
		panic(err) // a test reads the file
	}
	return t
})

// of gives the elements of a character, and whether it is in the range.
func (t *table) of(r rune) (found []element, known bool) {
	if r < 128 {
		return t.ascii[r], r > 0
	}
	found, known = t.others[r]
	return found, known
}

func parseTable(text string) (*table, error) {
	t := &table{others: map[rune][]element{}}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if err := t.parseLine(fields[0], fields[1:]); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	return t, nil
}

func (t *table) parseLine(name string, fields []string) error {
	switch name {
	case "locales":
		t.locales = fields
		return nil
	case "compressible", "numeric":
		return t.parseBytes(name, fields)
	}
	r, err := strconv.ParseUint(name, 16, 32)
	if err != nil {
		return err
	}
	list := make([]element, len(fields))
	for i, f := range fields {
		e, err := strconv.ParseUint(strings.ReplaceAll(f, ".", ""), 16, 64)
		if err != nil {
			return err
		}
		list[i] = element(e)
	}
	if r < 128 {
		t.ascii[r] = list
		return nil
	}
	t.others[rune(r)] = list
	return nil
}

func (t *table) parseBytes(name string, fields []string) error {
	for _, f := range fields {
		b, err := strconv.ParseUint(f, 16, 8)
		if err != nil {
			return err
		}
		if name == "numeric" {
			t.numeric = uint32(b) << 24
		} else {
			t.compressible[b] = true
		}
	}
	return nil
}
