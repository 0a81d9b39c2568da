package golang

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// TestLiterals: a string is raw where that spares escapes and all of it is seen;
// the driver names the subtypes of bytes.
func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{"plain", `"plain"`},
		{`\bbride\b`, "`\\bbride\\b`"},
		{`say "hut"`, "`say \"hut\"`"},
		{"a`\\b", "\"a`\\\\b\""},
		{"a\\\nb", `"a\\\nb"`},
		{"\u202e\\", `"\u202e\\"`},
		{bson.Regex{Pattern: `\d`, Options: "i"}, "bson.Regex{Pattern: `\\d`, Options: \"i\"}"},
		{bson.Binary{Data: []byte{1, 2, 3}}, `must(base64.StdEncoding.DecodeString("AQID"))`},
		{bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte{1, 2, 3}}, `bson.Binary{Subtype: bson.TypeBinaryUUID, Data: must(base64.StdEncoding.DecodeString("AQID"))}`},
		{bson.Binary{Subtype: 0x90, Data: []byte{1, 2, 3}}, `bson.Binary{Subtype: 0x90, Data: must(base64.StdEncoding.DecodeString("AQID"))}`},
	} {
		node, err := ejson.Open(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if got := (figure.Line{Tokens: notation.Value(node).Inline()}).Text(); got != c.want {
			t.Errorf("%v is written %s, want %s", c.value, got, c.want)
		}
	}
}

// TestVariable: an id in a name is in capitals, as Go's reviewers ask.
func TestVariable(t *testing.T) {
	for name, want := range map[string]string{
		"addId": "addID", "idOfHut": "idOfHut", "hutIds": "hutIDs", "byIdAgain": "byIDAgain", "shipIdsLeft": "shipIDsLeft", "hutIdle": "hutIdle", "id": "id",
	} {
		if got := Language.Variable(name); got != want {
			t.Errorf("%s is written %s, want %s", name, got, want)
		}
	}
	if got, want := variablePath("hutIds.0.nextId"), `hutIDs[0].Lookup("nextId")`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDeepString: a string that has no room in its line, however short, is written
// whole and ends.
func TestDeepString(t *testing.T) {
	for _, text := range []string{"", "abc", strings.Repeat("long ", 20)} {
		n := ejson.Node{Type: "string", Text: text}
		for range 30 {
			n = ejson.Node{Type: "object", Fields: []ejson.Field{{Key: "a", Value: n}, {Key: "b", Value: ejson.Node{Type: "int", Text: "1"}}}}
		}
		found := false
		for _, line := range layout.Lines(brackets.Doc(notation.Value(n)), facts.Page).Lines {
			found = found || strings.Contains(line.Text(), code.QuoteDouble(text))
		}
		if !found {
			t.Errorf("%q is cut or lost", text)
		}
	}
}
