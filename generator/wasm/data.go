package wasm

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// A segment holds bytes that a module copies to an offset in its memory when it
// starts.
type segment struct {
	offset int
	data   []byte
}

// gap is the greatest number of zeros between two segments that are written out.
// Go's linker writes out at most seven, which results in a hundred thousand
// segments, whose offsets and lengths are a sixteenth of the compressed module.
const gap = 64

// How a segment of memory 0 begins, with its offset and the end of its expression.
const (
	activeSegment = 0
	i32Const      = 0x41
	end           = 0x0b
)

var errData = errors.New("unexpected data")

// joined returns a data section with few segments that writes the same bytes into
// the memory, which is zero before. Source: WebAssembly Core Specification 2.0,
// 5.5.14 "Data Section".
func joined(section []byte) ([]byte, error) {
	segments, err := segmentsOf(section)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(segments, func(a, b segment) int { return cmp.Compare(a.offset, b.offset) })
	var few []segment
	for _, s := range segments {
		if last := len(few) - 1; last >= 0 {
			zeros := s.offset - few[last].offset - len(few[last].data)
			if zeros < 0 {
				return nil, errData
			}
			if zeros <= gap {
				few[last].data = append(append(few[last].data, make([]byte, zeros)...), s.data...)
				continue
			}
		}
		few = append(few, segment{s.offset, append([]byte{}, s.data...)})
	}
	out := binary.AppendUvarint(nil, uint64(len(few)))
	for _, s := range few {
		out = append(appendSigned(append(out, activeSegment, i32Const), s.offset), end)
		out = append(binary.AppendUvarint(out, uint64(len(s.data))), s.data...)
	}
	return out, nil
}

func segmentsOf(section []byte) ([]segment, error) {
	count, n := binary.Uvarint(section)
	if n <= 0 || count > uint64(len(section)) {
		return nil, errData
	}
	rest := section[n:]
	segments := make([]segment, 0, count)
	for range count {
		if len(rest) < 2 || rest[0] != activeSegment || rest[1] != i32Const {
			return nil, errData
		}
		offset, n := signed(rest[2:])
		if rest = rest[2+n:]; n == 0 || len(rest) == 0 || rest[0] != end {
			return nil, errData
		}
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || uint64(len(rest)-1-n) < size {
			return nil, errData
		}
		rest = rest[1+n:]
		segments = append(segments, segment{offset, rest[:size]})
		rest = rest[size:]
	}
	return segments, nil
}

// signed reads a number in signed LEB128 that is not negative. n is its length in
// bytes, 0 if there is none.
func signed(content []byte) (value, n int) {
	v, n := binary.Uvarint(content)
	if n <= 0 || v > math.MaxInt32 || content[n-1]&0x40 != 0 {
		return 0, 0
	}
	return int(v), n
}

// appendSigned writes a number that is not below zero in signed LEB128: its last
// byte must not have the bit of the sign.
func appendSigned(out []byte, value int) []byte {
	for value >= 0x40 {
		out = append(out, byte(value)|0x80)
		value >>= 7
	}
	return append(out, byte(value))
}
