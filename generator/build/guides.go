package build

import (
	"bytes"
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/output"
)

// guides reads, checks and writes every page. The unit of work is one guide
// in all its languages: it is forgotten before the next, so memory does not
// grow with the site. Of each guide only its ids and links stay.
func (b *building) guides(ctx context.Context, target *output.Folder) error {
	b.options.Doing("writing the pages")
	run := &guidesRun{building: b, target: target, write: !b.messages.Failed()}
	pages, around := b.outline.All(), frames(b.outline)
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var html bytes.Buffer
			for i := range next {
				run.one(pages[i], around[i], &html)
			}
		})
	}
	for i := range pages {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
	b.add(run.messages)
	if !b.anyUnreadable() {
		b.add(run.links.Check())
		b.add(run.links.Unshown(b.examples))
	}
	if run.err != nil {
		return run.err
	}
	return ctx.Err()
}

// anyUnreadable reports whether a page's text is unknown: links to it, and
// examples that it may show, can't be judged.
func (b *building) anyUnreadable() bool {
	return slices.Contains(slices.Collect(maps.Values(b.unreadable)), true)
}

// guidesRun is what the workers share.
type guidesRun struct {
	*building
	target *output.Folder
	write  bool

	mu       sync.Mutex
	links    check.Links
	messages diag.List
	err      error
}

func (r *guidesRun) one(t guide.Translations, f frame, html *bytes.Buffer) {
	u := r.readUnit(t)
	var err error
	if r.write && u.ready() {
		err = r.writeUnit(u, f, html)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.messages = append(r.messages, u.messages...)
	if english := u.texts[guide.English]; english != nil {
		// Its translations have the same links and ids, or were told so.
		r.links.Add(english)
	}
	for _, lang := range r.site.Languages {
		r.report.Pages++
		if _, missing := t.In(lang); missing {
			r.report.Fallbacks++
		}
	}
	if r.err == nil {
		r.err = err
	}
}

func (r *guidesRun) writeUnit(u *unit, f frame, html *bytes.Buffer) error {
	for _, lang := range r.site.Languages {
		for _, file := range r.filesOf(u.translations.Slug, lang) {
			html.Reset()
			if err := r.render(html, u, f, lang, file.at); err != nil {
				return err
			}
			if err := r.target.Write(file.name, html.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}
