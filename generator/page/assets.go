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
	weighing := files.matching("scripts/weigh-*.js")
	assets := []Asset{
		m.joined(files, "assets/site.css", files.matching("styles/[0-9]*.css"), files.concatenate),
		m.joined(files, "assets/search.js", files.matching("scripts/search-*.js"), files.script),
		m.joined(files, "assets/weigh.js", weighing, files.script),
		m.joined(files, "assets/sketch.js", slices.Concat(files.matching("scripts/sketch.js"), weighing), files.script),
		m.joined(files, "assets/play.js", files.matching("scripts/play-[0-9]*.js"), files.script),
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
		tag, isOfLanguage := languageOfStyles(path.Base(name))
		switch {
		case isOfLanguage && !slices.ContainsFunc(languages, func(lang string) bool { return isLanguage(lang, tag) }):
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

// languageOfStyles returns the tag of the language of which a file has the styles.
func languageOfStyles(file string) (tag string, ok bool) {
	tag, ok = strings.CutPrefix(file, "in-")
	return strings.TrimSuffix(tag, ".css"), ok
}

// isLanguage reports whether a tag is that of a language or the beginning of it: styles
// of zh are for zh-CN, too (RFC 4647, 3.3.1).
func isLanguage(lang, tag string) bool { return lang == tag || strings.HasPrefix(lang, tag+"-") }

// kindsWithStyles are the kinds of pages that have a style sheet of their own, named
// after the kind: most pages need none of it.
var kindsWithStyles = []Kind{HomePage, NotFoundPage, SearchPage, StatusPage, PlayPage}

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

// joined returns the asset that join makes of files. The error is that of the first file
// that is wrong by itself.
func (m *minifier) joined(files files, path string, names []string, join func(names []string) []byte) Asset {
	small, err := m.bytes(path, join(names))
	if err == nil {
		return Asset{Path: path, Content: small}
	}
	for _, name := range names {
		if _, failure := m.bytes(name, files[name]); failure != nil {
			err = fmt.Errorf("%s: %w", name, failure)
			break
		}
	}
	m.failed = append(m.failed, err)
	return Asset{Path: path}
}

// script returns scripts as one, with names of its own.
func (f files) script(names []string) []byte {
	return slices.Concat([]byte("'use strict';\n(() => {\n"), f.concatenate(names), []byte("})();\n"))
}

// concatenate returns files as one.
func (f files) concatenate(names []string) []byte {
	var all []byte
	for _, name := range names {
		all = append(all, f[name]...)
	}
	return all
}
