package wasm

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
)

// mostUnpacked is how many bytes a module that is read may have.
const mostUnpacked = 64 << 20

var errDamaged = errors.New("the playground's program is damaged")

// encode returns a file with the program and its key: a hash of the rest, then
// each part after its length.
func (p *Program) encode(key string) []byte {
	out := make([]byte, sha256.Size)
	for _, part := range [][]byte{[]byte(key), p.Gzip, p.Brotli, p.Glue} {
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(part))), part...)
	}
	sum := sha256.Sum256(out[sha256.Size:])
	copy(out, sum[:])
	return out
}

// decode reads what encode wrote; anything else is an error.
func decode(content []byte) (p *Program, key string, err error) {
	if len(content) < sha256.Size {
		return nil, "", errDamaged
	}
	rest := content[sha256.Size:]
	if sum := sha256.Sum256(rest); !bytes.Equal(sum[:], content[:sha256.Size]) {
		return nil, "", errDamaged
	}
	var parts [4][]byte
	for i := range parts {
		if len(rest) < 4 || uint64(len(rest)-4) < uint64(binary.BigEndian.Uint32(rest)) {
			return nil, "", errDamaged
		}
		end := 4 + int(binary.BigEndian.Uint32(rest))
		parts[i], rest = rest[4:end], rest[end:]
	}
	p = &Program{Gzip: parts[1], Brotli: parts[2], Glue: parts[3]}
	unpacked, err := gzip.NewReader(bytes.NewReader(p.Gzip))
	if err != nil {
		return nil, "", err
	}
	if p.Module, err = io.ReadAll(io.LimitReader(unpacked, mostUnpacked+1)); err != nil {
		return nil, "", err
	}
	if len(p.Module) > mostUnpacked || len(rest) > 0 {
		return nil, "", errDamaged
	}
	return p, string(parts[0]), nil
}
