// Package page makes the HTML of a page.
//
// It takes the theme, the contents of templates, styles, scripts, strings, icons
// and fonts by their names, and for each page one Input: a guide in one language
// together with its navigation and the figures that its links refer to. A page
// depends on nothing but the theme and its Input. The package returns the page's
// bytes and the theme's assets that pages link to.
//
// The frame of a page is a template; blocks are written by Go, since templates
// are too slow for the many tokens of figures.
package page

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Theme is a theme, read and checked.
type Theme struct {
	templates *templates
	languages map[string]*language // by tag
	original  string               // the language that the others translate
	assets    []Asset
	worker    []byte
	frames    sync.Map // of frameKey to *frame: pages are rendered concurrently
}

// Asset is a file that pages link to, or that browsers request.
type Asset struct {
	Path    string // from the site's root, with slashes
	content func() ([]byte, error)
}

// Content returns the file, which is made when it is asked for the first time: to make
// scripts small takes longer than to check most handbooks. The error names the theme's
// file that is wrong.
func (a Asset) Content() ([]byte, error) { return a.content() }

// files are the contents of a theme's files by their names.
type files map[string][]byte

// matching returns the names that a pattern of package path matches, in order.
func (f files) matching(pattern string) []string {
	var names []string
	for name := range f {
		if ok, _ := path.Match(pattern, name); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// required returns a file that no theme can do without.
func (f files) required(name string) ([]byte, error) {
	content, there := f[name]
	if !there {
		return nil, fmt.Errorf("the theme lacks a file: %s", name)
	}
	return content, nil
}

// Load takes the contents of a theme's files by their names, for a site in these
// languages, the first of which is the original. The error names the file, and for
// strings the key, of all mistakes but those in styles and scripts, which TryAssets
// returns; the theme then has only the locales that could be read, and renders nothing.
func Load(theme map[string][]byte, languages []string) (*Theme, error) {
	t := new(Theme)
	var failed [4]error
	t.templates, failed[0] = loadTemplates(theme)
	t.languages, failed[1] = loadLanguages(theme, languages)
	if len(languages) > 0 {
		t.original = languages[0]
		t.nameOriginal()
	}
	t.assets, failed[2] = listAssets(theme, languages)
	t.worker, failed[3] = files(theme).required("scripts/play-worker.js")
	return t, errors.Join(failed[:]...)
}

// Locale returns how a language of the site writes, nil if its strings could not
// be read.
func (t *Theme) Locale(lang string) *locale.Locale {
	if l := t.languages[lang]; l != nil {
		return l.Locale
	}
	return nil
}

// Say returns a phrase of a figure in a language of the site, for models with letters.
func (t *Theme) Say(lang string, phrase figure.Phrase, letters ...string) string {
	return painter{writer: &writer{words: t.languages[lang]}, at: []place{{letters: letters}}}.say(phrase)
}

// SayOn returns a phrase of a figure of a page, in the language of the page.
func (t *Theme) SayOn(g *guide.Guide, phrase figure.Phrase, letters ...string) string {
	return painter{writer: &writer{in: &Input{Guide: g}, words: t.languages[g.Lang]}, at: []place{{letters: letters}}}.say(phrase)
}

// Assets returns the theme's files in a fixed order.
func (t *Theme) Assets() []Asset { return t.assets }

// TryAssets makes all assets and returns the errors of those that can't be made.
func (t *Theme) TryAssets() error {
	var failed []error
	for _, asset := range t.assets {
		_, err := asset.Content()
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// Worker is the script of the playground's worker, without the one that runs
// its program.
func (t *Theme) Worker() []byte { return t.worker }
