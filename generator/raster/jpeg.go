package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Markers of JPEG: ITU-T T.81, table B.1.
const (
	startOfFrame0 = 0xC0 // baseline
	startOfFrame1 = 0xC1 // extended
	startOfFrame2 = 0xC2 // progressive
	huffmanTables = 0xC4
	startOfImage  = 0xD8
	endOfImage    = 0xD9
	startOfScan   = 0xDA
	quantization  = 0xDB
	restarts      = 0xDD
	app0          = 0xE0
	app1          = 0xE1
	app14         = 0xEE
)

// maxScans bounds the time that an image takes: each scan of a progressive image
// decodes all of its pixels. Programs write about ten.
const maxScans = 20

// jfif is the segment that declares JFIF's colors and square pixels.
const jfif = "\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"

// stripJPEG returns only the segments that draw an image.
func stripJPEG(content []byte) ([]byte, error) {
	kept := append(make([]byte, 0, len(content)), 0xFF, startOfImage)
	scans := 0
	for rest := content[2:]; ; {
		marker, segment, after, err := nextSegment(rest)
		if err != nil {
			return nil, err
		}
		rest = after
		switch marker {
		case endOfImage:
			return append(kept, 0xFF, endOfImage), nil
		case startOfFrame0, startOfFrame1, startOfFrame2, huffmanTables, quantization, restarts:
			kept = append(kept, segment...)
		case startOfScan:
			if scans++; scans > maxScans {
				return nil, &Error{fmt.Sprintf("the image comes in more than %d scans", maxScans), "save it again, not progressive"}
			}
			data := scanLength(rest)
			kept = append(append(kept, segment...), rest[:data]...)
			rest = rest[data:]
		case app0:
			if bytes.HasPrefix(segment[4:], []byte("JFIF\x00")) && len(kept) == 2 {
				kept = append(kept, jfif...)
			}
		case app1:
			if data, isExif := bytes.CutPrefix(segment[4:], []byte("Exif\x00\x00")); isExif && isTurned(data) {
				return nil, errTurned
			}
		case app14: // which has the color transform
			if bytes.HasPrefix(segment[4:], []byte("Adobe")) && len(segment) == 16 {
				kept = append(kept, segment...)
			}
		}
	}
}

// nextSegment reads a segment with its marker. That of the image's end has none.
func nextSegment(rest []byte) (marker byte, segment, after []byte, err error) {
	if len(rest) < 2 {
		return 0, nil, nil, brokenJPEG("it ends too early")
	}
	if rest[0] != 0xFF {
		return 0, nil, nil, brokenJPEG("it is damaged")
	}
	for len(rest) > 2 && rest[1] == 0xFF { // a marker may begin with more of them
		rest = rest[1:]
	}
	if rest[1] == endOfImage {
		return endOfImage, rest[:2], rest[2:], nil
	}
	if len(rest) < 4 {
		return 0, nil, nil, brokenJPEG("it ends too early")
	}
	length := int(binary.BigEndian.Uint16(rest[2:]))
	switch {
	case rest[1] < startOfFrame0 || length < 2:
		return 0, nil, nil, brokenJPEG("it is damaged")
	case 2+length > len(rest):
		return 0, nil, nil, brokenJPEG("it ends too early")
	}
	return rest[1], rest[:2+length], rest[2+length:], nil
}

// scanLength returns the length of a scan's data, which end before the first
// marker that is no restart. A zero follows a byte 0xFF that is no marker.
func scanLength(rest []byte) int {
	for i := 0; i+1 < len(rest); i++ {
		if next := rest[i+1]; rest[i] == 0xFF && next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7) {
			return i
		}
	}
	return len(rest)
}

func brokenJPEG(reason string) error { return broken("JPEG", errors.New(reason)) }
