package scaffold

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/load"
)

// guidePage is what the template of a guide takes.
type guidePage struct {
	Title, Part, Updated string
	Order                int
	Models               []model
	Questions            []question
}

// model is an example that a guide shows.
type model struct {
	Title, Model, Example string
	Collections           []string
	Steps                 []step
}

type step struct{ ID, Title string }

// question is one that several steps answer, each of another model.
type question struct {
	ID, Title string
	Models    []model
}

// Guide writes the original page of a guide as the last of its part, which may be
// left out if there is one alone. Each example that is named after the guide has
// its section. It gives the files that it wrote.
func Guide(folder, slug, part string, day time.Time) ([]string, error) {
	if err := load.CheckName(slug); err != nil {
		return nil, err
	}
	pages, err := openPages(folder)
	if err != nil {
		return nil, err
	}
	defer pages.Close()
	chapter, err := chapterOf(pages.Chapters(), part)
	if err != nil {
		return nil, err
	}
	examples, _, err := build.Examples(folder, build.Choice{})
	if err != nil {
		return nil, err
	}
	page := guidePage{
		Title: titleOf(slug), Part: strings.TrimPrefix(chapter.Overview.Slug, guide.PartPrefix),
		Updated: day.Format(time.DateOnly), Order: lastOrder(chapter.Guides) + 1,
	}
	for _, e := range examples {
		if name, ok := strings.CutPrefix(e.Name, slug+"-"); ok && !isOfLonger(pages.All(), slug, e.Name) {
			page.add(name, e)
		}
	}
	return writePage(folder, pageFile(pages, slug), "guide.md.tmpl", page)
}

// isOfLonger reports whether an example is called after another page whose name
// begins with this one's, as one-to-many-parents begins with one-to-many.
func isOfLonger(pages []guide.Translations, slug, name string) bool {
	return slices.ContainsFunc(pages, func(t guide.Translations) bool {
		return len(t.Slug) > len(slug) && strings.HasPrefix(name, t.Slug+"-")
	})
}

// Part writes the overview of a part, as the last one.
func Part(folder, slug string) ([]string, error) {
	name := guide.PartPrefix + strings.TrimPrefix(slug, guide.PartPrefix)
	if err := load.CheckName(name); err != nil {
		return nil, err
	}
	pages, err := openPages(folder)
	if err != nil {
		return nil, err
	}
	defer pages.Close()
	var overviews []guide.Translations
	for _, c := range pages.Chapters() {
		overviews = append(overviews, c.Overview)
	}
	return writePage(folder, pageFile(pages, name), "part.md.tmpl", struct {
		Title string
		Order int
	}{titleOf(strings.TrimPrefix(slug, guide.PartPrefix)), lastOrder(overviews) + 1})
}

// add gives an example its section, and its place where it answers a question.
func (p *guidePage) add(name string, e *example.Example) {
	m := model{Title: titleOf(name), Model: name, Example: e.Name}
	for _, c := range e.Collections {
		m.Collections = append(m.Collections, c.Name)
	}
	for _, s := range e.Steps {
		m.Steps = append(m.Steps, step{s.ID, titleOf(s.ID)})
		if s.Answers != nil {
			p.ask(s.Answers.ID, m)
		}
	}
	p.Models = append(p.Models, m)
}

// ask notes that a model answers a question, perhaps in several steps.
func (p *guidePage) ask(id string, m model) {
	i := slices.IndexFunc(p.Questions, func(q question) bool { return q.ID == id })
	if i < 0 {
		i, p.Questions = len(p.Questions), append(p.Questions, question{ID: id, Title: titleOf(id)})
	}
	q := &p.Questions[i]
	if !slices.ContainsFunc(q.Models, func(known model) bool { return known.Example == m.Example }) {
		q.Models = append(q.Models, m)
	}
}

func openPages(folder string) (*build.Pages, error) {
	pages, messages, err := build.OpenPages(folder, nil)
	if err != nil {
		return nil, err
	}
	if messages.Failed() {
		pages.Close()
		first := messages.Errors().Sorted()[0]
		return nil, fmt.Errorf("mend what is there first: %s: %s", first.Pos, first.Text)
	}
	return pages, nil
}

// chapterOf gives the part of this name, or the one that there is.
func chapterOf(chapters []guide.Chapter, part string) (guide.Chapter, error) {
	var known []string
	for _, c := range chapters {
		known = append(known, strings.TrimPrefix(c.Overview.Slug, guide.PartPrefix))
	}
	if i := slices.Index(known, part); i >= 0 {
		return chapters[i], nil
	}
	switch {
	case len(chapters) == 0:
		return guide.Chapter{}, errors.New("there is no part yet; begin one with modelbook new part NAME")
	case part == "" && len(chapters) == 1:
		return chapters[0], nil
	case part == "":
		return guide.Chapter{}, errors.New("name the guide's part with --part; the parts are " + strings.Join(known, ", "))
	}
	return guide.Chapter{}, fmt.Errorf("there is no part %s; %s", part, diag.Suggest(part, "parts", known))
}

// lastOrder gives the highest place of these pages.
func lastOrder(pages []guide.Translations) int {
	last := 0
	for _, t := range pages {
		last = max(last, t.First().Meta.Order)
	}
	return last
}

// pageFile returns the file of a page in the original language.
func pageFile(pages *build.Pages, slug string) string {
	site := pages.Site()
	return "content/" + site.Original() + "/" + slug + ".md"
}

func writePage(folder, file, name string, values any) ([]string, error) {
	content, err := render(name, values)
	if err != nil {
		return nil, err
	}
	source, err := load.Open(folder)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	return []string{file}, write(source, file, content)
}
