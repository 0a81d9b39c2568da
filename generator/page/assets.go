package page

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// listAssets joins the styles of all pages, in the order of their names, into one
// file: a page then loads one file, and another if its kind, its language or a
// figure on it has styles of its own. The scripts of the search, those of the
// playground and those that weigh along are joined too, these once more with the one that
// pages with a sketch need. Comments are removed. Fonts are added with their license if a
// language of the site uses them. The error names files that are missing; what is wrong
// in one is the error of its asset, which is made when it is asked for.
func listAssets(files files, languages []string) ([]Asset, error) {
	m := &minifier{minify.New()}
	m.AddFunc(".css", css.Minify)
	m.AddFunc(".js", js.Minify)
	weighing := files.matching("scripts/weigh-*.js")
	assets := []Asset{
		m.joined(files, "assets/site.css", files.matching("styles/[0-9]*.css"), files.concatenate),
		m.joined(files, "assets/search.js", files.matching("scripts/search-*.js"), files.script),
		m.joined(files, "assets/weigh.js", weighing, files.script),
		m.joined(files, "assets/sketch.js", slices.Concat(files.matching("scripts/sketch.js"), weighing), files.script),
		// They share their names: the second is fetched when something first runs.
		m.joined(files, "assets/play.js", files.matching("scripts/play-[0-9]*.js"), files.concatenate),
		m.joined(files, "assets/play-run.js", files.matching("scripts/play-run-*.js"), files.concatenate),
	}
	for _, kind := range kindsWithStyles {
		name := bodyClass(kind) + ".css"
		content, err := files.required("styles/of-" + name)
		if err != nil {
			return nil, err
		}
		assets = append(assets, m.small("assets/"+name, "styles/of-"+name, content))
	}
	named := []string{"styles/found.css", "styles/lit.css", "styles/own.css", "scripts/theme.js", "scripts/page.js", "scripts/path.js", "scripts/code.js", "scripts/place.js", "scripts/meet.js", "scripts/stops.js", "scripts/numbers.js", "scripts/lost.js", "icons/mark.svg"}
	for _, name := range slices.Concat(named, files.matching("styles/with-*.css"), files.ofLanguages(languages)) {
		content, err := files.required(name)
		if err != nil {
			return nil, err
		}
		to := "assets/" + path.Base(name)
		switch path.Ext(name) {
		case ".js", ".css":
			assets = append(assets, m.small(to, name, content))
		default:
			assets = append(assets, Asset{to, func() ([]byte, error) { return content, nil }})
		}
	}
	return assets, nil
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
type minifier struct{ *minify.M }

// bytes returns content small, which the minifier of scripts would otherwise change.
func (m *minifier) bytes(name string, content []byte) ([]byte, error) {
	small, err := m.Bytes(path.Ext(name), bytes.Clone(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return small, nil
}

// small returns the asset that is a file.
func (m *minifier) small(path, name string, content []byte) Asset {
	return Asset{path, sync.OnceValues(func() ([]byte, error) { return m.bytes(name, content) })}
}

// joined returns the asset that join makes of files. The error is that of the first file
// that is wrong by itself.
func (m *minifier) joined(files files, path string, names []string, join func(names []string) []byte) Asset {
	return Asset{path, sync.OnceValues(func() ([]byte, error) {
		small, err := m.bytes(path, join(names))
		if err == nil {
			return small, nil
		}
		for _, name := range names {
			if _, failure := m.bytes(name, files[name]); failure != nil {
				return nil, failure
			}
		}
		return nil, err
	})}
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
