package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
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
func (c *killSessionsCommand) run(r *request) (bson.D, error) {
	keys := sessionKeys(c.Sessions)
	if len(keys) == 0 {
		keys = r.db.sessions.all()
	}
	killSessions(r, keys)
	return bson.D{}, nil
}

// killSessions ends sessions with their cursors and interrupts their commands, except
// the one that runs.
func killSessions(r *request, keys []string) {
	r.db.operations.kill(func(other *request) bool {
		return other != r && other.session != "" && slices.Contains(keys, other.session)
	})
	r.db.endSessions(keys)
}
