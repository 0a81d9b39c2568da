package build

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/notices"
	"modelbook/generator/page"
	"modelbook/generator/play"
	"modelbook/generator/wasm"
)

// modulePath is the playground's program. Its compressed forms are beside it,
// under its name with .gz and .br, for hosts that serve them in its place.
const modulePath = "assets/play.wasm"

// workerPath is the script of the worker that runs the program.
const workerPath = "assets/play-worker.js"

// noticesPath holds the licenses of the program's parts.
const noticesPath = "assets/play-licenses.txt"

// playground is a page in each language, a file for each example, and the program.
// Its files are made last: the program is compiled while pages are written.
func (s *Site) playground() summary {
	var files []fileOf[*findings]
	for _, e := range s.source.examples() {
		if s.isPlayable(e.Name) {
			files = append(files, fileOf[*findings]{"play/" + e.Name + ".json", func(w io.Writer, _ *findings) error { return s.writeCatalog(w, e.Name) }})
		}
	}
	if len(files) == 0 {
		return &summaryOf[*findings]{guide.Play, nil, everything}
	}
	for _, lang := range s.source.settings.Languages {
		files = append(files, fileOf[*findings]{guide.Path(lang, guide.Play), func(w io.Writer, all *findings) error { return s.renderPlay(w, lang, all) }})
	}
	files = append(files,
		s.programPart(modulePath, func(p *wasm.Program) []byte { return p.Module }),
		s.programPart(modulePath+".gz", func(p *wasm.Program) []byte { return p.Gzip }),
		s.programPart(modulePath+".br", func(p *wasm.Program) []byte { return p.Brotli }),
		s.programPart(workerPath, func(p *wasm.Program) []byte { return slices.Concat(p.Glue, s.theme.Worker()) }),
		fileOf[*findings]{noticesPath, func(w io.Writer, _ *findings) error {
			_, err := w.Write(notices.Playground)
			return err
		}},
	)
	return &summaryOf[*findings]{guide.Play, files, everything}
}

// programPart is a file that is a part of the program.
func (s *Site) programPart(path string, part func(*wasm.Program) []byte) fileOf[*findings] {
	return fileOf[*findings]{path, func(w io.Writer, _ *findings) error {
		program, err := s.source.playground.Program()
		if err != nil {
			return err
		}
		_, err = w.Write(part(program))
		return err
	}}
}

// isPlayable reports whether the playground can run an example.
func (s *Site) isPlayable(name string) bool {
	r := s.verified.Results[name]
	return s.source.playground != nil && r != nil && r.Status == example.Passed && play.Unplayable(r.Example) == ""
}

// playHref leads to the step of an example's first figure that shows one or, if it
// shows orders, to the one that it unfolds; else to its first step. It is "" if the example can't
// be played.
func (s *Site) playHref(figures []guide.Figure) string {
	name := figures[0].Target.Example
	if !s.isPlayable(name) {
		return ""
	}
	href := fmt.Sprintf("%s.html?example=%s", guide.Play, name)
	for _, f := range figures {
		if orders := s.verified.Results[name].Orders; f.Target.Kind == "orders" && orders != nil && !orders.Sampled {
			href += "&order="
			if bad := orders.Bad(); bad != nil {
				href += bad.Way().String()
			}
			break
		}
		if f.Target.Step == "" {
			continue
		}
		if f.Target.Step != s.verified.Results[name].Example.Steps[0].ID {
			href += "&step=" + f.Target.Step
		}
		break
	}
	return href
}

func (s *Site) writeCatalog(w io.Writer, name string) error {
	catalog, err := play.Describe(s.verified.Results[name])
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(catalog)
}

func (s *Site) renderPlay(w io.Writer, lang string, found *findings) error {
	program, err := s.source.playground.Program()
	if err != nil {
		return err
	}
	all := guide.Translations{Slug: guide.Play, Original: s.source.settings.Original(), Pages: map[string]guide.Page{}}
	for _, each := range s.source.settings.Languages {
		all.Pages[each] = guide.Page{Slug: guide.Play, Lang: each}
	}
	in := s.input(all, frame{kind: page.PlayPage, chapter: -1}, lang, place{root: "../"})
	in.Playground = &page.Playground{
		Module: "../" + modulePath + "?" + program.Fingerprint(), Size: len(program.Module), Packed: len(program.Gzip), Memory: wasm.MaxMemory,
		HasOrders: slices.ContainsFunc(s.source.examples(), func(e *example.Example) bool { return s.isPlayable(e.Name) && s.verified.Results[e.Name].Orders != nil }),
		Guides:    s.playGuides(lang, found),
	}
	return s.theme.Render(w, in)
}

// playGuides returns the guides in order with their examples, whose names begin
// with the guide's: first the models that it compares, by their letters.
func (s *Site) playGuides(lang string, found *findings) []page.PlayGuide {
	var guides []page.PlayGuide
	for number, t := range s.outline.All() {
		in := page.PlayGuide{Entry: *s.entry(&t, lang)}
		for _, e := range s.examplesOf[t.Slug] {
			if s.isPlayable(e.Name) {
				in.Examples = append(in.Examples, s.playExample(e, in.Lang, found.name(number, in.Lang, e.Name)))
			}
		}
		slices.SortStableFunc(in.Examples, func(a, b page.PlayExample) int {
			return cmp.Or(cmp.Compare(min(len(b.Letter), 1), min(len(a.Letter), 1)), cmp.Compare(a.Letter, b.Letter), cmp.Compare(len(a.Name), len(b.Name)))
		})
		if len(in.Examples) > 0 {
			guides = append(guides, in)
		}
	}
	return guides
}

// playExample is an example as its guide calls it; one that the guide does not show has
// its description, which is in the original language.
func (s *Site) playExample(e *example.Example, lang string, name playName) page.PlayExample {
	made := page.PlayExample{Name: e.Name, Letter: name.letter, Caption: name.caption}
	if made.Caption == "" {
		made.Caption, made.Lang = e.Description, s.source.settings.Original()
	}
	for _, script := range s.scripts(e.Name, lang) {
		if script.Name == codeLanguages[0].Facts().Name {
			made.Script = script.Path
		}
	}
	return made
}

// guideOf returns the guide with the longest name with which an example's name
// begins, "" if there is none.
func (s *Site) guideOf(name string) string {
	for end := strings.LastIndexByte(name, '-'); end > 0; end = strings.LastIndexByte(name[:end], '-') {
		if s.pages[name[:end]] != nil {
			return name[:end]
		}
	}
	return ""
}
