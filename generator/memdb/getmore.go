package memdb

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

func runGetMore(r *request) (bson.D, error) {
	id, _ := r.fields["getMore"].(int64)
	size, err := r.count("batchSize", 0)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		size = math.MaxInt64
	}
	if r.has("maxTimeMS") {
		return nil, errcode.New(2, "cannot set maxTimeMS on getMore command for a non-awaitData cursor")
	}
	c := r.db.cursors.take(id)
	if c == nil {
		return nil, errcode.New(43, "cursor id %d not found", id)
	}
	if err := r.mayRead(c); err != nil {
		r.db.cursors.put(c)
		return nil, err
	}
	if c.killed {
		return nil, errcode.New(175, "collection dropped. UUID of the collection: %s", c.reads)
	}
	c.run.req = r
	docs, done, err := c.batch(size)
	if err != nil {
		return nil, err
	}
	if done {
		id = 0
	} else {
		r.db.cursors.put(c)
	}
	return cursorReply("nextBatch", docs, id, c.namespace), nil
}

// mayRead checks that a getMore names the cursor's own namespace and session.
func (r *request) mayRead(c *cursor) error {
	if namespace := r.database + "." + r.text("collection"); namespace != c.namespace {
		return errcode.New(13, "Requested getMore on namespace '%s', but cursor belongs to a different namespace %s", namespace, c.namespace)
	}
	if c.session != r.session {
		return errcode.New(50738, "Cannot run getMore on cursor %d, which was created in another session", c.id)
	}
	return nil
}

func runKillCursors(r *request) (bson.D, error) {
	if err := storage.CheckReadable(r.database, r.text(r.name)); err != nil {
		return nil, err
	}
	killed, missing := bson.A{}, bson.A{}
	for _, v := range r.array("cursors") {
		if _, ok := v.(int64); !ok {
			return nil, errcode.New(14, "BSON field 'killCursors.cursors' is the wrong type '%s', expected type 'long'", value.TypeName(v))
		}
	}
	for _, v := range r.array("cursors") {
		id := v.(int64)
		if r.db.cursors.take(id) != nil {
			killed = append(killed, id)
		} else {
			missing = append(missing, id)
		}
	}
	return bson.D{
		{Key: "cursorsKilled", Value: killed},
		{Key: "cursorsNotFound", Value: missing},
		{Key: "cursorsAlive", Value: bson.A{}},
		{Key: "cursorsUnknown", Value: bson.A{}},
	}, nil
}
