package page

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// loadAssets joins the styles of all pages, in the order of their names, into one
// file: a page then loads one file, and another if its kind, its language or a
// figure on it has styles of its own. The scripts of the search, those of the
// playground and those that weigh along are joined too, these once more with the one that
// pages with a sketch need. Comments are removed. Fonts are added with their license if a
// language of the site uses them.
func loadAssets(files files, languages []string) ([]Asset, error) {
	m := &minifier{minify.New(), nil}
	m.AddFunc(".css", css.Minify)
	m.AddFunc(".js", js.Minify)
	assets := []Asset{
		{Path: "assets/site.css", Content: m.joined(files, "styles/[0-9]*.css", files.concatenate)},
		{Path: "assets/search.js", Content: m.joined(files, "scripts/search-*.js", files.script)},
		{Path: "assets/weigh.js", Content: m.joined(files, "scripts/weigh-[124]*.js", files.script)},
		{Path: "assets/sketch.js", Content: m.joined(files, "scripts/weigh-*.js", files.script)},
		{Path: "assets/play.js", Content: m.joined(files, "scripts/play-[0-9]*.js", files.script)},
	}
	for _, kind := range kindsWithStyles {
		name := bodyClass(kind) + ".css"
		content, err := files.required("styles/of-" + name)
		if err != nil {
			return nil, err
		}
		assets = append(assets, Asset{Path: "assets/" + name, Content: m.small("styles/of-"+name, content)})
	}
	named := []string{"styles/found.css", "styles/own.css", "scripts/theme.js", "scripts/page.js", "scripts/code.js", "scripts/numbers.js", "scripts/lost.js", "icons/mark.svg"}
	for _, name := range slices.Concat(named, files.matching("styles/with-*.css"), files.ofLanguages(languages)) {
		content, err := files.required(name)
		if err != nil {
			return nil, err
		}
		switch path.Ext(name) {
		case ".js", ".css":
			content = m.small(name, content)
		}
		assets = append(assets, Asset{Path: "assets/" + path.Base(name), Content: content})
	}
	return assets, errors.Join(m.failed...)
}

// ofLanguages returns the styles of languages, and all fonts except those that are
// named only in styles of other languages.
func (f files) ofLanguages(languages []string) []string {
	var names []string
	var read, unread []byte
	for name, content := range f {
		tag, isOfLanguage := strings.CutPrefix(name, "styles/in-")
		switch {
		case isOfLanguage && !slices.Contains(languages, strings.TrimSuffix(tag, ".css")):
			unread = append(unread, content...)
		case isOfLanguage:
			names = append(names, name)
			fallthrough
		case path.Ext(name) == ".css":
			read = append(read, content...)
		}
	}
	var families, unreadFamilies []string
	fonts := f.matching("fonts/*")
	for _, name := range fonts {
		if path.Ext(name) == ".txt" {
			continue
		}
		file := []byte(path.Base(name))
		if bytes.Contains(unread, file) && !bytes.Contains(read, file) {
			unreadFamilies = append(unreadFamilies, name)
			continue
		}
		families, names = append(families, name), append(names, name)
	}
	for _, name := range fonts {
		family, isLicense := strings.CutSuffix(name, "-license.txt")
		isOf := func(font string) bool { return strings.HasPrefix(font, family) }
		if isLicense && slices.ContainsFunc(unreadFamilies, isOf) && !slices.ContainsFunc(families, isOf) {
			continue
		}
		if path.Ext(name) == ".txt" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// kindsWithStyles are the kinds of pages that have a style sheet of their own, named
// after the kind: most pages need none of it.
var kindsWithStyles = []Kind{HomePage, SearchPage, StatusPage, PlayPage}

// minifier makes assets as small as browsers need them.
type minifier struct {
	*minify.M
	failed []error
}

// bytes returns content small, which the minifier of scripts would otherwise change.
func (m *minifier) bytes(name string, content []byte) ([]byte, error) {
	return m.Bytes(path.Ext(name), bytes.Clone(content))
}

// small returns the content of a file.
func (m *minifier) small(name string, content []byte) []byte {
	small, err := m.bytes(name, content)
	if err != nil {
		m.failed = append(m.failed, fmt.Errorf("%s: %w", name, err))
	}
	return small
}

// joined returns the files that a pattern matches as one, which join makes. The error is
// that of the first file that is wrong by itself.
func (m *minifier) joined(files files, pattern string, join func(pattern string) []byte) []byte {
	small, err := m.bytes(pattern, join(pattern))
	if err == nil {
		return small
	}
	for _, name := range files.matching(pattern) {
		if _, failure := m.bytes(name, files[name]); failure != nil {
			err = fmt.Errorf("%s: %w", name, failure)
			break
		}
	}
	m.failed = append(m.failed, err)
	return small
}

// script returns the scripts that a pattern matches as one, with names of its own.
func (f files) script(pattern string) []byte {
	return slices.Concat([]byte("'use strict';\n(() => {\n"), f.concatenate(pattern), []byte("})();\n"))
}

// concatenate returns the files that a pattern matches as one.
func (f files) concatenate(pattern string) []byte {
	var all []byte
	for _, name := range f.matching(pattern) {
		all = append(all, f[name]...)
	}
	return all
}
