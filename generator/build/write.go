package build

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/output"
)

// siteWriter is a site on its way to the disk.
type siteWriter struct {
	site   *Site
	target *output.Folder
	write  bool // nothing was wrong before

	mu       sync.Mutex
	links    check.Links
	messages diag.List
	err      error
}

// write checks every unit and, while nothing is wrong, writes its outputs. A
// unit is forgotten before the next, so memory does not grow with the site; of
// each page only its ids and links stay. It takes the messages of before and
// gives all of them.
func (s *Site) write(ctx context.Context, target *output.Folder, messages diag.List) (diag.List, error) {
	s.made = target.Read
	w := &siteWriter{site: s, target: target, write: s.ready && !messages.Failed()}
	w.units(ctx, runtime.GOMAXPROCS(0), func(u *unit) bool { return !u.last })
	if w.write && !w.messages.Failed() {
		// One by one, for the index of a language takes much memory.
		w.units(ctx, 1, func(u *unit) bool { return u.last })
	}
	messages = append(messages, w.messages...)
	messages = append(messages, s.linkMessages(&w.links)...)
	if w.err != nil {
		return messages, w.err
	}
	return messages, ctx.Err()
}

// units checks and writes the units that are chosen, so many side by side.
func (w *siteWriter) units(ctx context.Context, atOnce int, chosen func(*unit) bool) {
	type numbered struct {
		number int
		*unit
	}
	next := make(chan numbered)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			var content bytes.Buffer
			for u := range next {
				w.unit(u.number, u.unit, &content)
			}
		})
	}
	for i, u := range w.site.units {
		if ctx.Err() != nil {
			break
		}
		if chosen(u) {
			next <- numbered{i, u}
		}
	}
	close(next)
	workers.Wait()
}

func (w *siteWriter) unit(number int, u *unit, content *bytes.Buffer) {
	defer u.forget()
	found := u.check()
	if !u.last {
		w.site.gather(number, found)
	}
	if found.counts != nil {
		w.site.note(u.name, found.counts)
	}
	w.site.noteImages(found.images)
	var err error
	if w.write && found.ready {
		err = w.outputs(u, content)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.messages = append(w.messages, found.messages...)
	if found.english != nil {
		// Its translations have the same links and ids, or were told so.
		w.links.Add(found.english)
	}
	if w.err == nil {
		w.err = err
	}
}

func (w *siteWriter) outputs(u *unit, content *bytes.Buffer) error {
	for _, o := range u.all() {
		if u.last {
			// What is made of all pages is as long as all of them.
			if err := w.target.Stream(o.Path, o.Write); err != nil {
				return err
			}
			continue
		}
		content.Reset()
		if err := o.Write(content); err != nil {
			return err
		}
		if err := w.target.Write(o.Path, content.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
