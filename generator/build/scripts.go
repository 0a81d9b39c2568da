package build

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/search"
	"modelbook/generator/verify"
)

// codeFiles are the snippets for drivers of the examples that ran, and the scripts
// of examples that belong to no guide. Examples that did not run have no code.
func (s *Site) codeFiles() []fileOf[*texts] {
	var files []fileOf[*texts]
	for _, e := range s.source.examples() {
		if len(s.codeLanguages(e.Name)) > 0 {
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
		languages := s.codeLanguages(e.Name)
		stored := sync.OnceValues(func() (*code.Stored, error) { return code.StoredOf(e) })
		scripts := make([]func() (*code.Script, error), len(languages))
		for i, l := range languages {
			scripts[i] = sync.OnceValues(func() (*code.Script, error) {
				stored, err := stored()
				if err != nil {
					return nil, err
				}
				return code.WriteScript(l, stored)
			})
		}
		for _, lang := range s.source.settings.Languages {
			if s.scriptLang(slug, lang) != lang {
				continue
			}
			for i, l := range languages {
				files = append(files, fileOf[*texts]{s.scriptPath(e.Name, lang, l), func(w io.Writer, now *texts) error {
					script, err := scripts[i]()
					if err != nil {
						return err
					}
					_, err = io.WriteString(w, script.In(s.comments(e, now.in(lang), script.LeftOut)))
					return err
				}})
			}
		}
	}
	return files
}

// codeLanguages are the languages in which examples are printed; the first is
// that of figures.
var codeLanguages = []code.Language{shell.Language, node.Language, python.Language, golang.Language, java.Language}

// codeLanguages returns the languages in which an example is printed.
func (s *Site) codeLanguages(name string) []code.Language {
	r := s.verified.Results[name]
	if r == nil || r.Status != example.Passed {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(codeLanguages), func(l code.Language) bool { return !code.Writes(l, r.Example) })
}

// scripts returns the scripts of an example, for readers of a language.
func (s *Site) scripts(name, lang string) []page.Script {
	lang = s.scriptLang(s.guideOf(name), lang)
	var scripts []page.Script
	for _, l := range s.codeLanguages(name) {
		scripts = append(scripts, page.Script{Name: l.Facts().Name, Path: s.scriptPath(name, lang, l)})
	}
	return scripts
}

// scriptLang returns the language of the scripts of a guide's examples, for readers of
// another: the original where the guide has no translation.
func (s *Site) scriptLang(slug, lang string) string {
	if t := s.pages[slug]; t != nil {
		if _, ok := t.Pages[lang]; ok {
			return lang
		}
	}
	return s.source.settings.Original()
}

// scriptPath returns the path of a script: in the original language beside its
// example, else in the folder of the language.
func (s *Site) scriptPath(name, lang string, l code.Language) string {
	path := "examples/" + name + l.Facts().Ending
	if lang != s.source.settings.Original() {
		path = lang + "/" + path
	}
	return path
}

// comments returns the comments of an example's script in the language of a
// guide, in the original one if it is nil. leftOut is the number of documents
// that the script leaves out.
func (s *Site) comments(e *example.Example, g *guide.Guide, leftOut int) *code.Comments {
	lang := s.source.settings.Original()
	if g != nil {
		lang = g.Lang
	}
	words := func(key string, with ...figure.Argument) string {
		return s.theme.Say(lang, figure.Words{Key: "script-words." + key, With: with})
	}
	c := &code.Comments{
		Heading: []string{s.scriptTitle(e, g), s.source.settings.Name + ", " + e.File},
		Run:     words("run"),
		Empties: words("empties", figure.Argument{Name: "name", Phrase: figure.Text(e.Name)}),
	}
	if leftOut > 0 {
		c.Empties = words("leaves-out", figure.Argument{Name: "count", Phrase: figure.Integer(leftOut)}, figure.Argument{Name: "command", Phrase: figure.Text(serving(e))})
	}
	if g != nil && s.source.settings.Address != "" {
		c.Heading = append(c.Heading, s.source.settings.URL(lang, g.Slug))
	}
	alone := example.Server{Version: s.verified.Server.Version, Topology: example.Single}
	if needs := needed(e.Lacking(alone)); needs != nil {
		c.Heading = append(c.Heading, words("needs", figure.Argument{Name: "what", Phrase: needs}))
	}
	c.Heading = append(c.Heading, words("ran", figure.Argument{Name: "server", Phrase: s.serverPhrase()}))
	captions := captionsOf(e.Name, g)
	program, repeats := code.Program(e)
	if repeats != nil { // the caption says how one attempt ends
		delete(captions, program.Steps[repeats.Last].ID)
	}
	for i := range program.Steps {
		c.Steps = append(c.Steps, s.stepTitle(&program.Steps[i], captions, lang))
	}
	if repeats != nil {
		c.Steps[repeats.Last] += " · " + words("again")
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

// scriptTitle returns the example's description, which is in the original language,
// or for a translation the guide's title and the caption of the model on its cards.
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

// serverPhrase names the server that ran the examples.
func (s *Site) serverPhrase() figure.Phrase {
	server := s.verified.Server
	with := []figure.Argument{{Name: "name", Phrase: figure.Text(server.Name)}, {Name: "version", Phrase: figure.Text(server.Version)}}
	if server.Embedded() {
		return figure.Words{Key: "on-embedded", With: with}
	}
	return figure.Words{Key: "on-mongodb", With: with}
}

// captionsOf returns the captions that a guide has for the steps of an example.
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

// writeSnippets writes the code of an example's steps in all languages but the
// first, which is on the pages.
func (s *Site) writeSnippets(w io.Writer, e *example.Example) error {
	var all []page.Snippets
	for _, l := range s.codeLanguages(e.Name)[1:] {
		connection, steps, err := code.Steps(l, e)
		if err != nil {
			return err
		}
		all = append(all, page.Snippets{Driver: l.Facts().Name, Connection: connection, Steps: steps})
	}
	return page.WriteSnippets(w, e.Name, all)
}
