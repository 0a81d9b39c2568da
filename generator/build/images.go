package build

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/raster"
)

// Limits on all images of a book together: each is decoded by every check and every
// build that is not the last one again.
const (
	maxImagePixels = 300_000_000
	maxImageBytes  = 256 << 20
)

// readImage holds an image's size in pixels and the number of bytes that are
// published. Both are zero for an image with a mistake, which was reported.
type readImage struct {
	pixels   guide.Pixels
	bytes    int
	messages diag.List
}

// readImages looks at the structure of each image. Its pixels are decoded where it is
// written.
func (s *Source) readImages(last *Source, changed []string) diag.List {
	var messages diag.List
	pixels, bytes := 0, 0
	for _, file := range s.files.Images {
		read, known := readImage{}, false
		if last != nil && !slices.Contains(changed, file) {
			read, known = last.images[file]
		}
		if known {
			s.hashes[file] = last.hashes[file]
		} else {
			read = s.lookAtImage(file)
		}
		s.images[file] = read
		messages = append(messages, read.messages...)
		pixels, bytes = pixels+read.pixels.Width*read.pixels.Height, bytes+read.bytes
		if pixels > maxImagePixels || bytes > maxImageBytes {
			messages.Add(diag.Message{Pos: diag.Pos{File: file}, Text: fmt.Sprintf("up to this one the images have %d million pixels in %d MB; at most %d million in %d MB",
				pixels/1_000_000, bytes>>20, maxImagePixels/1_000_000, maxImageBytes>>20), Hint: "make them smaller"})
			return messages
		}
	}
	return messages
}

func (s *Source) lookAtImage(file string) readImage {
	content, messages := s.folder.Image(file, s.memory)
	if messages != nil {
		return readImage{messages: messages}
	}
	s.memory = content
	s.note(file, content)
	image, err := raster.Read(file, content)
	if err != nil {
		return readImage{messages: diag.List{imageMessage(file, err)}}
	}
	return readImage{pixels: guide.Pixels{Width: image.Width, Height: image.Height}, bytes: len(image.Content)}
}

func imageMessage(file string, err error) diag.Message {
	m := diag.Message{Pos: diag.Pos{File: file}, Text: err.Error()}
	var wrong *raster.Error
	if errors.As(err, &wrong) {
		m.Hint = wrong.Hint
	}
	return m
}

// image reads an image again, if it still is the same, and decodes it.
func (s *Source) image(file string) (*raster.Image, diag.List) {
	content, messages := s.folder.Image(file, nil)
	if messages != nil {
		return nil, messages
	}
	if sha256.Sum256(content) != s.hashes[file] {
		return nil, diag.List{{Pos: diag.Pos{File: file}, Text: errChanged.Error()}}
	}
	image, err := raster.Read(file, content)
	if err == nil {
		err = image.Decode()
	}
	if err != nil {
		return nil, diag.List{imageMessage(file, err)}
	}
	return image, nil
}

// imageSizes returns how many bytes are published of each image, 0 for one that is
// wrong.
func (s *Source) imageSizes() map[string]int {
	sizes := map[string]int{}
	for _, file := range s.files.Images {
		sizes[file] = s.images[file].bytes
	}
	return sizes
}

// imageUnit is one image. Its mistakes were reported when it was read.
func (s *Site) imageUnit(file string) unit {
	if s.source.images[file].bytes == 0 {
		return known[none](file, nil)
	}
	files := []fileOf[*raster.Image]{{guide.ImagePath(file), func(w io.Writer, image *raster.Image) error {
		_, err := w.Write(image.Content)
		return err
	}}}
	return &unitOf[*raster.Image]{file, func() []fileOf[*raster.Image] { return files }, func() (*raster.Image, finding, bool) {
		image, messages := s.source.image(file)
		return image, finding{messages: messages}, image != nil
	}}
}

// pixels returns the size of an image, false for one that there is not.
func (s *Site) pixels(file string) (guide.Pixels, bool) {
	read, ok := s.source.images[file]
	return read.pixels, ok && read.bytes > 0
}

// images returns the files of the images that the page shows in any language, whether
// they are there or not.
func (t *texts) images() []string {
	var files []string
	for _, g := range t.guides {
		if g == nil {
			continue
		}
		for i := range g.Blocks {
			for _, image := range g.Blocks[i].Images() {
				files = append(files, image.File)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}
