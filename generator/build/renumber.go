package build

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	"modelbook/generator/render"
	"modelbook/generator/translate"
)

// renumber writes the results of examples into the prose of the pages that link
// to them, in all languages, and into the bases of translations.
func (v *Verified) renumber(ctx context.Context, options Options) (diag.List, error) {
	pages, _, err := OpenPages(options.Source)
	if err != nil {
		return nil, err
	}
	defer pages.Close()
	r := &renumberer{pages: pages, results: maps.Clone(v.Results), compared: map[string]bool{}}
	if r.each(r.compare); len(r.compared) > 0 {
		if err := r.runCompared(ctx, options); err != nil {
			return nil, err
		}
	}
	r.each(r.renumber)
	for _, w := range r.writes {
		if err := pages.Write(w.file, w.content); err != nil {
			return r.messages, err
		}
		v.texts[w.file] = w.content
	}
	return r.messages, nil
}

type renumberer struct {
	pages   *Pages
	results map[string]*example.Result
	// compared are examples that did not run, and that a ratio, a figure or a weighing
	// needs beside one that did.
	compared map[string]bool
	writes   []fileWrite
	messages diag.List
}

type fileWrite struct {
	file    string
	content []byte
}

// each calls do for each page.
func (r *renumberer) each(do func(t guide.Translations)) {
	for _, t := range r.pages.All() {
		if t.First().File != "" {
			do(t)
		}
	}
}

// compare adds the examples that must also run for the ratios, the figures and the
// weighing of a page.
func (r *renumberer) compare(t guide.Translations) {
	original, text, _ := r.pages.Read(t.First())
	if original == nil {
		return
	}
	together := check.FigureExamples(&original.Guide.Meta, r.pages.source.hasExample)
	for i := range original.Guide.Blocks {
		for _, f := range original.Guide.Blocks[i].Figures {
			if f.Target.Kind == render.WeighFragment && r.pages.source.hasExample(f.Target.Example) {
				together = append(together, f.Target.Example)
			}
		}
	}
	if slices.ContainsFunc(together, func(name string) bool { return r.results[name] != nil }) {
		for _, name := range together {
			if r.results[name] == nil {
				r.compared[name] = true
			}
		}
	}
	original.Renumber(text, func(link, _ string, _ *locale.Locale) (string, bool) {
		name, other := check.Compared(link)
		switch {
		case other == "":
		case r.results[name] != nil && r.results[other] == nil:
			r.compared[other] = true
		case r.results[name] == nil && r.results[other] != nil:
			r.compared[name] = true
		}
		return "", false
	}, nil)
}

// runCompared runs examples as they are.
func (r *renumberer) runCompared(ctx context.Context, options Options) error {
	source, _, err := readExamples(options, Choice{Names: slices.Sorted(maps.Keys(r.compared))})
	if err != nil {
		return err
	}
	defer source.Close()
	options.Update = false
	// Their mistakes are reported when they are verified.
	verified, _, err := Verify(ctx, options, source, nil)
	if err == nil {
		maps.Copy(r.results, verified.Results)
	}
	return err
}

// renumber collects the files of a page that must be written: the original
// last, so that a later run can complete an interrupted one.
func (r *renumberer) renumber(t guide.Translations) {
	original, text := r.read(t.First())
	if original == nil {
		return
	}
	conclusions, _ := r.pages.source.conclusions(original.Guide, r.results) // its mistakes are those of a build
	measured := func(link, text string, l *locale.Locale) (string, bool) {
		return check.Corrected(link, text, l, r.results, conclusions)
	}
	now := original.Renumber(text, measured, nil)
	for _, lang := range r.pages.Site().Languages {
		if named, ok := t.Pages[lang]; ok && lang != t.Original {
			r.translation(original, now, named, measured)
		}
	}
	r.write(original, now)
}

func (r *renumberer) translation(original *translate.Page, now *translate.Renumbered, named guide.Page, measured translate.Measured) {
	translated, text := r.read(named)
	if translated == nil {
		return
	}
	page := translated.Renumber(text, measured, now)
	base, messages := r.pages.Base(original, named)
	if messages.Failed() {
		r.passedOver(translate.BaseFile(named.File))
	}
	if base != nil {
		before := string(base.Bytes())
		if content := base.Renumber(original.Locale, measured, page).Bytes(); string(content) != before {
			r.writes = append(r.writes, fileWrite{base.File, content})
		}
	}
	r.write(translated, page)
}

// read returns a page that nothing is wrong with.
func (r *renumberer) read(named guide.Page) (*translate.Page, *diag.Text) {
	page, text, messages := r.pages.Read(named)
	if page == nil || messages.Failed() || named.Meta.HasErrors {
		r.passedOver(named.File)
		return nil, nil
	}
	return page, text
}

func (r *renumberer) passedOver(file string) {
	r.messages.Add(diag.Message{
		Pos: diag.Pos{File: file}, Severity: diag.Notice,
		Text: "the numbers here were left as they are, for something is wrong with the file", Hint: "see modelbook check",
	})
}

func (r *renumberer) write(page *translate.Page, now *translate.Renumbered) {
	if len(now.Changes) == 0 && !now.Remarked {
		return
	}
	r.writes = append(r.writes, fileWrite{page.Guide.File, now.Page})
	for _, c := range now.Changes {
		r.noun(page.Locale, c)
	}
}

// noun points out a number after which the language may need another form of the
// words beside it.
func (r *renumberer) noun(l *locale.Locale, c translate.NumberChange) {
	before, _, err := l.FindNumber(c.Before)
	now, _, _ := l.FindNumber(c.Now)
	if err == nil && l.Plural(int(before)) == l.Plural(int(now)) {
		return
	}
	r.messages.Add(diag.Message{
		Pos: c.Pos, Severity: diag.Notice,
		Text: fmt.Sprintf("%q is %q now", locale.PlainSpaces(c.Before), locale.PlainSpaces(c.Now)),
		Hint: "look whether the words around it fit the number",
	})
}
