package update

import (
	"strconv"
	"strings"

	"modelbook/generator/memdb/internal/errcode"
)

// parsePath splits the path of an update and returns the server's errors for paths
// that no update can have.
func parsePath(path string) ([]string, error) {
	if path == "" {
		return nil, errcode.New(56, "An empty update path is not valid.")
	}
	parts := strings.Split(path, ".")
	positional := 0
	for i, part := range parts {
		switch {
		case part == "":
			return nil, errcode.New(56, "The update path '%s' contains an empty field name, which is not allowed.", path)
		case part == "$":
			positional++
			if i == 0 {
				return nil, errcode.New(errcode.BadValue, "Cannot have positional (i.e. '$') element in the first position in path '%s'", path)
			}
		case isArrayPart(part):
			if i == 0 {
				return nil, errcode.New(errcode.BadValue, "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '%s'", path)
			}
		}
	}
	if positional > 1 {
		return nil, errcode.New(errcode.BadValue, "Too many positional (i.e. '$') elements found in path '%s'", path)
	}
	return parts, nil
}

// isArrayPart reports whether a part is "$[]" or "$[name]".
func isArrayPart(part string) bool {
	return strings.HasPrefix(part, "$[") && strings.HasSuffix(part, "]")
}

// arrayIndex reads a path's part as a place in an array.
func arrayIndex(part string) (int, bool) {
	if part == "" || len(part) > 10 || (len(part) > 1 && part[0] == '0') {
		return 0, false
	}
	for i := range len(part) {
		if part[i] < '0' || part[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(part)
	return n, err == nil
}

// comparePaths is the order in which the paths of an update are applied:
// names by their bytes, numbers by value.
func comparePaths(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if c := compareParts(a[i], b[i]); c != 0 {
			return c
		}
	}
	return len(a) - len(b)
}

func compareParts(a, b string) int {
	x, xIsNumber := arrayIndex(a)
	y, yIsNumber := arrayIndex(b)
	if xIsNumber && yIsNumber {
		return x - y
	}
	return strings.Compare(a, b)
}

// checkConflicts refuses two operations on one path, or on a path and a part of
// it. The operations are sorted, so only neighbours can meet; the source of a
// $rename counts as well.
func (u *Update) checkConflicts() error {
	var all [][]string
	for _, op := range u.operations {
		all = append(all, op.parts)
		if op.rename != nil {
			all = append(all, op.rename)
		}
	}
	for i, a := range all {
		for _, b := range all[:i] {
			if short := min(len(a), len(b)); comparePaths(a[:short], b[:short]) == 0 {
				return errcode.New(40, "Updating the path '%s' would create a conflict at '%s'",
					strings.Join(a, "."), strings.Join(a[:short], "."))
			}
		}
	}
	return nil
}
