package migration_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/diag/diagtest"
	"modelbook/generator/direct"
	"modelbook/generator/example"
	"modelbook/generator/golden"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/migration"
	"modelbook/generator/run"
	"modelbook/generator/verify"
)

// cases are the messages that the cases of this package's tests have led to.
var cases = diagtest.Messages{Arguments: map[string]int{"Message": 1, "add": 1, "addOnce": 2}}

// TestMain fails if a message has no case.
func TestMain(m *testing.M) { cases.Main(m) }

// files are the models and the move between them.
func files(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, name := range []string{"huts", "wardens", "huts-move"} {
		content, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(content)
	}
	return texts
}

// read reads the move.
func read(t *testing.T, texts map[string]string) *example.Example {
	t.Helper()
	file := func(name string) *diag.Text { return diag.NewText("examples/"+name+".json", []byte(texts[name])) }
	e, list := example.ParseAmong(file("huts-move"), example.Others{Names: []string{"huts", "huts-move", "wardens"}, Text: file})
	if list.Failed() {
		t.Fatalf("%+v", list)
	}
	return e
}

// move runs an example and its move on the embedded database. What the steps return is
// not of interest: the first run writes it into the file.
func move(t *testing.T, texts map[string]string, options memdb.Options) (example.Result, diag.List) {
	t.Helper()
	return moveBy(t, texts, options, direct.New)
}

// moveBy is move with another client of the database.
func moveBy(t *testing.T, texts map[string]string, options memdb.Options, client func(*memdb.DB, string) run.Client) (example.Result, diag.List) {
	t.Helper()
	o := verify.Options{Update: true, Start: func() verify.Started {
		db := memdb.New(options)
		server := wire.Inside(db)
		reach := func(database string) run.Client { return client(db, database) }
		return verify.Started{URI: server.URI(), Dialer: server, Direct: reach, End: func() {
			if err := server.Close(); err != nil {
				t.Error(err)
			}
		}}
	}}
	for {
		o.Examples = []*example.Example{read(t, texts)}
		results, _, list, err := verify.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if !o.Update {
			return results[0], list
		}
		if list.Failed() {
			return results[0], list
		}
		o.Update, texts["huts-move"] = false, string(results[0].Updated)
	}
}

func printed(t *testing.T, list diag.List) string {
	t.Helper()
	cases.Note(list)
	for i := range list {
		list[i].Source = ""
	}
	var b strings.Builder
	if err := list.Print(diag.NewTerminal(&b), "text"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMoves makes the changes of each case of testdata/moves.txtar to the move, or to a
// model that is named, and compares the messages. A change is "what is => what comes in
// its place", with any white space in place of one.
func TestMoves(t *testing.T) {
	golden.Pairs(t, "testdata/moves.txtar", func(t *testing.T, changes string) string {
		texts := files(t)
		for name, text := range texts {
			texts[name] = strings.Join(strings.Fields(text), " ")
		}
		for change := range strings.SplitSeq(changes, "\n") {
			was, becomes, _ := strings.Cut(change, " => ")
			name := "huts-move"
			if of, rest, named := strings.Cut(was, ": "); named && texts[of] != "" {
				name, was = of, rest
			}
			if !strings.Contains(texts[name], was) {
				t.Fatalf("%s has no %s", name, was)
			}
			texts[name] = strings.Replace(texts[name], was, becomes, 1)
		}
		result, list := move(t, texts, memdb.Options{})
		if list == nil {
			return fmt.Sprintf("moved %d times", result.MoveRuns)
		}
		return printed(t, list)
	})
}

// Tries that begin alike share what the steps before have made: the messages are those of
// tries that begin anew each time, as on a server that copies no databases.
func TestCopiedBeginnings(t *testing.T) {
	for _, change := range [][2]string{
		{"Wardens move", "Wardens move"},
		{`, "sealed": { "$ne": true }`, ""},
		{`"none.shift": { "$exists": false }`, `"none._id": { "$exists": true }`},
	} {
		outcome := func(reach func(*memdb.DB, string) run.Client) string {
			texts := files(t)
			text := strings.Join(strings.Fields(texts["huts-move"]), " ")
			if !strings.Contains(text, change[0]) {
				t.Fatalf("no %s", change[0])
			}
			texts["huts-move"] = strings.Replace(text, change[0], change[1], 1)
			result, list := moveBy(t, texts, memdb.Options{}, reach)
			return fmt.Sprintf("moved %d times\n%s", result.MoveRuns, printed(t, list))
		}
		copied, anew := outcome(direct.New), outcome(func(db *memdb.DB, database string) run.Client {
			return struct{ run.Client }{direct.New(db, database)} // which is no Copier
		})
		if copied != anew {
			t.Errorf("%s: with copies\n%s\nwithout\n%s", change[0], copied, anew)
		}
	}
}

// The plan names each stop and each write once.
func TestPlan(t *testing.T) {
	e := read(t, files(t))
	stops, writes := 0, map[migration.Try]bool{}
	tries, number := migration.Plan(e)
	if number != len(tries) {
		t.Errorf("%d tries of %d", len(tries), number)
	}
	for _, try := range tries {
		if try.Program == "" {
			stops++
			continue
		}
		if writes[try] {
			t.Errorf("%+v comes twice", try)
		}
		writes[try] = true
	}
	// Eleven steps, one of which is sent three times. Each of three writes comes alone from
	// the old program before each of two steps that touch its huts, and before the copying;
	// from the one that writes both in its 6 gaps; and the new one's is what they are
	// compared with. A stop with a write comes behind each step that changes documents: one
	// of the old program's gaps, 5 and 2 of the others'. Within each time of the copying,
	// and within the repair, writes the program that does before and after it.
	if stops != 13 || len(writes) != 3*(2+1+6)+3*(1+5+2)+3*(3+1) {
		t.Errorf("%d stops and %d writes", stops, len(writes))
	}
}
