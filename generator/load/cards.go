package load

import (
	"bytes"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// CardWidth and CardHeight are the size of a card in pixels, which programs that
// preview links show uncropped.
const CardWidth, CardHeight = 1200, 630

const maxCard = 1 << 20 // bytes

// Card is the image that previews of links to a page show.
type Card struct {
	Lang, Slug string
	// Shows is the hash of the text in the image, as it was on the page when
	// the image was made.
	Shows string
}

// Name returns the card's file in its folder: "en/one-to-one.0123456789abcdef.png".
func (c Card) Name() string { return path.Join(c.Lang, c.Slug+"."+c.Shows+".png") }

var cardName = regexp.MustCompile(`^([A-Za-z0-9-]+)/([a-z0-9-]+)\.([0-9a-f]{16})\.png$`)

// Cards is a folder of cards.
type Cards struct {
	root *os.Root
	All  []Card // sorted by their names
}

// OpenCards reads the names in a folder of cards. A file that is no card is an
// error.
func OpenCards(folder string) (*Cards, error) {
	root, err := openFolder(folder)
	if err != nil {
		return nil, err
	}
	c := &Cards{root: root}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found := cardName.FindStringSubmatch(name)
		if found == nil {
			return fmt.Errorf("%s: no name of a card, which is <language>/<page>.<hash>.png", path.Join(folder, name))
		}
		c.All = append(c.All, Card{Lang: found[1], Slug: found[2], Shows: found[3]})
		return nil
	})
	if err != nil {
		root.Close()
		return nil, err
	}
	slices.SortFunc(c.All, func(a, b Card) int { return strings.Compare(a.Name(), b.Name()) })
	return c, nil
}

// Read returns the bytes of a card. It is an error if it is no PNG of the right
// size.
func (c *Cards) Read(card Card) ([]byte, error) {
	content, err := c.bytes(card)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(c.root.Name(), card.Name()), err)
	}
	return content, nil
}

func (c *Cards) bytes(card Card) ([]byte, error) {
	file, err := c.root.OpenFile(card.Name(), forReading, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := contentOf(file, maxCard, nil)
	if err != nil {
		return nil, err
	}
	image, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if image.Width != CardWidth || image.Height != CardHeight {
		return nil, fmt.Errorf("it has %d × %d pixels, not %d × %d", image.Width, image.Height, CardWidth, CardHeight)
	}
	return content, nil
}

// Close closes the folder.
func (c *Cards) Close() error { return c.root.Close() }
