package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

type refreshSessionsCommand struct {
	genericArguments
	Sessions []sessionID `idl:",command,required"`
}

var _ = register[refreshSessionsCommand](command{names: []string{"refreshSessions"}, api1: true})

func (c *refreshSessionsCommand) run(r *request) (bson.D, error) {
	for _, key := range sessionKeys(c.Sessions) {
		r.db.sessions.touch(key, r.now)
	}
	return bson.D{}, nil
}
