package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// section is a part of a module.
// Source: WebAssembly Core Specification 2.0, 5.5 "Modules".
type section struct {
	id      byte
	content []byte
}

const (
	memorySection = 5
	dataSection   = 11
)

const magic = "\x00asm\x01\x00\x00\x00"

var errNoModule = errors.New("this is no WebAssembly module")

// revised returns a module whose section of an id has the content that revise makes
// of it.
func revised(module []byte, id byte, revise func([]byte) ([]byte, error)) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	out, found := []byte(magic), false
	for _, s := range sections {
		if s.id == id {
			found = true
			if s.content, err = revise(s.content); err != nil {
				return nil, fmt.Errorf("section %d of the module: %w", id, err)
			}
		}
		out = binary.AppendUvarint(append(out, s.id), uint64(len(s.content)))
		out = append(out, s.content...)
	}
	if !found {
		return nil, fmt.Errorf("the module has no section %d", id)
	}
	return out, nil
}

func sectionsOf(module []byte) ([]section, error) {
	if len(module) < len(magic) || string(module[:len(magic)]) != magic {
		return nil, errNoModule
	}
	var sections []section
	for rest := module[len(magic):]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || uint64(len(rest)-1-n) < size {
			return nil, errNoModule
		}
		end := 1 + n + int(size)
		sections = append(sections, section{rest[0], rest[1+n : end]})
		rest = rest[end:]
	}
	return sections, nil
}
