package play_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"modelbook/generator/play"
)

// TestPlain compares the values for the page with those that encoding/json writes.
func TestPlain(t *testing.T) {
	line := play.Line{Tokens: []play.Token{{"s", `"a"`}, {"", "\n"}}, Sign: "+", More: 21}
	for _, outcome := range []play.Outcome{
		{},
		{Mistakes: []play.Mistake{{Line: 1, Column: 2, Text: "no", Hint: "yes"}, {Line: 3}}},
		{Unedited: true, Statements: []play.Statement{
			{Unsent: true},
			{Line: 2, Result: &play.Result{Lines: []play.Line{line, {}}, Documents: -1, Bytes: 7, Done: true}, Cost: map[string]int64{"payload": 1 << 40}, Why: map[string]string{"bytesRead": "join"}},
			{Error: &play.Failure{Code: 11000, Name: "DuplicateKey", Message: "E", Details: []play.Line{line}, Refused: true}, Cost: map[string]int64{}},
			{Changes: []play.Change{{Kind: "new", Collection: "c", Count: 1, Sheets: []play.Sheet{{After: 1, Lines: []play.Line{line}}}}}, Plan: &play.Plan{Stages: []string{"IXSCAN"}, Indexes: []string{}}},
		}},
		{Order: &play.Order{Outcome: "lost", Frames: []play.Frame{
			{Kind: play.FrameMoment, Client: 1, Then: "crashes", Inside: true, Requests: []play.Request{{Step: "a", Source: []play.Line{line}, Fits: true, Due: &play.Result{Documents: 1}}}},
			{Documents: []play.Documents{{Collection: "c", Total: 2, Shown: []play.Shown{{Box: &play.Box{Rows: []play.Row{{}}}, Kind: "new"}}}}},
		}}},
	} {
		encoded, err := json.Marshal(outcome)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(play.Plain(outcome))
		if err != nil {
			t.Fatal(err)
		}
		var want, given any
		if json.Unmarshal(encoded, &want) != nil || json.Unmarshal(got, &given) != nil || !reflect.DeepEqual(want, given) {
			t.Errorf("%s\nwant %s", got, encoded)
		}
	}
}
