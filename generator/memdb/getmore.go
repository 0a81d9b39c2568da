package memdb

import (
	"math"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
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
	c, err := r.db.cursors.pin(id, r.now)
	if err != nil {
		return nil, err
	}
	defer r.db.cursors.release(c, r.now)
	if err := r.mayRead(c); err != nil {
		return nil, err
	}
	goesOn := false
	defer func() {
		if !goesOn { // also if a value ended the command by a panic
			r.db.cursors.kill(c.id)
		}
	}()
	docs, done, err := r.nextBatch(c, size)
	if err != nil {
		return nil, err
	}
	if goesOn = !done; done {
		id = 0
	}
	return cursorReply("nextBatch", docs, id, c.namespace), nil
}

// mayRead checks that a getMore names the cursor's own namespace and session,
// and a time only where it is one to wait.
func (r *request) mayRead(c *cursor) error {
	if namespace := r.database + "." + r.text("collection"); namespace != c.namespace {
		return errcode.New(13, "Requested getMore on namespace '%s', but cursor belongs to a different namespace %s", namespace, c.namespace)
	}
	if c.session != r.session {
		return errcode.New(50738, "Cannot run getMore on cursor %d, which was created in another session", c.id)
	}
	if r.has("maxTimeMS") && !c.awaits {
		return errcode.New(errcode.BadValue, "cannot set maxTimeMS on getMore command for a non-awaitData cursor")
	}
	return nil
}

// nextBatch reads on. A cursor that awaits data and has none looks again after
// every write, until its time is over.
func (r *request) nextBatch(c *cursor, size int64) (docs bson.A, done bool, err error) {
	if !c.awaits {
		return r.readBatch(c, size)
	}
	timeout := time.NewTimer(r.awaitTime())
	defer timeout.Stop()
	for {
		written := r.db.writes.next()
		docs, done, err := r.readBatch(c, size)
		if err != nil || done || len(docs) > 0 {
			return docs, done, err
		}
		select {
		case <-written:
		case <-timeout.C:
			return docs, false, nil
		case <-r.ctx.Done():
			return nil, false, r.expired()
		}
	}
}

// readBatch holds the lock for one look only, so that others can write while a
// cursor waits.
func (r *request) readBatch(c *cursor, size int64) (docs bson.A, done bool, err error) {
	r.db.mu.RLock()
	defer r.db.mu.RUnlock()
	switch {
	case c.killed:
		return nil, false, errcode.New(175, "collection dropped. UUID of the collection: %s", c.reads)
	case r.db.cursors.wasKilled(c):
		return nil, false, errcode.New(237, "cursor was killed: %d", c.id)
	}
	if err := c.run.resume(r); err != nil {
		return nil, false, err
	}
	docs, done, err = c.batch(size)
	return docs, done && !c.tailable, err
}

// defaultAwait is how long a getMore waits that gives no maxTimeMS.
const defaultAwait = time.Second

func (r *request) awaitTime() time.Duration {
	v, given := r.fields["maxTimeMS"]
	if !given {
		return defaultAwait
	}
	return time.Duration(commandLong(v)) * time.Millisecond
}
