package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"regexp"
	"strings"
)

// Card is the image that previews of links to a page show.
type Card struct {
	Address       string // absolute
	Width, Height int    // in pixels
	// Shows is the hash of the text in the image, as it was on the page when
	// the image was made.
	Shows string
}

// preview returns the title and the line of a page's card.
func preview(in *Input) (title, line string) {
	meta := in.Guide.Meta
	switch {
	case in.Kind == HomePage:
		return in.Site.Name, in.Site.Description[in.Lang]
	case meta.Question != "":
		return meta.Title, meta.Question
	}
	return meta.Title, meta.Description
}

// checkCard returns an error if the page changed since its card was made. body is
// the text of the page as it was written.
func checkCard(in *Input, body []byte) error {
	if in.Card == nil || in.Card.Shows == shows(in, body) {
		return nil
	}
	return fmt.Errorf("%s: the card shows what the page no longer says: make the cards again", in.Card.Address)
}

var tag = regexp.MustCompile(`<[^>]*>`)

// shows returns the hash of the parts of a page that its card shows, as
// .ci/browser/cards.mjs reads them: title, line, and the text of the models with
// their costs, in hex.
func shows(in *Input, body []byte) string {
	title, line := preview(in)
	sum := sha256.Sum256([]byte(title + "\n" + line + "\n" + withoutTags(models(body))))
	return hex.EncodeToString(sum[:8])
}

// models returns the part of a page's text that a card shows: the first models, and
// the table of their costs; nil if there is none.
func models(body []byte) []byte {
	_, found, _ := bytes.Cut(body, []byte(`<ul class="cards">`))
	found, _, whole := bytes.Cut(found, []byte(`</table>`))
	if !whole {
		return nil
	}
	return found
}

// cardAlternative returns the alternative text of a card: title, line, and the
// models.
func cardAlternative(in *Input, body []byte) string {
	title, line := preview(in)
	said := []string{title, line}
	for _, card := range bytes.Split(models(body), []byte(`<li class="card"><h3>`))[1:] {
		name, _, _ := bytes.Cut(card, []byte(`</h3>`))
		said = append(said, html.UnescapeString(withoutTags(bytes.ReplaceAll(name, []byte(`</span><span>`), []byte(" ")))))
	}
	return strings.Join(said, " · ")
}

func withoutTags(text []byte) string { return string(tag.ReplaceAll(text, nil)) }
