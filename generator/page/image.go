package page

import (
	"strconv"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// image writes an image. In place of a missing one, which an earlier text may refer
// to, it writes the alternative text.
func (w *writer) image(i *guide.Image) {
	pixels, isThere := guide.Pixels{}, false
	if w.in.Pixels != nil {
		pixels, isThere = w.in.Pixels(i.File)
	}
	if !isThere {
		w.strings("<em>", markup.Text(i.Alt), "</em>")
		return
	}
	w.styledBy("with-images.css")
	img := "<img" + markup.Attribute("src", w.in.Root+guide.ImagePath(i.File)) + markup.Attribute("alt", i.Alt) +
		markup.Attribute("width", strconv.Itoa(pixels.Width)) + markup.Attribute("height", strconv.Itoa(pixels.Height)) +
		` loading="lazy" decoding="async">`
	if !i.Alone {
		w.WriteString(img)
		return
	}
	w.strings(`<figure class="image">`, img)
	if i.Caption != "" {
		w.strings("<figcaption>", markup.Text(i.Caption), "</figcaption>")
	}
	w.WriteString("</figure>")
}
