package raster

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

func picture(width, height int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetNRGBA(x, y, color.NRGBA{uint8(x * 7), uint8(y * 5), uint8(x ^ y), 255})
		}
	}
	return m
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withChunk puts a chunk before the first of another kind.
func withChunk(file []byte, before, kind, data string) []byte {
	at := bytes.Index(file, []byte(before)) - 4
	return append(appendChunk(bytes.Clone(file[:at]), kind, []byte(data)), file[at:]...)
}

// withSegment puts a segment behind the begin of a JPEG file.
func withSegment(file []byte, marker byte, data string) []byte {
	segment := append(binary.BigEndian.AppendUint16([]byte{0xFF, marker}, uint16(len(data)+2)), data...)
	return append(append(bytes.Clone(file[:2]), segment...), file[2:]...)
}

func exif(orientation byte) string {
	return "MM\x00*\x00\x00\x00\x08\x00\x02" + "\x01\x0f\x00\x02\x00\x00\x00\x01A\x00\x00\x00" + "\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00" + "\x00\x00\x00\x00"
}

func exifOfIntel(orientation byte) string {
	return "II*\x00\x08\x00\x00\x00\x01\x00" + "\x12\x01\x03\x00\x01\x00\x00\x00" + string(orientation) + "\x00\x00\x00"
}

// header is a PNG file of a size with some compressed bytes for its pixels.
func header(width, height uint32, pixels []byte) []byte {
	var ihdr []byte
	ihdr = binary.BigEndian.AppendUint32(ihdr, width)
	ihdr = binary.BigEndian.AppendUint32(ihdr, height)
	ihdr = append(ihdr, 8, 0, 0, 0, 0)
	file := appendChunk([]byte(pngSignature), "IHDR", ihdr)
	file = appendChunk(file, "IDAT", pixels)
	return appendChunk(file, "IEND", nil)
}

func zeros(n int) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(make([]byte, n))
	w.Close()
	return b.Bytes()
}

// TestStrips holds that metadata and what lies behind the end are gone, that all
// pixels are the same, and that what was stripped is left as it is.
func TestStrips(t *testing.T) {
	secret := "taken at home <script>alert(1)</script>"
	plainPNG, plainJPEG := pngOf(t, picture(40, 30)), jpegOf(t, picture(40, 30))
	for name, file := range map[string][]byte{
		"text.png":         withChunk(plainPNG, "IDAT", "tEXt", "Comment\x00"+secret),
		"profile.png":      withChunk(plainPNG, "IDAT", "iCCP", "x\x00\x00"+secret),
		"exif.png":         withChunk(plainPNG, "IDAT", "eXIf", exif(1)+secret),
		"behind.png":       append(bytes.Clone(plainPNG), secret...),
		"hidden.png":       withChunk(plainPNG, "IEND", "tEXt", secret),
		"comment.jpg":      withSegment(plainJPEG, 0xFE, secret),
		"profile.jpeg":     withSegment(plainJPEG, 0xE2, "ICC_PROFILE\x00\x01\x01"+secret),
		"exif.jpg":         withSegment(plainJPEG, 0xE1, "Exif\x00\x00"+exif(1)+secret),
		"thumbnail.jpg":    withSegment(plainJPEG, 0xE0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"+secret),
		"behind.jpg":       append(bytes.Clone(plainJPEG), secret...),
		"second image.jpg": append(bytes.Clone(plainJPEG), append(plainJPEG, secret...)...),
	} {
		read, err := Read(name, file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := read.Decode(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bytes.Contains(read.Content, []byte("script")) || read.Width != 40 || read.Height != 30 {
			t.Errorf("%s: %d × %d, holds %q", name, read.Width, read.Height, read.Content)
		}
		before, _, _ := image.Decode(bytes.NewReader(file))
		after, _, err := image.Decode(bytes.NewReader(read.Content))
		if err != nil || !samePixels(before, after) {
			t.Errorf("%s: other pixels, or %v", name, err)
		}
		again, err := Read(name, read.Content)
		if err != nil || !bytes.Equal(again.Content, read.Content) {
			t.Errorf("%s: stripped twice it is another: %v", name, err)
		}
	}
}

func samePixels(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// TestKeepsTransparency holds that what a palette and its transparency say stays.
func TestKeepsTransparency(t *testing.T) {
	m := image.NewPaletted(image.Rect(0, 0, 9, 9), color.Palette{color.NRGBA{}, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 128}})
	m.SetColorIndex(3, 3, 1)
	m.SetColorIndex(4, 4, 2)
	read, err := Read("a.png", pngOf(t, m))
	if err != nil {
		t.Fatal(err)
	}
	after, err := png.Decode(bytes.NewReader(read.Content))
	if err != nil || !samePixels(m, after) {
		t.Errorf("other pixels, or %v", err)
	}
}

// TestRefuses holds what is told of files that are no images, or none for a page.
// What only shows when the pixels are decoded is told by Decode.
func TestRefuses(t *testing.T) {
	plainPNG, plainJPEG := pngOf(t, picture(40, 30)), jpegOf(t, picture(40, 30))
	idat := bytes.Index(plainPNG, []byte("IDAT"))
	flipped := bytes.Clone(plainPNG)
	flipped[idat+20] ^= 0x40
	scans := bytes.Index(plainJPEG, []byte{0xFF, 0xDA})
	cmyk := bytes.Clone(plainJPEG)
	frame := bytes.Index(cmyk, []byte{0xFF, 0xC0})
	cmyk = append(append(append(bytes.Clone(cmyk[:frame]), 0xFF, 0xC0, 0, 20, 8, 0, 30, 0, 40, 4), 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1, 4, 0x11, 0), cmyk[frame+19:]...)
	for _, c := range []struct {
		name   string
		file   []byte
		want   string
		decode bool
	}{
		{"a.png", nil, "the file is empty", false},
		{"a.png", []byte("hello"), "the file is no PNG or JPEG image", false},
		{"a.png", plainJPEG, "the file is a JPEG image, and its name does not say so", false},
		{"a.jpg", plainPNG, "the file is a PNG image, and its name does not say so", false},
		{"a.png", []byte("GIF89a" + string(plainPNG)), "the file is a GIF image", false},
		{"a.png", []byte("RIFF\x00\x00\x00\x00WEBPVP8 "), "the file is a WebP image", false},
		{"a.jpg", []byte("\x00\x00\x00\x20ftypavif"), "the file is an AVIF or HEIC image", false},
		{"a.png", []byte("<?xml version='1.0'?><SVG onload='x'>"), "the file is an SVG image, which can hold scripts", false},
		{"a.png", []byte(pngSignature), "the file is no whole PNG image: it ends too early", false},
		{"a.png", plainPNG[:len(plainPNG)-12], "the file is no whole PNG image: it ends too early", false},
		{"a.png", plainPNG[:len(plainPNG)/2], "the file is no whole PNG image: it ends too early", false},
		{"a.png", flipped, "the file is no whole PNG image: it is damaged", false},
		{"a.png", withChunk(plainPNG, "IDAT", "XXXX", "x"), "the file is no whole PNG image: it is damaged", false},
		{"a.png", withChunk(plainPNG, "IDAT", "acTL", "\x00\x00\x00\x02\x00\x00\x00\x00"), "the image moves", false},
		{"a.png", withChunk(plainPNG, "IDAT", "eXIf", exif(6)), "the camera was turned when it took the image, and only says so beside the pixels", false},
		{"a.png", withChunk(plainPNG, "IEND", "IDAT", "more"), "the file is no whole PNG image: too much pixel data", true},
		{"a.png", header(60_000, 60_000, zeros(1000)), "the image has 60000 × 60000 pixels; at most 6 million, and 10000 at a side", false},
		{"a.png", header(20_000, 1, zeros(1000)), "the image has 20000 × 1 pixels; at most 6 million, and 10000 at a side", false},
		{"a.png", header(4000, 4000, zeros(1000)), "the image has 4000 × 4000 pixels; at most 6 million, and 10000 at a side", false},
		{"a.png", header(0, 1, zeros(1)), "the file is no whole PNG image: non-positive dimension", false},
		{"a.png", header(1<<31, 1<<31, zeros(1)), "the file is no whole PNG image: non-positive dimension", false},
		{"a.png", header(100, 100, zeros(1000)), "the file is no whole PNG image: not enough pixel data", true},
		{"a.png", header(10, 10, zeros(10_000)), "the file is no whole PNG image: too much pixel data", true},
		{"a.png", header(10, 10, []byte("no stream")), "the file is no whole PNG image: zlib: invalid header", true},
		{"a.jpg", []byte("\xff\xd8\xff"), "the file is no whole JPEG image: it ends too early", false},
		{"a.jpg", plainJPEG[:len(plainJPEG)-2], "the file is no whole JPEG image: it ends too early", false},
		{"a.jpg", plainJPEG[:scans], "the file is no whole JPEG image: it ends too early", false},
		{"a.jpg", append(bytes.Clone(plainJPEG[:scans+30]), 0xFF, 0xD9), "the file is no whole JPEG image: ", true},
		{"a.jpg", append([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 1}, plainJPEG[2:]...), "the file is no whole JPEG image: it is damaged", false},
		{"a.jpg", append([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 'x'}, plainJPEG[2:]...), "the file is no whole JPEG image: it is damaged", false},
		{"a.jpg", withSegment(plainJPEG, 0xE1, "Exif\x00\x00"+exif(8)), "the camera was turned when it took the image, and only says so beside the pixels", false},
		{"a.jpg", withSegment(plainJPEG, 0xE1, "Exif\x00\x00"+exifOfIntel(3)), "the camera was turned when it took the image, and only says so beside the pixels", false},
		{"a.jpg", append(bytes.Clone(plainJPEG[:2]), bytes.Repeat(plainJPEG[scans:scans+16], 21)...), "the image comes in more than 20 scans", false},
		{"a.jpg", cmyk, "the image is made of four inks, for print", false},
		{"a.jpg", bytes.Replace(plainJPEG, []byte{0xFF, 0xC0}, []byte{0xFF, 0xC9}, 1), "the file is no whole JPEG image: ", false},
	} {
		read, err := Read(c.name, c.file)
		if err == nil && c.decode {
			err = read.Decode()
		}
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Text, c.want) {
			t.Errorf("%s, %.30q: %v, want %s", c.name, c.file, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range [][]byte{pngOf(f, picture(9, 7)), jpegOf(f, picture(9, 7)), header(10, 10, zeros(110))} {
		f.Add(file)
	}
	f.Add(withSegment(jpegOf(f, picture(3, 3)), 0xE1, "Exif\x00\x00"+exif(1)))
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, name := range []string{"a.png", "a.jpg"} {
			read, err := Read(name, file)
			if err != nil {
				continue
			}
			if read.Width*read.Height > maxPixels || read.Width > maxSide || read.Height > maxSide {
				t.Fatalf("%d × %d", read.Width, read.Height)
			}
			if len(read.Content) > len(file)+len(jfif)+12 {
				t.Errorf("%d bytes became %d", len(file), len(read.Content))
			}
			again, err := Read(name, read.Content)
			if err != nil || !bytes.Equal(again.Content, read.Content) {
				t.Errorf("stripped twice it is another: %v", err)
			}
			if read.Width*read.Height < 10_000 {
				read.Decode()
			}
		}
	})
}

// BenchmarkDecode decodes the largest image that there may be.
func BenchmarkDecode(b *testing.B) {
	read, err := Read("a.png", header(3000, 2000, zeros(3001*2000)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := read.Decode(); err != nil {
			b.Fatal(err)
		}
	}
}
