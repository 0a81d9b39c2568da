package page

import (
	"errors"
	"path"
	"slices"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// loadAssets joins the styles of all pages, in the order of their names, into one
// file: a page then asks for one, and for another if its kind, its language or a
// figure on it has styles of its own. The scripts of the search and those of the playground are joined too.
// What people wrote for each other is taken out. Fonts go beside, with their license.
func loadAssets(files files) ([]Asset, error) {
	m := &minifier{minify.New(), nil}
	m.AddFunc(".css", css.Minify)
	m.AddFunc(".js", js.Minify)
	assets := []Asset{
		{Path: "assets/site.css", Content: m.small(".css", files.concatenate("styles/[0-9]*.css"))},
		{Path: "assets/search.js", Content: m.small(".js", files.script("scripts/search-*.js"))},
		{Path: "assets/play.js", Content: m.small(".js", files.script("scripts/play-[0-9]*.js"))},
	}
	for _, kind := range kindsWithStyles {
		name := bodyClass(kind) + ".css"
		content, err := files.required("styles/of-" + name)
		if err != nil {
			return nil, err
		}
		assets = append(assets, Asset{Path: "assets/" + name, Content: m.small(".css", content)})
	}
	named := []string{"styles/found.css", "styles/numbers.css", "scripts/theme.js", "scripts/page.js", "scripts/code.js", "scripts/numbers.js", "scripts/lost.js", "icons/mark.svg"}
	for _, name := range slices.Concat(named, files.matching("styles/with-*.css"), files.matching("styles/in-*.css"), files.matching("fonts/*")) {
		content, err := files.required(name)
		if err != nil {
			return nil, err
		}
		switch extension := path.Ext(name); extension {
		case ".js", ".css":
			content = m.small(extension, content)
		}
		assets = append(assets, Asset{Path: "assets/" + path.Base(name), Content: content})
	}
	return assets, errors.Join(m.failed...)
}

// kindsWithStyles are the kinds of pages that have a style sheet of their own, named
// after the kind: most pages need none of it.
var kindsWithStyles = []Kind{HomePage, SearchPage, StatusPage, PlayPage}

// minifier makes assets as small as browsers need them.
type minifier struct {
	*minify.M
	failed []error
}

func (m *minifier) small(extension string, content []byte) []byte {
	small, err := m.Bytes(extension, content)
	if err != nil {
		m.failed = append(m.failed, err)
	}
	return small
}

// script gives the scripts that a pattern matches as one, with names of its own.
func (f files) script(pattern string) []byte {
	return slices.Concat([]byte("'use strict';\n(() => {\n"), f.concatenate(pattern), []byte("})();\n"))
}

// concatenate gives the files that a pattern matches as one.
func (f files) concatenate(pattern string) []byte {
	var all []byte
	for _, name := range f.matching(pattern) {
		all = append(all, f[name]...)
	}
	return all
}
