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
	site      *Site
	found     *findings
	target    *output.Folder
	isWriting bool  // nothing was wrong before
	most      int64 // bytes that the site may have

	mu       sync.Mutex
	links    check.Links
	messages diag.List
	err      error
	size     int64 // bytes that were written
	heaviest heaviest
}

// maxSite is how many bytes a site may have: as many as GitHub Pages publishes.
const maxSite = 1 << 30

// heaviest is the written unit or summary with the most bytes.
type heaviest struct {
	unit  string
	bytes int64
}

// write checks every unit and, until there is an error, writes its outputs; then
// the summaries. A unit is read, written and released before the next, so memory
// does not grow with the site; of each page only the ids and links are kept. It
// returns the findings, and messages with its own appended. A site of more than
// most bytes is an error.
func (s *Site) write(ctx context.Context, target *output.Folder, messages diag.List, most int64) (*findings, diag.List, error) {
	w := &siteWriter{site: s, found: newFindings(len(s.units), target.Read), target: target, isWriting: s.canRender && !messages.Failed(), most: most}
	w.units(ctx)
	if w.isWriting && !w.messages.Failed() {
		w.summaries(ctx)
	}
	messages = append(messages, w.messages...)
	messages = append(messages, w.tooLarge()...)
	messages = append(messages, s.linkMessages(&w.links, w.found)...)
	if w.err != nil {
		return w.found, messages, w.err
	}
	return w.found, messages, ctx.Err()
}

// units checks and writes the units, as many concurrently as there are
// processors.
func (w *siteWriter) units(ctx context.Context) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var content bytes.Buffer
			for number := range next {
				w.unit(number, &content)
			}
		})
	}
	for number := range w.site.units {
		if ctx.Err() != nil {
			break
		}
		next <- number
	}
	close(next)
	workers.Wait()
}

func (w *siteWriter) unit(number int, content *bytes.Buffer) {
	u := w.site.units[number]
	found, outputs := u.read()
	w.found.put(number, found)
	var err error
	if w.isWriting && w.isBelowLimit() {
		err = w.outputs(u.name(), outputs, func(o Output) (int64, error) {
			content.Reset()
			if err := o.Write(content); err != nil {
				return 0, err
			}
			return int64(content.Len()), w.target.Write(o.Path, content.Bytes())
		})
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.messages = append(w.messages, found.messages...)
	if found.original != nil {
		// Its translations have the same links and ids, or have messages.
		w.links.Add(found.original)
	}
	if w.err == nil {
		w.err = err
	}
}

// summaries writes them one by one, for the index of a language takes much memory.
// Their files are streamed: some are as long as all pages together.
func (w *siteWriter) summaries(ctx context.Context) {
	for _, s := range w.site.summaries {
		if ctx.Err() != nil || w.err != nil || !w.isBelowLimit() {
			return
		}
		w.err = w.outputs(s.name(), s.outputs(w.found), func(o Output) (size int64, err error) {
			err = w.target.Stream(o.Path, func(to io.Writer) error { return o.Write(&counter{to, &size}) })
			return size, err
		})
	}
}

// outputs writes the outputs of a unit or a summary, until the site is too large.
// The function returns the number of bytes written.
func (w *siteWriter) outputs(of string, outputs []Output, write func(Output) (int64, error)) error {
	var all int64
	for _, o := range outputs {
		size, err := write(o)
		all += size
		if err != nil || !w.grow(of, size, all) {
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

// grow adds the size of a file. all is the size so far of the files of its unit or
// summary. It reports whether the site is still below its limit.
func (w *siteWriter) grow(unit string, size, all int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size += size
	if all > w.heaviest.bytes {
		w.heaviest = heaviest{unit, all}
	}
	return w.size <= w.most
}

func (w *siteWriter) isBelowLimit() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size <= w.most
}

// tooLarge reports a site of too many bytes, at its heaviest unit.
func (w *siteWriter) tooLarge() diag.List {
	if w.isBelowLimit() {
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
