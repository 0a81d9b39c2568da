//go:build !js

package command

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

// killSessionsCommand ends sessions, as endSessions does: as there are no users, each
// client may end any session.
type killSessionsCommand struct {
	endSessionsCommand
	Others bson.D `idl:",others"` // the server accepts and ignores them
}

var _ = register[killSessionsCommand](command{names: []string{"killSessions"}})

// run ends sessions; an empty list means all of the user's, which without users
// are all there are.
func (c *killSessionsCommand) run(op *engine.Operation) (bson.D, error) {
	keys := sessionKeys(c.Sessions)
	if len(keys) == 0 {
		keys = op.DB.Sessions.All()
	}
	killSessions(op, keys)
	return bson.D{}, nil
}

// killSessions ends sessions with their cursors and interrupts their commands, except
// the one that runs.
func killSessions(op *engine.Operation, keys []string) {
	op.DB.Operations.Kill(func(other *engine.Operation) bool {
		return other != op && other.Session != "" && slices.Contains(keys, other.Session)
	})
	op.DB.EndSessions(keys)
}
