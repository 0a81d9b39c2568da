package verify

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"

	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/diag"
)

// databaseName makes a name that no other run has, and that identifies the process
// that made it: prefix_machine_process_random_example.
func databaseName(prefix, name string) string {
	const longest = 63 // bytes, "MongoDB Limits and Thresholds"
	var random [4]byte
	rand.Read(random[:])
	full := prefix + "_" + thisMachine + "_" + thisProcess + "_" + hex.EncodeToString(random[:]) + "_" + name
	return full[:min(len(full), longest)]
}

// drop drops a database of the run, also after the run has failed or was interrupted.
func (r *verification) drop(ctx context.Context, db *mongo.Database) {
	if !strings.HasPrefix(db.Name(), r.options.Prefix+"_") {
		panic("verify: " + db.Name() + " is not ours to drop")
	}
	ctx, cancel := cleanupContext(ctx)
	defer cancel()
	if err := db.Drop(ctx); err != nil {
		r.list.Errorf(diag.Pos{File: r.example.File}, "the database %s could not be dropped: %s", db.Name(), r.failureOf(err))
	}
}

// cleanupContext returns a context for the cleaning up after a run, which is not
// canceled with ctx. After an interrupt it ends soon, since the user waits.
func cleanupContext(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := answerLimit
	if context.Cause(ctx) == context.Canceled {
		limit = interruptedLimit
	}
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}
