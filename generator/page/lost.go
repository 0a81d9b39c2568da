package page

import (
	"html/template"
)

// lostView is a Lost as the template sees it.
type lostView struct {
	Lost
	Words *language
	Body  template.HTML
	// SearchWords are the words of the search's scripts.
	SearchWords string
}

// lost returns the versions of a page that was not found in the languages that
// are not the page's own.
func (t *Theme) lost(in *Input) []lostView {
	list := make([]lostView, len(in.Lost))
	for i, version := range in.Lost {
		input := Input{Kind: in.Kind, Site: in.Site, Guide: version.Guide, Lang: version.Guide.Lang, Root: in.Root, Folder: version.Folder}
		text := new(writer)
		text.reset(&input, t.languages[input.Lang], t.languages[in.Site.Original()])
		text.blocks()
		list[i] = lostView{Lost: version, Words: t.languages[input.Lang], Body: template.HTML(text.String()), SearchWords: searchWords(t.languages[input.Lang], NotFoundPage)}
	}
	return list
}
