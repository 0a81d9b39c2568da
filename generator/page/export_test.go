package page

import "errors"

// Shows returns the hash that the card of a page with this text has.
func Shows(in *Input, body string) string { return shows(in, []byte(body)) }

// WithStrings returns a theme whose strings for a language are those of a file, and
// all else that of t.
func (t *Theme) WithStrings(lang string, file []byte) (*Theme, error) {
	l, err := readLanguage(files{StringsFile(lang): file}, lang)
	if err != nil {
		return nil, err
	}
	english := t.languages[programLanguage]
	if failed := l.complete(english); len(failed) > 0 {
		return nil, errors.Join(failed...)
	}
	l.index()
	return &Theme{templates: t.templates, languages: map[string]*language{programLanguage: english, lang: l}, assets: t.assets, worker: t.worker}, nil
}

// NamesOfNeeds returns the words that not every site needs.
func NamesOfNeeds() string {
	all := aboutEnglish + " original."
	for _, names := range needs {
		all += " " + names
	}
	return all
}
