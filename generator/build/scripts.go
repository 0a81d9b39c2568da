package build

import (
	"io"

	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
)

// scriptOutputs are the scripts of the examples that ran: what was not run is not
// shown.
func (s *Site) scriptOutputs() []Output {
	var outputs []Output
	for _, e := range s.source.examples() {
		for _, script := range s.scripts(e.Name) {
			outputs = append(outputs, Output{script.Path, func(w io.Writer) error { return s.writeScript(w, e) }})
		}
	}
	return outputs
}

// scripts gives the scripts that lie beside an example.
func (s *Site) scripts(name string) []page.Script {
	if r := s.verified.Results[name]; r == nil || r.Status != example.Passed {
		return nil
	}
	return []page.Script{{Name: "mongosh", Path: "examples/" + name + ".mongosh.js"}}
}

func (s *Site) writeScript(w io.Writer, e *example.Example) error {
	script, err := render.Script(e, s.scriptHeading(e))
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
	return append(heading, "Ran on "+s.server())
}
