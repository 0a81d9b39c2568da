package build

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/generator/search"
)

// Preview is a site in memory for an author who edits it. Nothing is written:
// an output is made when it is requested. After a change only the files and
// examples that it affects are read, run and checked again.
type Preview struct {
	options Options

	mu        sync.Mutex
	site      *Site     // nil before the first Update
	found     *findings // of its units
	stamps    map[string]load.Stamp
	hasWaited bool               // for a file that was being written
	kept      map[string]finding // of the last update, by unit
	links     check.Links
	// vocabularies number the words of kept findings.
	vocabularies *search.Vocabularies
}

// NewPreview takes a source folder; Output and Update are not used. The error
// says why the folder can't be read.
func NewPreview(options Options) (*Preview, error) {
	source, _, err := openSource(options)
	if err != nil {
		return nil, err
	}
	source.Close()
	return &Preview{options: options, kept: map[string]finding{}, vocabularies: search.NewVocabularies()}, nil
}

// Close closes the source folder.
func (p *Preview) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.site != nil {
		p.site.source.Close()
	}
}

// Update reads the files that changed since the last call. It returns all
// messages about the source as it is now.
func (p *Preview) Update(ctx context.Context) (changed bool, messages diag.List, err error) {
	stamps, err := stampsOf(p.options.Source)
	if err != nil {
		return false, nil, err
	}
	files := load.Differing(p.stamps, stamps)
	if p.site != nil && len(files) == 0 {
		return false, nil, nil
	}
	// Many editors empty a file before they write it: it is complete at the
	// next update.
	emptied := slices.ContainsFunc(files, func(file string) bool { return stamps[file].Size == 0 })
	if p.site != nil && emptied && !p.hasWaited {
		p.hasWaited = true
		return false, nil, nil
	}
	p.hasWaited = false
	p.mu.Lock()
	defer p.mu.Unlock()
	messages, err = p.rebuild(ctx, files)
	if err != nil {
		return false, nil, err
	}
	p.stamps = stamps
	return true, messages, nil
}

// stampsOf returns the stamps of a source folder. It opens the folder each
// time, since it may have been replaced.
func stampsOf(folder string) (map[string]load.Stamp, error) {
	source, err := load.Open(folder)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	return source.Stamps()
}

// rebuild replaces the site by one made from the changed files and from what is
// known of the others.
func (p *Preview) rebuild(ctx context.Context, changed []string) (diag.List, error) {
	var source *Source
	var verified *Verified
	if p.site != nil {
		source, verified = p.site.source, p.site.verified
		if verified.hasEndedEarly() {
			p.kept = nil // all examples run again
		}
	}
	source, messages, err := Read(p.options, source, changed)
	if err != nil {
		return nil, err
	}
	verified, found, err := Verify(ctx, p.options, source, verified)
	if err != nil {
		source.Close()
		return nil, err
	}
	messages = append(messages, found...)
	site, found := newSite(source, verified, p.vocabularies)
	messages = append(messages, found...)
	if p.site != nil {
		p.site.source.Close()
	}
	p.site = site
	messages = append(messages, p.check(changed)...)
	messages = append(messages, site.linkMessages(&p.links, p.found)...)
	return append(messages, site.tryTheme()...), nil
}

// check checks the units that the changes affect, and returns the messages of
// all units.
func (p *Preview) check(changed []string) diag.List {
	var messages diag.List
	kept := make(map[string]finding, len(p.site.units))
	p.found = newFindings(len(p.site.units), func(path string) ([]byte, error) {
		content, _, err := p.site.content(path, nil)
		return content, err
	})
	for number, u := range p.site.units {
		found, ok := p.kept[u.name()]
		if !ok || p.touches(changed, u.name(), found) {
			found, _ = u.read()
			if found.original != nil {
				p.links.Add(found.original)
				found.original = nil
			}
		}
		kept[u.name()] = found
		p.found.put(number, found)
		messages = append(messages, found.messages...)
	}
	p.links.Keep(p.site.outline)
	p.kept = kept
	return messages
}

// touches reports whether a page, or an image, has to be checked again after changes.
func (p *Preview) touches(changed []string, slug string, last finding) bool {
	return slices.ContainsFunc(changed, func(file string) bool {
		folder, name, _ := strings.Cut(file, "/")
		switch {
		case folder == "examples":
			return slices.Contains(last.examples, strings.TrimSuffix(name, ".json"))
		case file == slug, slices.Contains(last.images, file):
			return true
		case file == p.site.source.files.Site, path.Dir(file) == path.Dir(StringsFile("")):
			return true
		}
		return strings.HasSuffix(file, "/"+slug+".md")
	})
}

// tryTheme renders one page of each kind: a field that a template misspells is
// only found when the template is executed.
func (s *Site) tryTheme() diag.List {
	var messages diag.List
	tried := map[page.Kind]bool{}
	around := frames(s.outline)
	for i, t := range s.outline.All() {
		if !s.canRender || tried[around[i].kind] {
			continue
		}
		_, outputs := s.units[i].read()
		for _, o := range outputs {
			if o.Path != guide.Path(t.Original, t.Slug) {
				continue
			}
			tried[around[i].kind] = true
			if err := o.Write(io.Discard); err != nil {
				messages.Errorf(diag.Pos{File: "site"}, "%v", err)
			}
		}
	}
	return messages
}

// File returns a file of the site by its path, as Build would write it. content
// is nil for a page with mistakes; ok is false if there is no such file.
func (p *Preview) File(path string) (content []byte, ok bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.site == nil {
		return nil, true, nil
	}
	return p.site.content(path, p.found)
}
