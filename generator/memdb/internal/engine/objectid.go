package engine

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// IDSource makes ObjectIds, UUIDs and cursor ids from a seed.
type IDSource struct {
	mu      sync.Mutex
	random  *rand.Rand
	process [5]byte
	counter uint32
	stamps  uint32
}

func (s *IDSource) seed(seed int64) {
	s.random = rand.New(rand.NewPCG(uint64(seed), 0x6d656d6462))
	binary.BigEndian.PutUint32(s.process[:], s.random.Uint32())
	s.process[4] = byte(s.random.Uint32())
	s.counter = s.random.Uint32() & 0xffffff
}

// ObjectID makes an ObjectId: seconds, five bytes of the process, a counter.
func (s *IDSource) ObjectID(now time.Time) bson.ObjectID {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counter = (s.counter + 1) & 0xffffff
	var id bson.ObjectID
	binary.BigEndian.PutUint32(id[0:], uint32(now.Unix()))
	copy(id[4:], s.process[:])
	id[9], id[10], id[11] = byte(s.counter>>16), byte(s.counter>>8), byte(s.counter)
	return id
}

// UUID makes a random UUID.
func (s *IDSource) UUID() [16]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	var id [16]byte
	binary.BigEndian.PutUint64(id[0:], s.random.Uint64())
	binary.BigEndian.PutUint64(id[8:], s.random.Uint64())
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

// CursorID makes a positive number.
func (s *IDSource) CursorID() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Int64N(1<<62) + 1
}

// increment returns the counter of a new timestamp.
func (s *IDSource) increment() uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stamps++
	return s.stamps
}
