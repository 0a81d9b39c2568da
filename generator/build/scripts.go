package build

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"sync"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
	"modelbook/generator/search"
	"modelbook/generator/verify"
)

// codeFiles are the code of the examples that ran as pages show it for drivers, and
// the scripts of those that belong to no guide: what was not run is not shown.
func (s *Site) codeFiles() []fileOf[*texts] {
	var files []fileOf[*texts]
	for _, e := range s.source.examples() {
		if len(s.dialects(e.Name)) > 0 {
			files = append(files, fileOf[*texts]{"examples/" + e.Name + ".code.js", func(w io.Writer, _ *texts) error { return s.writeSnippets(w, e) }})
		}
	}
	return append(files, s.scriptFiles("")...)
}

// scriptFiles are the scripts of a guide's examples in each language that the guide
// is translated to: its captions are their steps' titles. The code of a script is
// written once for all languages.
func (s *Site) scriptFiles(slug string) []fileOf[*texts] {
	var files []fileOf[*texts]
	for _, e := range s.examplesOf[slug] {
		dialects := s.dialects(e.Name)
		stored := sync.OnceValues(func() (*render.Stored, error) { return render.StoredOf(e) })
		codes := make([]func() (*render.Script, error), len(dialects))
		for i, d := range dialects {
			codes[i] = sync.OnceValues(func() (*render.Script, error) {
				stored, err := stored()
				if err != nil {
					return nil, err
				}
				return d.Script(stored)
			})
		}
		for _, lang := range s.source.settings.Languages {
			if s.scriptLang(slug, lang) != lang {
				continue
			}
			for i, d := range dialects {
				files = append(files, fileOf[*texts]{s.scriptPath(e.Name, lang, d), func(w io.Writer, now *texts) error {
					code, err := codes[i]()
					if err != nil {
						return err
					}
					stored, _ := stored() // without an error, for there is code
					_, err = io.WriteString(w, code.In(s.comments(e, now.in(lang), stored.LeftOut())))
					return err
				}})
			}
		}
	}
	return files
}

// dialects gives those in which an example is written.
func (s *Site) dialects(name string) []*render.Dialect {
	r := s.verified.Results[name]
	if r == nil || r.Status != example.Passed {
		return nil
	}
	return slices.DeleteFunc(render.Dialects(), func(d *render.Dialect) bool { return !d.Writes(r.Example) })
}

// scripts gives the scripts that lie beside an example, for readers of a language.
func (s *Site) scripts(name, lang string) []page.Script {
	lang = s.scriptLang(s.guideOf(name), lang)
	var scripts []page.Script
	for _, d := range s.dialects(name) {
		scripts = append(scripts, page.Script{Name: d.Name, Path: s.scriptPath(name, lang, d)})
	}
	return scripts
}

// scriptLang gives the language of the scripts of a guide's examples, for readers of
// another: the original where the guide has no translation.
func (s *Site) scriptLang(slug, lang string) string {
	if t := s.pages[slug]; t != nil {
		if _, ok := t.Pages[lang]; ok {
			return lang
		}
	}
	return s.source.settings.Original()
}

// scriptPath is where a script lies: in the original language beside its example, else in the
// folder of the language.
func (s *Site) scriptPath(name, lang string, d *render.Dialect) string {
	path := "examples/" + name + d.Ending
	if lang != s.source.settings.Original() {
		path = lang + "/" + path
	}
	return path
}

// comments are those of an example's script in the language of a guide, in the
// original one if it is nil. The script may leave documents out.
func (s *Site) comments(e *example.Example, g *guide.Guide, leftOut int) *render.Comments {
	lang := s.source.settings.Original()
	if g != nil {
		lang = g.Lang
	}
	words := func(key string, with ...figure.Filling) string {
		return s.theme.Say(lang, figure.Words{Key: "script-words." + key, With: with})
	}
	c := &render.Comments{
		Heading: []string{s.scriptTitle(e, g), s.source.settings.Name + ", " + e.File},
		Run:     words("run"),
		Empties: words("empties", figure.Filling{Name: "name", Phrase: figure.Text(e.Name)}),
	}
	if leftOut > 0 {
		c.Empties = words("leaves-out", figure.Filling{Name: "count", Phrase: figure.Integer(leftOut)}, figure.Filling{Name: "command", Phrase: figure.Text(serving(e))})
	}
	if g != nil && s.source.settings.Address != "" {
		c.Heading = append(c.Heading, s.source.settings.URL(lang, g.Slug))
	}
	alone := example.Server{Version: s.verified.Server.Version, Topology: example.Single}
	if needs := needed(e.Lacking(alone)); needs != nil {
		c.Heading = append(c.Heading, words("needs", figure.Filling{Name: "what", Phrase: needs}))
	}
	c.Heading = append(c.Heading, words("ran", figure.Filling{Name: "server", Phrase: s.serverPhrase()}))
	captions := captionsOf(e.Name, g)
	for i := range e.Steps {
		c.Steps = append(c.Steps, s.stepTitle(&e.Steps[i], captions, lang))
	}
	return c
}

// serving is the command that serves a database with an example's documents, and where.
func serving(e *example.Example) string {
	command := "modelbook db "
	if needsSet(e) {
		command += "--replica-set "
	}
	return fmt.Sprintf("%s%s (mongodb://127.0.0.1:%d)", command, e.Name, verify.DatabasePort)
}

// scriptTitle says what an example is: in its own words, which are in the original
// language, or in those of a translation, its title and how its cards call the model.
func (s *Site) scriptTitle(e *example.Example, g *guide.Guide) string {
	if g == nil || !g.IsTranslation {
		return e.Description
	}
	for i := range g.Blocks {
		for _, f := range g.Blocks[i].Shown() {
			if g.Blocks[i].Kind != guide.Example && f.Target.Example == e.Name {
				return g.Meta.Title + " · " + search.Text(f.Caption)
			}
		}
	}
	return g.Meta.Title
}

// serverPhrase says what the examples ran on.
func (s *Site) serverPhrase() figure.Phrase {
	server := s.verified.Server
	with := []figure.Filling{{Name: "name", Phrase: figure.Text(server.Name)}, {Name: "version", Phrase: figure.Text(server.Version)}}
	if server.Embedded() {
		return figure.Words{Key: "on-embedded", With: with}
	}
	return figure.Words{Key: "on-mongodb", With: with}
}

// captionsOf gives the captions that a guide has for the steps of an example.
func captionsOf(name string, g *guide.Guide) map[string]string {
	captions := map[string]string{}
	if g == nil {
		return captions
	}
	for i := range g.Blocks {
		for _, f := range g.Blocks[i].Figures {
			if f.Target.Example == name && captions[f.Target.Step] == "" {
				captions[f.Target.Step] = search.Text(f.Caption)
			}
		}
	}
	return captions
}

// stepTitle says what a step does, in the words of the guide if it shows the step, and
// who does it or would have.
func (s *Site) stepTitle(step *example.Step, captions map[string]string, lang string) string {
	title := cmp.Or(captions[step.ID], step.ID)
	for _, remark := range render.StepRemarks(step) {
		title += " · " + s.theme.Say(lang, remark)
	}
	if step.Unsent {
		title += " · " + s.theme.Say(lang, figure.Words{Key: "unsent"})
	}
	return title
}

// writeSnippets writes the code of an example's steps in all dialects but the
// first, which stands on the pages.
func (s *Site) writeSnippets(w io.Writer, e *example.Example) error {
	var all []page.Snippets
	for _, d := range s.dialects(e.Name)[1:] {
		connection, steps, err := d.Steps(e)
		if err != nil {
			return err
		}
		all = append(all, page.Snippets{Driver: d.Name, Connection: connection, Steps: steps})
	}
	return page.WriteSnippets(w, e.Name, all)
}
