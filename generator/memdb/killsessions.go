package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

// killSessionsCommand ends sessions: without users, those that may be killed are
// those that may be ended.
type killSessionsCommand struct {
	endSessionsCommand
	Others bson.D `idl:",others"` // taken by the server, and looked at by nobody
}

var _ = register[killSessionsCommand](command{names: []string{"killSessions"}})
