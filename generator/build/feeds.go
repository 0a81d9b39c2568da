package build

import (
	"io"
	"slices"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/feeds"
	"modelbook/generator/guide"
	"modelbook/generator/search"
)

// feeds are the files that machines read, such as the sitemap.
func (s *Site) feeds() summary {
	settings := s.source.settings
	files := []fileOf[*findings]{
		fixed[*findings]("robots.txt", feeds.Robots(settings)),
		fixed[*findings]("llms.txt", feeds.LLMs(settings, s.outline)),
	}
	if settings.Address != "" {
		files = append(files, fileOf[*findings]{"sitemap.xml", s.writeSitemap})
		for _, lang := range settings.Languages {
			files = append(files, fileOf[*findings]{feeds.AtomPath(lang), func(w io.Writer, all *findings) error {
				_, err := w.Write(feeds.Atom(settings, lang, s.pagesIn(lang, all)))
				return err
			}})
			files = append(files, fixed[*findings](feeds.OpenSearchPath(lang), feeds.OpenSearch(settings, lang)))
		}
	}
	return &summaryOf[*findings]{"feeds", files, everything}
}

// pagesIn returns the pages that readers see in a language, in order.
func (s *Site) pagesIn(lang string, all *findings) []guide.Page {
	var pages []guide.Page
	for number, t := range s.outline.All() {
		if p, ok := t.Pages[lang]; ok && !all.count(number, lang).InOriginal {
			pages = append(pages, p)
		}
	}
	return pages
}

func (s *Site) writeSitemap(w io.Writer, all *findings) error {
	var entries []feeds.Entry
	for number, t := range s.outline.All() {
		entry := feeds.Entry{Slug: t.Slug}
		for _, lang := range s.source.settings.Languages {
			if page, ok := t.Pages[lang]; ok && !all.count(number, lang).InOriginal {
				entry.Pages = append(entry.Pages, page)
			}
		}
		entries = append(entries, entry)
	}
	_, err := w.Write(feeds.Sitemap(s.source.settings, entries))
	return err
}

// collections are one file with the text of all pages and one with the data of
// all examples, for machines.
func (s *Site) collections() summary {
	return &summaryOf[*findings]{"collections", []fileOf[*findings]{
		{"llms-full.txt", func(w io.Writer, all *findings) error {
			return feeds.LLMsFull(w, s.outline, func(slug string) ([]byte, error) {
				return all.made(guide.MarkdownPath(s.source.settings.Original(), slug))
			})
		}},
		{feeds.ExamplesPath, func(w io.Writer, all *findings) error {
			list, err := feeds.Examples(s.verified.Server.String(), s.exampleList(all))
			if err != nil {
				return err
			}
			_, err = w.Write(list)
			return err
		}},
	}, everything}
}

func (s *Site) exampleList(findings *findings) []feeds.Example {
	list := []feeds.Example{}
	shown := findings.showings(s.outline)
	for _, e := range s.source.examples() {
		result := s.verified.Results[e.Name]
		entry := feeds.Example{
			Name: e.Name, File: e.Name + ".json", Description: e.Description, Status: statusOf(result), Record: recordedOf(result),
			Collections: []string{}, Shown: append([]feeds.Showing{}, shown[e.Name]...), Questions: []feeds.Question{},
		}
		for _, c := range e.Collections {
			entry.Collections = append(entry.Collections, c.Name)
		}
		for _, id := range questionsOf(e) {
			entry.Questions = append(entry.Questions, question(result, id))
		}
		list = append(list, entry)
	}
	return list
}

func statusOf(result *example.Result) string {
	switch {
	case result == nil || result.Status == example.Skipped:
		return "not run"
	case result.Status == example.Refused:
		return "refused"
	}
	return "ran"
}

// recordedOf returns the record of an example that did not run, nil if there is
// none.
func recordedOf(result *example.Result) *feeds.Record {
	if result == nil || result.Record == nil {
		return nil
	}
	ran := example.Server{Name: result.Record.Server, Version: result.Record.Version}
	return &feeds.Record{Server: ran.String(), Day: result.Record.Day}
}

// questionsOf returns the questions that an example answers, in the order of its
// steps.
func questionsOf(e *example.Example) []string {
	var ids []string
	for _, step := range e.Steps {
		if step.Answers != nil && !slices.Contains(ids, step.Answers.ID) {
			ids = append(ids, step.Answers.ID)
		}
	}
	return ids
}

func question(result *example.Result, id string) feeds.Question {
	q := feeds.Question{ID: id, Cost: map[string]int64{}}
	if result == nil {
		return q
	}
	cost, known := result.CostOf(id, 0)
	for _, name := range example.Measures {
		if n, measured := cost.Measure(name).Number(); known && measured {
			q.Cost[name] = n
		}
	}
	return q
}

// shown is an example that a page shows, and as which model.
type shown struct{ example, model string }

// showings returns, for each example, the pages that show it in their order.
func (f *findings) showings(outline guide.Outline) map[string][]feeds.Showing {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := map[string][]feeds.Showing{}
	for number, t := range outline.All() {
		for _, each := range f.all[number].shown {
			all[each.example] = append(all[each.example], feeds.Showing{Page: t.Slug, Model: each.model})
		}
	}
	return all
}

// models returns the examples that the page shows, each with the name by which a
// comparison calls it.
func (t *texts) models() []shown {
	var list []shown
	for _, name := range t.examples() {
		list = append(list, shown{example: strings.Clone(name)}) // not the page's text
	}
	original := t.original()
	if original == nil {
		return nil
	}
	for _, block := range original.Blocks {
		if block.Kind != guide.Comparison {
			continue
		}
		for _, f := range block.Shown() {
			i := slices.IndexFunc(list, func(s shown) bool { return s.example == f.Target.Example })
			if i >= 0 && list[i].model == "" {
				list[i].model = search.Text(f.Caption)
			}
		}
	}
	return list
}
