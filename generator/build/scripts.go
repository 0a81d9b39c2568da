package build

import (
	"io"
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
)

// scriptOutputs are the scripts of the examples that ran, and their code as pages
// show it for drivers: what was not run is not shown.
func (s *Site) scriptOutputs() []Output {
	var outputs []Output
	for _, e := range s.source.examples() {
		dialects := s.dialects(e.Name)
		for _, d := range dialects {
			outputs = append(outputs, Output{scriptPath(e.Name, d), func(w io.Writer) error { return s.writeScript(w, e, d) }})
		}
		if len(dialects) > 0 {
			outputs = append(outputs, Output{"examples/" + e.Name + ".code.js", func(w io.Writer) error { return s.writeSnippets(w, e) }})
		}
	}
	return outputs
}

// dialects gives those in which an example is written.
func (s *Site) dialects(name string) []*render.Dialect {
	r := s.verified.Results[name]
	if r == nil || r.Status != example.Passed {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(render.Dialects), func(d *render.Dialect) bool { return !d.Writes(r.Example) })
}

// scripts gives the scripts that lie beside an example.
func (s *Site) scripts(name string) []page.Script {
	var scripts []page.Script
	for _, d := range s.dialects(name) {
		scripts = append(scripts, page.Script{Name: d.Name, Path: scriptPath(name, d)})
	}
	return scripts
}

func scriptPath(name string, d *render.Dialect) string { return "examples/" + name + d.Ending }

func (s *Site) writeScript(w io.Writer, e *example.Example, d *render.Dialect) error {
	script, err := d.Script(e, s.scriptHeading(e))
	if err != nil {
		return err
	}
	_, err = w.Write([]byte(script))
	return err
}

// scriptHeading says what a script is, where it is from and what it ran on.
func (s *Site) scriptHeading(e *example.Example) []string {
	heading := []string{e.Description, s.source.settings.Name + ", " + e.File}
	if slug := s.guideOf(e.Name); slug != "" && s.source.settings.Address != "" {
		heading = append(heading, s.source.settings.URL(guide.English, slug))
	}
	return append(heading, "Ran on "+s.verified.Server.String())
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
		snippets := page.Snippets{Driver: d.Name, Connection: connection}
		for i, code := range steps {
			snippets.Steps = append(snippets.Steps, page.Snippet{Step: e.Steps[i].ID, Code: code})
		}
		all = append(all, snippets)
	}
	return page.WriteSnippets(w, e.Name, all)
}
