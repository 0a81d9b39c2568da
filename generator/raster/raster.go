// Package raster reads the images of a book, which strangers may have made, and
// removes everything that is not needed to draw them.
//
// An image is PNG or JPEG. Other contents of their files are removed: where and
// with which camera a photograph was made, smaller pictures, color profiles,
// comments, and all that lies behind the image's end. No pixel is compressed anew,
// so a JPEG image loses nothing, and the result depends on the file alone. Decode
// decodes the result, so that only valid images are published.
//
// The formats are those of the W3C's "Portable Network Graphics (PNG)
// Specification" and of ITU-T T.81 with T.871 (JFIF); the orientation of the
// camera is described in "Exchangeable image file format" (Exif) 2.32, part 4.6.
package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"path"
	"strings"
	"sync"
)

const (
	// maxSide and maxPixels bound the memory that a decoded image takes: at most 8
	// bytes a pixel of PNG, 15 of a JPEG image that comes in scans.
	maxSide   = 10_000
	maxPixels = 6_000_000
)

// Image is an image whose structure was read.
type Image struct {
	Width, Height int
	Content       []byte // the bytes that are published
	format        *format
}

// Error is the reason why a file is not an image that pages can show.
type Error struct{ Text, Hint string }

func (e *Error) Error() string { return e.Text }

// format is a format of images.
type format struct {
	name    string
	endings []string
	begin   string // of each of its files
	// strip returns the parts of a file that draw the image.
	strip  func(content []byte) ([]byte, error)
	config func(content []byte) (image.Config, error)
	decode func(stripped []byte) error
}

var formats = []*format{
	{
		name: "PNG", endings: []string{".png"}, begin: pngSignature, strip: stripPNG,
		config: func(content []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(content)) },
		decode: decodePNG,
	},
	{
		name: "JPEG", endings: []string{".jpg", ".jpeg"}, begin: "\xff\xd8\xff", strip: stripJPEG,
		config: func(content []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(content)) },
		decode: func(content []byte) error {
			_, err := jpeg.Decode(bytes.NewReader(content))
			return err
		},
	},
}

func formatOf(ending string) *format {
	for _, f := range formats {
		for _, e := range f.endings {
			if e == ending {
				return f
			}
		}
	}
	return nil
}

// Read takes the name of a file and its content. It decodes no pixel. The error is
// an *Error.
func Read(name string, content []byte) (*Image, error) {
	f := formatOf(path.Ext(name))
	if f == nil || !bytes.HasPrefix(content, []byte(f.begin)) {
		return nil, otherFormat(name, content)
	}
	stripped, err := f.strip(content)
	if err != nil {
		return nil, err
	}
	config, err := f.config(stripped)
	if err != nil {
		return nil, broken(f.name, err)
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels {
		return nil, &Error{
			fmt.Sprintf("the image has %d × %d pixels; at most %d million, and %d at a side", config.Width, config.Height, maxPixels/1_000_000, maxSide),
			"make it smaller: a page shows at most 960 pixels side by side, or twice that on a sharp screen",
		}
	}
	if config.ColorModel == color.CMYKModel {
		return nil, &Error{"the image is made of four inks, for print", "save it in RGB"}
	}
	return &Image{config.Width, config.Height, stripped, f}, nil
}

// otherFormat returns the error for a file whose format does not match its
// name.
func otherFormat(name string, content []byte) error {
	ending := path.Ext(name)
	for _, f := range formats {
		if bytes.HasPrefix(content, []byte(f.begin)) {
			return &Error{"the file is a " + f.name + " image, and its name does not say so", "rename it to " + strings.TrimSuffix(name, ending) + f.endings[0]}
		}
	}
	start := content[:min(len(content), 512)]
	const asPNG = "save it as PNG"
	switch {
	case len(content) == 0:
		return &Error{"the file is empty", ""}
	case bytes.HasPrefix(start, []byte("GIF8")):
		return &Error{"the file is a GIF image", asPNG + "; pages show no moving images"}
	case bytes.HasPrefix(start, []byte("RIFF")) && bytes.Contains(start, []byte("WEBP")):
		return &Error{"the file is a WebP image", asPNG + ", or as JPEG"}
	case bytes.Contains(start, []byte("ftypavif")), bytes.Contains(start, []byte("ftyphei")):
		return &Error{"the file is an AVIF or HEIC image", asPNG + ", or as JPEG"}
	case bytes.Contains(bytes.ToLower(start), []byte("<svg")):
		return &Error{"the file is an SVG image, which can hold scripts", asPNG}
	}
	return &Error{"the file is no PNG or JPEG image", ""}
}

// decoding limits decoding to one image at a time: one alone may take some 100
// MB.
var decoding sync.Mutex

// Decode checks that every pixel can be decoded. The error is an *Error.
func (i *Image) Decode() error {
	decoding.Lock()
	defer decoding.Unlock()
	if err := i.format.decode(i.Content); err != nil {
		return broken(i.format.name, err)
	}
	return nil
}

// broken returns the error for an image that a decoder can't read.
func broken(format string, err error) error {
	reason := err.Error()
	for _, prefix := range []string{"png: ", "jpeg: ", "invalid format: ", "invalid JPEG format: ", "unsupported feature: ", "unsupported JPEG feature: "} {
		reason = strings.TrimPrefix(reason, prefix)
	}
	return &Error{fmt.Sprintf("the file is no whole %s image: %s", format, reason), "save it again"}
}
