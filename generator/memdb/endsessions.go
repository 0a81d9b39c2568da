package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

type endSessionsCommand struct {
	genericArguments
	Sessions []sessionID `idl:",command,required"`
}

var _ = register[endSessionsCommand](command{names: []string{"endSessions"}, api1: true})

func (c *endSessionsCommand) run(r *request) (bson.D, error) {
	r.db.endSessions(sessionKeys(c.Sessions))
	return bson.D{}, nil
}
