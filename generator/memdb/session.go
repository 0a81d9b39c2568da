package memdb

import (
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

const sessionMinutes = 30

// sessions are those that clients use, with the time of their last command.
type sessions struct {
	mu   sync.Mutex
	last map[string]time.Time
}

func (s *sessions) touch(key string, now time.Time) {
	if key == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last[key] = now
}

// end forgets sessions.
func (s *sessions) end(keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		delete(s.last, key)
	}
}

// idle lists the sessions that no command has used for their time.
func (s *sessions) idle(now time.Time) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for key, last := range s.last {
		if now.Sub(last) > sessionMinutes*time.Minute {
			keys = append(keys, key)
		}
	}
	return keys
}

// sessionKey reads an lsid: an id that is a UUID.
func sessionKey(lsid bson.D) (string, error) {
	for _, f := range lsid {
		switch f.Key {
		case "id", "uid", "txnNumber", "txnUUID":
		default:
			return "", errcode.New(errcode.IDLUnknownField, "BSON field 'lsid.%s' is an unknown field.", f.Key)
		}
	}
	id := value.Get(lsid, "id")
	binary, ok := id.(bson.Binary)
	switch {
	case value.IsNullish(id):
		return "", errcode.New(errcode.IDLFailedToParse, "BSON field 'lsid.id' is missing but a required field")
	case !ok:
		return "", errcode.New(errcode.TypeMismatch, "BSON field 'lsid.id' is the wrong type '%s', expected type 'binData'", value.TypeName(id))
	case binary.Subtype != 4:
		return "", errcode.New(errcode.TypeMismatch, "BSON field 'lsid.id' is the wrong binData type '%d', expected type 'UUID'", binary.Subtype)
	case len(binary.Data) != 16:
		return "", errcode.New(207, "uuid must be a 16-byte binary field with UUID (4) subtype")
	}
	return string(binary.Data), nil
}

func runStartSession(r *request) (bson.D, error) {
	id := r.db.ids.uuid()
	r.db.sessions.touch(string(id[:]), r.now)
	return bson.D{
		{Key: "id", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: id[:]}}}},
		{Key: "timeoutMinutes", Value: int32(sessionMinutes)},
	}, nil
}

func runEndSessions(r *request) (bson.D, error) {
	keys, err := r.sessionKeys()
	if err != nil {
		return nil, err
	}
	r.db.endSessions(keys)
	return bson.D{}, nil
}

func (db *DB) endSessions(keys []string) {
	db.sessions.end(keys)
	for _, key := range keys {
		db.cursors.killSession(key)
	}
	db.writes.done()
}

func runRefreshSessions(r *request) (bson.D, error) {
	keys, err := r.sessionKeys()
	for _, key := range keys {
		r.db.sessions.touch(key, r.now)
	}
	return bson.D{}, err
}

func (r *request) sessionKeys() ([]string, error) {
	var keys []string
	for _, v := range r.array(r.name) {
		lsid, ok := v.(bson.D)
		if !ok {
			return nil, errcode.New(errcode.TypeMismatch, "BSON field '%s.%s' is the wrong type '%s', expected type 'object'", r.name, r.name, value.TypeName(v))
		}
		key, err := sessionKey(lsid)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// noTransaction answers what would end a transaction where none can be.
func noTransaction(r *request) (bson.D, error) {
	return nil, errcode.New(125, "%s must be run within a transaction", r.name)
}
