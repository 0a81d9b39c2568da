package example

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
)

func TestRecords(t *testing.T) {
	record := Record{Example: strings.Repeat("0a", 16), Server: "Percona Server for MongoDB", Version: "8.0.12-4", Day: "2026-11-22"}
	whole := string(record.Bytes())
	read, messages := ParseRecord(diag.NewText("a.json", []byte(whole)))
	if read == nil || *read != record {
		t.Fatalf("%s is read as %+v, %v", whole, read, messages)
	}
	for _, c := range []struct{ before, now, want string }{
		{"2026-11-22", "2026-11-31", `"2026-11-31" is no day`},
		{"Percona", "<b>", `"<b> Server for MongoDB" is no name of a server`},
		{"8.0.12", "eight", `"eight-4" is no version of a server`},
		{"0a0a", "0a", `is no hash of an example`},
		{"{", "{{", "invalid character"},
		{"\"day\"", "\"why\": 1, \"day\"", "it is not as it was written"},
		{"{\n", "{\n\n", "it is not as it was written"},
	} {
		edited := strings.Replace(whole, c.before, c.now, 1)
		read, messages := ParseRecord(diag.NewText("a.json", []byte(edited)))
		cases.Note(messages)
		if read != nil || len(messages) != 1 || !strings.Contains(messages[0].Text, c.want) {
			t.Errorf("%s: got %v, %v; want %s", edited, read, messages, c.want)
		}
	}
}

// The hash stands for what the file says, not for how it is laid out.
func TestHash(t *testing.T) {
	hash := func(text string) string {
		return (&Example{Text: diag.NewText("a.json", []byte(text))}).Hash()
	}
	first := hash(`{ "a": [1, "2", {}], "b": null }`)
	if first != hash("{\"a\":[1,\"2\",{ }],\n\"b\":null}") {
		t.Error("another layout has another hash")
	}
	for _, other := range []string{
		`{ "a": ["1", "2", {}], "b": null }`, `{ "a": [1, "2", []], "b": null }`, `{ "a": [1, "2", {}], "b": false }`,
		`{ "b": null, "a": [1, "2", {}] }`, `{ "a": [1, "2"], "b": {} }`, `{ "a": [1, "2", {}], "c": null }`, `{ "a": [1.0, "2", {}], "b": null }`,
	} {
		if hash(other) == first {
			t.Errorf("%s has the same hash", other)
		}
	}
}
