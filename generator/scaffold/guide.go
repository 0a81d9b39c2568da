package scaffold

import (
	"cmp"
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

// guidePage is the data of the template of a guide.
type guidePage struct {
	Title, Part, Updated string
	Order                int
	Sections             []section
}

// section is a section of a guide, of the site's plan or of a model.
type section struct {
	ID, Title, Text string
	Model           *model     // that it shows, or nil
	Questions       []question // whose costs it compares
	ToHome          bool       // it leads to the home page
}

// model is an example that a guide shows.
type model struct {
	Title, Name, Example string
	Collections          []string
	Steps                []step
}

type step struct{ ID, Title string }

// question is one that several steps answer, each of another model.
type question struct {
	ID, Title string
	Models    []*model
}

// Guide writes the original page of a guide as the last of its part; part may be
// "" if there is only one. Each example that is named after the guide has its
// section. It returns the files that it wrote.
func Guide(folder, slug, part string, day time.Time) ([]string, error) {
	if err := load.CheckName(slug); err != nil {
		return nil, err
	}
	pages, err := openPages(folder)
	if err != nil {
		return nil, err
	}
	defer pages.Close()
	if err := checkGuide(slug, pages.All()); err != nil {
		return nil, err
	}
	chapter, err := chapterOf(pages.Chapters(), part)
	if err != nil {
		return nil, err
	}
	examples, _, err := build.Examples(folder, build.Choice{})
	if err != nil {
		return nil, err
	}
	var models []*model
	var questions []question
	for _, e := range examples {
		if name, ok := strings.CutPrefix(e.Name, slug+"-"); ok && !isOfLonger(pages.All(), slug, e.Name) {
			m := modelOf(name, e)
			models, questions = append(models, m), ask(questions, m, e)
		}
	}
	page := guidePage{
		Title: titleOf(slug), Part: strings.TrimPrefix(chapter.Overview.Slug, guide.PartPrefix),
		Updated: day.Format(time.DateOnly), Order: lastOrder(chapter.Guides) + 1,
	}
	page.Sections = sectionsOf(pages.Site().Guides, page.Part, models, questions)
	return writePage(folder, pageFile(pages, slug), "guide.md.tmpl", page)
}

// checkGuide returns an error if a page of this name can't be a guide.
func checkGuide(slug string, pages []guide.Translations) error {
	switch {
	case slug == guide.Home:
		return errors.New("index is the home page; choose another name")
	case slug == guide.NotFound:
		return errors.New("404 is the page that a server shows for a wrong address; choose another name")
	case slices.Contains(guide.GeneratedPages(), slug):
		return fmt.Errorf("the site makes a page %s itself; choose another name", slug)
	case strings.HasPrefix(slug, guide.PartPrefix):
		return fmt.Errorf("%s would be the overview of a part; begin one with modelbook new part %s", slug, strings.TrimPrefix(slug, guide.PartPrefix))
	}
	for _, t := range pages {
		page := t.First()
		if slices.Contains(page.Meta.MovedFrom, slug) {
			return fmt.Errorf("%s says that it moved from %s, whose address leads there; choose another name", page.File, slug)
		}
	}
	return nil
}

// The sections of a guide where the site has no plan, and the titles and first
// texts of sections by id, there or in a plan.
var (
	defaultSections = []string{"in-short", "why", costSection, "when-not", guide.SeeAlso}
	sectionTitles   = map[string]string{"why": "Why it works", costSection: "What it costs"}
	sectionTexts    = map[string]string{
		"in-short":    "The figure or the number that decides.",
		"why":         "The reasons, one after the other.",
		costSection:   "When the order of the models turns round.",
		"when-not":    "What this advice makes worse.",
		guide.SeeAlso: "",
	}
)

const costSection = "cost"

// sectionsOf returns the sections of a guide: the sections that the site plans
// for its part, or the default ones. Sections of the models come after the
// first, and their cost is in the section for it.
func sectionsOf(plan guide.Plan, part string, models []*model, questions []question) []section {
	ids, isPlanned := defaultSections, slices.Contains(plan.Parts, part) && len(plan.Sections) > 0
	if isPlanned {
		ids = plan.Sections
	}
	if len(questions) > 0 && !slices.Contains(ids, costSection) {
		ids = append(slices.Clone(ids), costSection)
	}
	var sections []section
	for i, id := range ids {
		s := section{ID: id, Title: cmp.Or(sectionTitles[id], titleOf(id)), Text: "What the section says.", ToHome: id == guide.SeeAlso}
		if text, known := sectionTexts[id]; known {
			s.Text = text
		}
		if i == 0 && isPlanned {
			s.Text += cardsOf(models) + "\n\n**Workload.** What is read and what is changed, and how often."
		}
		if id == costSection {
			s.Questions = questions
		}
		sections = append(sections, s)
		if i > 0 {
			continue
		}
		for _, m := range models {
			heading := m.Name
			if slices.Contains(ids, heading) {
				heading = "model-" + heading
			}
			sections = append(sections, section{ID: heading, Title: m.Title, Text: "What is stored where in this model.", Model: m})
		}
	}
	return sections
}

// cardsOf returns a list that draws the models, "" without any.
func cardsOf(models []*model) string {
	if len(models) == 0 {
		return ""
	}
	list := "\n"
	for _, m := range models {
		list += fmt.Sprintf("\n- [%s](../../examples/%s.json#model). When this model is the one to choose.", m.Title, m.Example)
	}
	return list
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

// modelOf returns the data that a guide shows of an example, whose name ends in
// the model's.
func modelOf(name string, e *example.Example) *model {
	m := &model{Title: titleOf(name), Name: name, Example: e.Name}
	for _, c := range e.Collections {
		m.Collections = append(m.Collections, c.Name)
	}
	for _, s := range e.Steps {
		m.Steps = append(m.Steps, step{s.ID, titleOf(s.ID)})
	}
	return m
}

// ask adds a model to the questions that its example answers.
func ask(questions []question, m *model, e *example.Example) []question {
	for _, id := range e.AnswersIDs() {
		i := slices.IndexFunc(questions, func(q question) bool { return q.ID == id })
		if i < 0 {
			i, questions = len(questions), append(questions, question{ID: id, Title: titleOf(id)})
		}
		questions[i].Models = append(questions[i].Models, m)
	}
	return questions
}

func openPages(folder string) (*build.Pages, error) {
	pages, messages, err := build.OpenPages(folder)
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

// chapterOf returns the part of this name, or the one that there is.
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

// lastOrder returns the highest place of these pages.
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
