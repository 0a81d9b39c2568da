package raster

import "encoding/binary"

var errTurned = &Error{"the camera was turned when it took the image, and only says so beside the pixels", "turn the image and save it: programs then write the pixels as they are seen"}

// isTurned reports whether Exif data say that an image is to be turned or mirrored
// before it is shown. Data that can't be read are ignored.
func isTurned(exif []byte) bool {
	const orientation, short, upright = 0x0112, 3, 1
	if len(exif) < 8 {
		return false
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(exif[4:]))
	if at+2 > uint64(len(exif)) {
		return false
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return false
		}
		if order.Uint16(entries) == orientation && order.Uint16(entries[2:]) == short {
			value := order.Uint16(entries[8:])
			return value > upright && value <= 8
		}
		entries = entries[12:]
	}
	return false
}
