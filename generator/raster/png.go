package raster

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image/png"
	"io"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// stripPNG returns only the chunks that draw an image, with its pixels in one
// chunk.
func stripPNG(content []byte) ([]byte, error) {
	kept := append(make([]byte, 0, len(content)), pngSignature...)
	var pixels []byte
	for rest := content[len(pngSignature):]; ; {
		if len(rest) < 12 {
			return nil, brokenPNG("it ends too early")
		}
		length := binary.BigEndian.Uint32(rest)
		if uint64(length) > uint64(len(rest)-12) {
			return nil, brokenPNG("it ends too early")
		}
		kind, chunk := string(rest[4:8]), rest[:12+length]
		data := chunk[8 : 8+length]
		rest = rest[len(chunk):]
		isWhole := crc32.ChecksumIEEE(chunk[4:8+length]) == binary.BigEndian.Uint32(chunk[8+length:])
		switch {
		case kind == "acTL":
			return nil, &Error{"the image moves", "save one picture of it: what moves can't be printed, and not everyone can bear it"}
		case kind == "eXIf" && isTurned(data):
			return nil, errTurned
		case kind == "IDAT" && isWhole:
			pixels = append(pixels, data...)
		case kind == "IEND":
			kept = appendChunk(kept, "IDAT", pixels)
			return appendChunk(kept, "IEND", nil), nil
		case (kind == "IHDR" || kind == "PLTE" || kind == "tRNS") && isWhole && pixels == nil:
			kept = append(kept, chunk...)
		case kind[0]&0x20 == 0: // needed to draw the image, and not known or damaged
			return nil, brokenPNG("it is damaged")
		}
	}
}

// decodePNG decodes a file that was stripped. The decoder of the standard library
// ignores bytes behind the compressed pixels, which draw nothing and are refused
// here.
func decodePNG(stripped []byte) error {
	if _, err := png.Decode(bytes.NewReader(stripped)); err != nil {
		return err
	}
	at := len(pngSignature)
	for string(stripped[at+4:at+8]) != "IDAT" {
		at += 12 + int(binary.BigEndian.Uint32(stripped[at:]))
	}
	pixels := bytes.NewReader(stripped[at+8 : at+8+int(binary.BigEndian.Uint32(stripped[at:]))])
	stream, err := zlib.NewReader(pixels)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, stream); err != nil {
		return err
	}
	if pixels.Len() > 0 {
		return errors.New("too much pixel data")
	}
	return nil
}

func appendChunk(to []byte, kind string, data []byte) []byte {
	to = binary.BigEndian.AppendUint32(to, uint32(len(data)))
	start := len(to)
	to = append(append(to, kind...), data...)
	return binary.BigEndian.AppendUint32(to, crc32.ChecksumIEEE(to[start:]))
}

func brokenPNG(reason string) error { return broken("PNG", errors.New(reason)) }
