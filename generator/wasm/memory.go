package wasm

import (
	"encoding/binary"
	"fmt"
)

// MaxMemory is how many bytes the module may use. It fails if it needs more,
// and the page reports it.
const MaxMemory = 512 << 20

const (
	pageSize   = 64 << 10
	hasMaximum = 1
)

// bounded returns a memory section whose memory can't grow beyond MaxMemory. Go's
// linker sets no maximum.
func bounded(section []byte) ([]byte, error) {
	if len(section) < 3 || section[0] != 1 || section[1] != 0 {
		return nil, fmt.Errorf("unexpected memory: %x", section)
	}
	minimum, n := binary.Uvarint(section[2:])
	if n <= 0 || minimum > MaxMemory/pageSize {
		return nil, fmt.Errorf("unexpected memory: %x", section)
	}
	body := binary.AppendUvarint([]byte{1, hasMaximum}, minimum)
	return binary.AppendUvarint(body, MaxMemory/pageSize), nil
}
