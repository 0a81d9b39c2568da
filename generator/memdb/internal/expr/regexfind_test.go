package expr

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestRegexes(t *testing.T) {
	null := bson.Null{}
	hit := func(match string, at int32, captures ...any) bson.D {
		return object("match", match, "idx", at, "captures", append(bson.A{}, captures...))
	}
	check(t, []row{
		{"$regexMatch", object("input", "$s", "regex", "^te"), true},
		{"$regexMatch", object("input", "$s", "regex", "TE", "options", "i"), true},
		{"$regexMatch", object("input", "$s", "regex", bson.Regex{Pattern: "TE", Options: "i"}), true},
		{"$regexMatch", object("input", "$n", "regex", "a"), false},
		{"$regexFind", object("input", "éab", "regex", "(a)(x)?b"), hit("ab", 1, "a", null)},
		{"$regexFind", object("input", "$s", "regex", "z"), null},
		{"$regexFind", object("input", "$s", "regex", "$n"), null},
		{"$regexFindAll", object("input", "éaéa", "regex", "a"), list(hit("a", 1), hit("a", 3))},
		{"$regexFindAll", object("input", "$n", "regex", "a"), list()},
		{"$regexFind", "$s", fails(51103)},
		{"$regexFind", object("regex", "a"), fails(31022)},
		{"$regexFind", object("input", "$s"), fails(31023)},
		{"$regexFind", object("input", "$s", "regex", "a", "x", int32(1)), fails(31024)},
		{"$regexFind", object("input", "$i", "regex", "$n"), fails(51104)},
		{"$regexFind", object("input", "$i", "regex", "$i"), fails(51105)},
		{"$regexFind", object("input", "$n", "regex", "a", "options", int32(1)), fails(51106)},
		{"$regexFind", object("input", "$n", "regex", bson.Regex{Pattern: "a", Options: "i"}, "options", "i"), fails(51107)},
		{"$regexFind", object("input", "$n", "regex", "a", "options", "z"), fails(51108)},
		{"$regexFind", object("input", "$n", "regex", "a\x00"), fails(51109)},
		{"$regexFind", object("input", "$n", "regex", "a", "options", "i\x00"), fails(51110)},
		{"$regexFind", object("input", "$n", "regex", "[a"), fails(51111)},
		{"$regexFind", object("input", "$s", "regex", "(?R)"), fails(238)},
	})
}
