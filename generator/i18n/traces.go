package i18n

import (
	"bytes"
	"path"
	"strings"

	"modelbook/generator/build"
	"modelbook/generator/guide"
	"modelbook/generator/translate"
)

// traces are the facts about pages and bases that are known without parsing them.
type traces struct {
	pages    map[string]*translate.Trace // by file
	original map[string][]byte           // contents, by the page's name
	bases    map[string]translate.Count  // by file, of bases that hold all of the original page
}

// OpenToCount opens a folder for Status alone, which then parses no translation
// that surely has all of the original page.
func OpenToCount(folder string) (*Workspace, error) {
	k := &traces{pages: map[string]*translate.Trace{}, original: map[string][]byte{}, bases: map[string]translate.Count{}}
	pages, messages, err := build.OpenPages(folder, k.note)
	if err != nil {
		return nil, err
	}
	k.original = nil
	return &Workspace{pages: pages, Messages: messages, known: k}, nil
}

func (k *traces) note(original, file string, content []byte) {
	name := path.Base(file)
	if !translate.IsBase(file) {
		k.pages[file] = translate.NewTrace(content)
		if strings.HasPrefix(file, "content/"+original+"/") {
			k.original[name] = bytes.Clone(content)
		}
		return
	}
	if count, ok := translate.Whole(content, k.original[name]); ok {
		k.bases[file] = count
	}
}

// count counts a translation that surely has all of the original page. There may
// be none.
func (k *traces) count(original, theirs guide.Page) (translate.Count, bool) {
	if k == nil || theirs.File == "" {
		return translate.Count{}, false
	}
	count, ok := k.bases[translate.BaseFile(theirs.File)]
	return count, ok && k.pages[theirs.File].Matches(k.pages[original.File])
}
