package memdb

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// whyNot says why a case is left out on a host, or "".
func (c testCase) whyNot(h host) string {
	switch {
	case !holdsFor(h.version, c.Since, c.Until):
		return fmt.Sprintf("it holds for versions %s to %s", cmp.Or(c.Since, "…"), cmp.Or(c.Until, "…"))
	case h.set != "" && c.Standalone != "":
		return "only on a standalone: " + c.Standalone
	case h.memdb:
		return ""
	case c.Code == 238:
		return "memdb refuses what it does not implement"
	case !c.staysInside():
		return "it would write to a database that is not the run's"
	}
	return ""
}

// harmless are the commands that may go to another database than the case's:
// they read, or name the collections that they write.
var harmless = []string{"find", "listDatabases", "getParameter", "getLog", "commitTransaction", "renameCollection", "bulkWrite"}

func (c testCase) staysInside() bool {
	for _, command := range append(slices.Clone(c.Before), c.Command) {
		database, elsewhere := value.Get(command, "$db").(string)
		if elsewhere && !strings.EqualFold(database, caseDatabase) && !slices.Contains(harmless, command[0].Key) {
			return false
		}
	}
	return true
}

// holdsFor compares as many parts of the version as a bound has, so that 8.2.4
// is not after 8.2.
func holdsFor(version, since, until string) bool {
	v := versionParts(version)
	after := func(bound string) int {
		b := versionParts(bound)
		return slices.Compare(v[:min(len(v), len(b))], b)
	}
	return (since == "" || after(since) >= 0) && (until == "" || after(until) <= 0)
}

// versionParts returns the numbers of a version; 8.3.0-rc1 counts as 8.3.0.
func versionParts(version string) []int {
	version, _, _ = strings.Cut(version, "-")
	var parts []int
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return parts
		}
		parts = append(parts, n)
	}
	return parts
}

func TestWhyNot(t *testing.T) {
	memdb, standalone, set := host{version: "8.2.4", memdb: true}, host{version: "8.2.4"}, host{version: "8.2.4", set: "rs0"}
	const refused, elsewhere = "memdb refuses what it does not implement", "it would write to a database that is not the run's"
	on := func(database, name string) bson.D {
		return bson.D{{Key: name, Value: "c"}, {Key: "$db", Value: database}}
	}
	for _, tt := range []struct {
		c               testCase
		memdb, one, set string
	}{
		{testCase{Command: on("TEST", "insert")}, "", "", ""},
		{testCase{Code: 238}, "", refused, refused},
		{testCase{Standalone: "why"}, "", "", "only on a standalone: why"},
		{testCase{Command: on("admin", "create")}, "", elsewhere, elsewhere},
		{testCase{Before: []bson.D{on("admin", "create")}}, "", elsewhere, elsewhere},
		{testCase{Command: on("admin", "listDatabases")}, "", "", ""},
		{testCase{Since: "8.3"}, "it holds for versions 8.3 to …", "it holds for versions 8.3 to …", "it holds for versions 8.3 to …"},
		{testCase{Since: "8.2", Until: "8.2"}, "", "", ""},
	} {
		for _, on := range []struct {
			h    host
			want string
		}{{memdb, tt.memdb}, {standalone, tt.one}, {set, tt.set}} {
			if got := tt.c.whyNot(on.h); got != on.want {
				t.Errorf("%+v on %s: %q, want %q", tt.c, on.h, got, on.want)
			}
		}
	}
}

func TestHoldsFor(t *testing.T) {
	for _, c := range []struct {
		version, since, until string
		want                  bool
	}{
		{"8.2.4", "", "", true},
		{"8.2.4", "8.2", "8.2", true},
		{"8.2.4", "8.2.4", "8.2.4", true},
		{"8.2.4", "8.2.5", "", false},
		{"8.2.4", "", "8.2.3", false},
		{"8.0.12", "8.1", "", false},
		{"8.10.0", "8.2", "", true},
		{"7.0.9", "", "7", true},
		{"8.3.0-rc1", "", "8.2", false},
		{"", "8.2", "", false},
	} {
		if got := holdsFor(c.version, c.since, c.until); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
