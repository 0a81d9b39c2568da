package memdb

// Without users, the sessions that may be killed are those that may be ended.
var _ = register[endSessionsCommand](command{names: []string{"killSessions"}})
