package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxMemory is how many bytes the module may use. One that asks for more fails,
// and the page says so.
const MaxMemory = 512 << 20

const (
	pageSize      = 64 << 10
	memorySection = 5
	hasMaximum    = 1
)

// bounded gives a module whose memory can't grow beyond MaxMemory. Go's linker
// sets no maximum.
// Source: WebAssembly Core Specification 2.0, 5.5 "Modules".
func bounded(module []byte) ([]byte, error) {
	const header = 8
	for at := header; at < len(module); {
		start := at
		id := module[at]
		size, n := binary.Uvarint(module[at+1:])
		if n <= 0 {
			break
		}
		at += 1 + n
		if id == memorySection {
			return withMaximum(module, start, at, at+int(size))
		}
		at += int(size)
	}
	return nil, errors.New("the module has no memory")
}

// withMaximum writes the memory section anew, whose content stands from content
// to end.
func withMaximum(module []byte, start, content, end int) ([]byte, error) {
	section := module[content:end]
	minimum, n := binary.Uvarint(section[2:])
	if section[0] != 1 || section[1] != 0 || n <= 0 || minimum > MaxMemory/pageSize {
		return nil, fmt.Errorf("the module has an unexpected memory: %x", section)
	}
	body := []byte{1, hasMaximum}
	body = binary.AppendUvarint(body, minimum)
	body = binary.AppendUvarint(body, MaxMemory/pageSize)
	out := append([]byte{}, module[:start]...)
	out = binary.AppendUvarint(append(out, memorySection), uint64(len(body)))
	return append(append(out, body...), module[end:]...), nil
}
