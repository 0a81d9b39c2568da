package collation

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
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

// table holds the contents of elements.txt for the root's rules or for a locale's own.
type table struct {
	compressible [256]bool
	numeric      uint32 // first byte of the weights of numbers
	ascii        [128][]element
	others       map[rune][]element
	groups       map[string][]element // letters that have elements together
	longest      int                  // bytes of the longest group
	to           map[byte]byte        // where first bytes of weights move
}

// tables are those of all locales; locales of the same rules share one.
type tables struct {
	byLocale map[string]*table
	last     *table // the one that lines are added to
	root     *table
}

var elements = sync.OnceValue(func() map[string]*table {
	t, err := parseTables(elementsText)
	if err != nil {
		panic(err) // a test reads the file
	}
	return t
})

// tailor returns a copy of a table for rules to be added to.
func (t *table) tailor() *table {
	tailored := *t
	tailored.others, tailored.groups = maps.Clone(t.others), map[string][]element{}
	return &tailored
}

// of returns the elements of a character, and whether it is in the range.
func (t *table) of(r rune) (found []element, known bool) {
	if r < 128 {
		return t.ascii[r], r > 0
	}
	found, known = t.others[r]
	return found, known
}

func parseTables(text string) (map[string]*table, error) {
	root := &table{others: map[rune][]element{}}
	t := &tables{byLocale: map[string]*table{}, last: root, root: root}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if err := t.parseLine(fields[0], fields[1:]); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	return t.byLocale, nil
}

func (t *tables) parseLine(name string, fields []string) error {
	switch name {
	case "locales", "tailored":
		if name == "tailored" {
			t.last = t.root.tailor()
		}
		for _, locale := range fields {
			t.byLocale[locale] = t.last
		}
		return nil
	case "compressible", "numeric":
		return t.last.parseBytes(name, fields)
	case "moved":
		return t.last.reorderScripts(fields)
	}
	list := make([]element, len(fields))
	for i, f := range fields {
		e, err := strconv.ParseUint(strings.ReplaceAll(f, ".", ""), 16, 64)
		if err != nil {
			return err
		}
		list[i] = t.last.placed(element(e))
	}
	var letters []rune
	for code := range strings.SplitSeq(name, "+") {
		r, err := strconv.ParseUint(code, 16, 32)
		if err != nil {
			return err
		}
		letters = append(letters, rune(r))
	}
	t.last.put(letters, list)
	return nil
}

func (t *table) put(letters []rune, list []element) {
	switch r := letters[0]; {
	case len(letters) > 1:
		group := string(letters)
		t.groups[group] = list
		t.longest = max(t.longest, len(group))
	case r < 128:
		t.ascii[r] = list
	default:
		t.others[r] = list
	}
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

// reorderScripts changes the order of scripts: the first bytes of their weights.
func (t *table) reorderScripts(fields []string) error {
	to := map[byte]byte{}
	compressible := t.compressible
	for _, f := range fields {
		var a, b byte
		if _, err := fmt.Sscanf(f, "%02x:%02x", &a, &b); err != nil {
			return err
		}
		to[a] = b
		t.compressible[b] = compressible[a]
	}
	t.to = to
	for r, list := range t.ascii {
		t.ascii[r] = t.allPlaced(list)
	}
	for r, list := range t.others {
		t.others[r] = t.allPlaced(list)
	}
	return nil
}

func (t *table) allPlaced(list []element) []element {
	list = slices.Clone(list)
	for i, e := range list {
		list[i] = t.placed(e)
	}
	return list
}

func (t *table) placed(e element) element {
	if b, moves := t.to[byte(e>>56)]; moves {
		return e&^(0xff<<56) | element(b)<<56
	}
	return e
}
