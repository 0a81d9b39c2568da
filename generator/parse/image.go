package parse

import (
	"fmt"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"modelbook/generator/guide"
	"modelbook/generator/invisible"
)

const (
	// sharedImages begins the address of an image that all languages show, and
	// localImages that of one that a language has for itself. On GitHub both lead to
	// the image, and so they do on the site.
	sharedImages = "../images/"
	localImages  = "images/"
	// maxAlt is how much of an image is read out, in bytes.
	maxAlt = 1000
)

// onlyImage returns the image that is all there is in n, or nil.
func onlyImage(n ast.Node) *ast.Image {
	image, ok := n.FirstChild().(*ast.Image)
	if !ok || image.NextSibling() != nil {
		return nil
	}
	return image
}

// image leaves a hole for an image. Whether there is such a file is checked where the
// files are known.
func (w *writer) image(n *ast.Image, alone bool) {
	p := w.page
	destination := resolved(n.Destination)
	i := guide.Image{Link: destination, Alone: alone, Pos: p.pos(n.Pos())}
	i.Alt = p.imageText(n, describe(n, p.source))
	i.Caption = p.imageText(n, resolved(n.Title))
	file, text, hint := p.imageFile(destination)
	i.File = file
	switch {
	case text != "":
		p.fail(n.Pos(), text, hint)
		return
	case w.plain || isInLink(n):
		p.fail(n.Pos(), "an image in a heading, a link or a caption", "give it a paragraph of its own")
		return
	case !isPlainText(n):
		p.fail(n.Pos(), "an image whose description is not plain text", "links and images do not stand between the [ and the ] of an image")
	case strings.TrimSpace(i.Alt) == "":
		p.fail(n.Pos(), "an image without a description", "say between the [ and the ] what it shows, for those who do not see it; leave out an image that shows nothing")
	case strings.EqualFold(i.Alt, path.Base(file)):
		p.fail(n.Pos(), fmt.Sprintf("%q is the name of the file, not what the image shows", i.Alt), "say what is to be seen on it")
	case len(i.Alt) > maxAlt || len(i.Caption) > maxAlt:
		p.fail(n.Pos(), fmt.Sprintf("an image is described in more than %d bytes", maxAlt), "say the rest in the text")
	case i.Caption != "" && !alone:
		p.fail(n.Pos(), "an image in a sentence with a caption", "give the image a paragraph of its own, or leave the caption out")
	}
	w.hole(guide.Part{Image: &i})
	w.prev = 'x'
}

// imageFile returns the file that an image's address leads to, relative to the
// source folder, or the mistake in the address.
func (p *page) imageFile(destination string) (file, text, hint string) {
	const hintOfPlace = "save the image as content/images/<name>.png and write ![what it shows](" + sharedImages + "<name>.png)"
	name := path.Base(destination)
	ending := path.Ext(name)
	folder := strings.TrimSuffix(destination, name)
	switch {
	case strings.HasPrefix(destination, "//"), scheme(destination) != "":
		return "", "an image from elsewhere", hintOfPlace
	case folder != sharedImages && folder != localImages:
		return "", fmt.Sprintf("%q is not an image of this book", destination), hintOfPlace
	case ending != ".png" && ending != ".jpg" && ending != ".jpeg":
		return "", fmt.Sprintf("%s is not the name of a PNG or JPEG image", name), "save it as PNG, which keeps every pixel, or as JPEG, for photographs"
	case !isID(strings.TrimSuffix(name, ending)):
		return "", fmt.Sprintf("%q is not the name of an image", name), "a name has lower-case letters a to z, digits and hyphens"
	case folder == localImages:
		return path.Join("content", p.guide.Lang, destination), "", ""
	}
	return path.Join("content", localImages, name), "", ""
}

func isInLink(n ast.Node) bool {
	for n = n.Parent(); n != nil && n.Type() == ast.TypeInline; n = n.Parent() {
		if n.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}

// isPlainText reports whether n holds no more than text, emphasis and code.
func isPlainText(n ast.Node) bool {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c.Kind() {
		case ast.KindText, ast.KindString:
		case ast.KindCodeSpan, ast.KindEmphasis:
			if !isPlainText(c) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// describe returns the text inside an image, in one line.
func describe(n ast.Node, source []byte) string {
	var all strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		text, ok := c.(*ast.Text)
		switch {
		case !ok:
			all.WriteString(describe(c, source))
			continue
		case text.IsRaw() || n.Kind() == ast.KindCodeSpan:
			all.Write(text.Segment.Value(source))
		default:
			all.WriteString(resolved(text.Segment.Value(source)))
		}
		if text.SoftLineBreak() || text.HardLineBreak() {
			all.WriteByte(' ')
		}
	}
	return all.String()
}

// resolved reads escapes and character references, as CommonMark parts 2.4 and 2.5
// write them.
func resolved(text []byte) string {
	return string(util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(text))))
}

// imageText returns a text of an image with the marks and spaces of its language.
func (p *page) imageText(n ast.Node, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if strings.ContainsFunc(text, invisible.Is) {
		p.fail(n.Pos(), "a character that is not seen, or that changes the direction of writing", "delete it")
	}
	if strings.Count(text, `"`)%2 != 0 {
		p.fail(n.Pos(), "this quotation mark has no partner", "write another one, or leave it out")
	}
	return p.typography.Typeset(text)
}
