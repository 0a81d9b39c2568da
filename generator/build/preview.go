package build

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
)

// Preview is a site that is kept ready for someone who edits it. Nothing is
// written: a page is rendered when it is asked for. After a change only what
// it touches is read, run and checked again.
type Preview struct {
	options Options

	mu     sync.Mutex
	last   *building // nil before the first Update
	stamps map[string]stamp
	waited bool               // for a file that was being written
	units  map[string]checked // by slug
	links  check.Links
}

// stamp tells whether a file changed.
type stamp struct {
	size     int64
	modified time.Time
}

// checked is what stays of a unit.
type checked struct {
	frame    frame
	page     guide.Translations
	messages diag.List
	examples []string
}

// NewPreview takes a source folder; Output and Update are not used. The error
// says why the folder can't be read.
func NewPreview(options Options) (*Preview, error) {
	b, err := open(options)
	if err != nil {
		return nil, err
	}
	b.close()
	return &Preview{options: options, units: map[string]checked{}}, nil
}

// Close lets go of the source folder.
func (p *Preview) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != nil {
		p.last.close()
	}
}

// Update looks whether a file changed since the last call and, if so, takes it
// in. It gives all that is wrong with the source now.
func (p *Preview) Update(ctx context.Context) (changed bool, messages diag.List, err error) {
	stamps, err := stampsOf(p.options.Source)
	if err != nil {
		return false, nil, err
	}
	files := differing(p.stamps, stamps)
	if p.last != nil && len(files) == 0 {
		return false, nil, nil
	}
	// Many editors empty a file before they write it: the next look sees it whole.
	emptied := slices.ContainsFunc(files, func(file string) bool { return stamps[file].size == 0 })
	if p.last != nil && emptied && !p.waited {
		p.waited = true
		return false, nil, nil
	}
	p.waited = false
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := open(p.options)
	if err != nil {
		return false, nil, err
	}
	if err := p.take(ctx, b, files); err != nil {
		b.close()
		return false, nil, err
	}
	if p.last != nil {
		p.last.close()
	}
	p.last, p.stamps = b, stamps
	messages = slices.Clone(b.messages)
	for _, unit := range p.units {
		messages = append(messages, unit.messages...)
	}
	return true, append(messages, p.links.Check()...), nil
}

// take reads what changed into a new building and checks what it touches.
func (p *Preview) take(ctx context.Context, b *building, files []string) error {
	if p.last != nil {
		b.keepFrom(p.last, files)
	}
	b.readPages()
	b.readExamples()
	if err := b.verify(ctx); err != nil {
		return err
	}
	b.outlinePages()
	pages, around := b.outline.All(), frames(b.outline)
	units := make(map[string]checked, len(pages))
	for i, t := range pages {
		last, known := p.units[t.Slug]
		if known && !touched(t, last, files) {
			last.frame, last.page = around[i], t
			units[t.Slug] = last
			continue
		}
		u := b.readUnit(t)
		units[t.Slug] = checked{around[i], t, u.messages, u.examples()}
		if english := u.texts[guide.English]; english != nil {
			p.links.Add(english)
		}
	}
	p.links.Keep(b.outline)
	p.units = units
	b.tryTheme(pages, around)
	return nil
}

// tryTheme renders one page of each kind: what a template asks for in vain
// shows only when it is used.
func (b *building) tryTheme(pages []guide.Translations, around []frame) {
	tried := map[page.Kind]bool{}
	for i, t := range pages {
		if tried[around[i].kind] {
			continue
		}
		u := b.readUnit(t)
		if !u.ready() {
			continue
		}
		tried[around[i].kind] = true
		err := b.render(io.Discard, u, around[i], guide.English, place{root: "../"})
		if err != nil {
			b.messages.Errorf(diag.Pos{File: "site"}, "%v", err)
			return
		}
	}
}

// touched reports whether a unit has to be checked again.
func touched(t guide.Translations, last checked, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		name, isExample := strings.CutPrefix(file, "examples/")
		switch {
		case isExample:
			return slices.Contains(last.examples, strings.TrimSuffix(name, ".json"))
		case file == "content/site.yaml":
			return true
		}
		return strings.HasSuffix(file, "/"+t.Slug+".md")
	})
}

// File gives a file of the site by its name, as Build would write it. A page
// that can't be made as it is now is nil, a file that is not there not ok.
func (p *Preview) File(name string) (content []byte, ok bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.last
	if b == nil {
		return nil, true, nil
	}
	for _, asset := range b.theme.Assets() {
		if asset.Path == name {
			return asset.Content, true, nil
		}
	}
	for _, e := range b.examples {
		if e.File == name {
			return e.Text.Bytes, true, nil
		}
	}
	slug, found := strings.CutSuffix(name[strings.LastIndexByte(name, '/')+1:], ".html")
	if unit, known := p.units[slug]; found && known {
		return p.page(unit, name)
	}
	return nil, false, nil
}

func (p *Preview) page(unit checked, name string) (content []byte, ok bool, err error) {
	b := p.last
	for _, lang := range b.site.Languages {
		for _, file := range b.filesOf(unit.page.Slug, lang) {
			if file.name != name {
				continue
			}
			u := b.readUnit(unit.page)
			if !u.ready() {
				return nil, true, nil
			}
			var html bytes.Buffer
			// A page of unknown depth is served from the root here.
			err := b.render(&html, u, unit.frame, lang, file.at)
			return html.Bytes(), true, err
		}
	}
	return nil, false, nil
}

// stampsOf looks at every file that a build reads.
func stampsOf(source string) (map[string]stamp, error) {
	stamps := map[string]stamp{}
	for _, folder := range []string{"content", "examples", "site"} {
		root := filepath.Join(source, folder)
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "public" || load.IsPassedOver(entry.Name())):
				return filepath.SkipDir
			case entry.IsDir() || load.IsPassedOver(entry.Name()):
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it went between the two looks
			}
			if err != nil {
				return err
			}
			name, err := filepath.Rel(source, path)
			stamps[filepath.ToSlash(name)] = stamp{info.Size(), info.ModTime()}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return stamps, nil
}

// differing gives the files that came, went or changed.
func differing(before, after map[string]stamp) []string {
	var files []string
	for file, now := range after {
		if then, ok := before[file]; !ok || !then.modified.Equal(now.modified) || then.size != now.size {
			files = append(files, file)
		}
	}
	for file := range before {
		if _, ok := after[file]; !ok {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}

// keepFrom takes over what an earlier building read and ran of files that did
// not change since.
func (b *building) keepFrom(last *building, changed []string) {
	b.kept = kept{metas: maps.Clone(last.kept.metas), runs: maps.Clone(last.kept.runs)}
	for _, file := range changed {
		delete(b.kept.metas, file)
		delete(b.kept.runs, file)
	}
	if slices.Contains(changed, "content/site.yaml") {
		b.kept = kept{}
	}
}
