package build

import (
	"bytes"
	"context"
	"fmt"
	"io"
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
	write  bool  // nothing was wrong before
	most   int64 // bytes that the site may have

	mu       sync.Mutex
	links    check.Links
	messages diag.List
	err      error
	size     int64 // bytes that were written
	heaviest heaviest
}

// maxSite is how many bytes a site may have: as many as GitHub Pages publishes.
const maxSite = 1 << 30

// heaviest is the unit that has the most bytes of those that were written.
type heaviest struct {
	unit  string
	bytes int64
}

// write checks every unit and, while nothing is wrong, writes its outputs. A
// unit is forgotten before the next, so memory does not grow with the site; of
// each page only its ids and links stay. It takes the messages of before and
// gives all of them. A site of more bytes than it may have is an error.
func (s *Site) write(ctx context.Context, target *output.Folder, messages diag.List, most int64) (diag.List, error) {
	s.made = target.Read
	w := &siteWriter{site: s, target: target, write: s.ready && !messages.Failed(), most: most}
	w.units(ctx, runtime.GOMAXPROCS(0), func(u *unit) bool { return !u.last })
	if w.write && !w.messages.Failed() {
		// One by one, for the index of a language takes much memory.
		w.units(ctx, 1, func(u *unit) bool { return u.last })
	}
	messages = append(messages, w.messages...)
	messages = append(messages, w.tooLarge()...)
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
	if w.write && found.ready && w.hasRoom() {
		err = w.outputs(u, content)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.messages = append(w.messages, found.messages...)
	if found.original != nil {
		// Its translations have the same links and ids, or were told so.
		w.links.Add(found.original)
	}
	if w.err == nil {
		w.err = err
	}
}

func (w *siteWriter) outputs(u *unit, content *bytes.Buffer) error {
	var all int64
	for _, o := range u.all() {
		var size int64
		var err error
		if u.last {
			// What is made of all pages is as long as all of them.
			err = w.target.Stream(o.Path, func(to io.Writer) error { return o.Write(&counter{to, &size}) })
		} else {
			content.Reset()
			if err = o.Write(content); err == nil {
				err = w.target.Write(o.Path, content.Bytes())
			}
			size = int64(content.Len())
		}
		all += size
		if err != nil || !w.grow(u.name, size, all) {
			return err
		}
	}
	return nil
}

// counter counts the bytes that are written.
type counter struct {
	io.Writer
	bytes *int64
}

func (c *counter) Write(content []byte) (int, error) {
	n, err := c.Writer.Write(content)
	*c.bytes += int64(n)
	return n, err
}

// grow adds a file of a unit, whose files have so many bytes together by now. It
// reports whether there is room for more.
func (w *siteWriter) grow(unit string, size, all int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size += size
	if all > w.heaviest.bytes {
		w.heaviest = heaviest{unit, all}
	}
	return w.size <= w.most
}

func (w *siteWriter) hasRoom() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size <= w.most
}

// tooLarge tells of a site that has more bytes than it may, at what has most of them.
func (w *siteWriter) tooLarge() diag.List {
	if w.hasRoom() {
		return nil
	}
	file, what := w.site.source.files.Site, "the "+w.heaviest.unit
	if t := w.site.pages[w.heaviest.unit]; t != nil {
		file, what = t.First().File, "this page"
	}
	return diag.List{{
		Pos:  diag.Pos{File: file},
		Text: fmt.Sprintf("the site has more than %d MB; most of them has %s, %.1f MB with its translations, copies and scripts", w.most>>20, what, float64(w.heaviest.bytes)/(1<<20)),
		Hint: "show less, or make several sites of it",
	}}
}
