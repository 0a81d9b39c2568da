package code_test

import (
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
)

// TestScopedSessions: where a driver can close the session of a transaction also after an
// error, it does, unless the session has other steps.
func TestScopedSessions(t *testing.T) {
	const only, other = `{ "id": "start", "session": "anna", "client": "anna", "operation": { "name": "startTransaction" } },
    { "id": "open", "session": "anna", "client": "anna", "must": { "matchedCount": 1 }, "expectResult": RESULT, "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "open": true } } } } },
    { "id": "end", "session": "anna", "client": "anna", "operation": { "name": "END" } }`, `,
    { "id": "later", "session": "anna", "client": "anna", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } } }`
	commits := strings.NewReplacer("RESULT", `{ "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 }`, "END", "commitTransaction").Replace(only)
	fails := strings.NewReplacer("RESULT", `{ "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 }`, "END", "abortTransaction").Replace(only)
	for _, tt := range []struct {
		steps string
		want  map[code.Language]string
	}{
		{commits, map[code.Language]string{
			shell.Language:  "const anna = db.getMongo().startSession(); anna.withTransaction(() => { … }); anna.endSession();",
			node.Language:   "await client.withSession(async (anna) => { await anna.withTransaction(async () => { … }); });",
			python.Language: "def transaction(anna): … with client.start_session() as anna: anna.with_transaction(transaction)",
			golang.Language: "anna, err := client.StartSession() if err != nil { return err } defer anna.EndSession(ctx) _, err = anna.WithTransaction(ctx, func(annaCtx context.Context) (any, error) { … return nil, nil }) if err != nil { return err }",
			java.Language:   "anna.withTransaction(() -> { … return null; });",
		}},
		{commits + other, map[code.Language]string{
			node.Language:   "const anna = client.startSession(); await anna.withTransaction(async () => { … }); … await anna.endSession();",
			python.Language: "anna = client.start_session() def transaction(anna): … anna.with_transaction(transaction) … anna.end_session()",
		}},
		{fails, map[code.Language]string{
			node.Language:   "try { await client.withSession(async (anna) => { await anna.withTransaction(async () => { … }); }); throw new Error('expected: nothing matched in huts'); } catch (error) { if (error.message !== 'nothing matched in huts') throw error; console.warn(error.message); }",
			python.Language: `def transaction(anna): … try: with client.start_session() as anna: anna.with_transaction(transaction) except RuntimeError as error: if str(error) != "nothing matched in huts": raise logging.warning(error) else: raise AssertionError("expected: nothing matched in huts")`,
		}},
	} {
		stored := storedOf(t, tt.steps)
		for l, want := range tt.want {
			script, err := code.WriteScript(l, stored)
			if err != nil {
				t.Fatal(err)
			}
			text := script.In(&code.Comments{Steps: make([]string, 4)})
			rest := strings.Join(strings.Fields(text), " ")
			for part := range strings.SplitSeq(want, "…") {
				_, after, found := strings.Cut(rest, strings.TrimSpace(part))
				if !found {
					t.Fatalf("%s lacks, in this order, %q:\n%s", l.Facts().Name, part, text)
				}
				rest = after
			}
			if l == node.Language && strings.Contains(text, "withSession") && strings.Contains(text, "endSession") {
				t.Errorf("a session is closed twice:\n%s", text)
			}
		}
	}
}
