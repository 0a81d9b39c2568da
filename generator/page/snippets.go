package page

import (
	"encoding/json"
	"io"

	"modelbook/generator/figure"
)

// Snippets are the code of an example for a driver.
type Snippets struct {
	Driver     string
	Connection figure.Code
	Steps      []Snippet
}

// Snippet is the code of a step.
type Snippet struct {
	Step string // its id
	Code figure.Code
}

// WriteSnippets writes a script that hands the code of an example over to a page,
// as HTML: by driver a list of the connection and an object of the steps. It has no
// words, so that all languages share it.
func WriteSnippets(w io.Writer, example string, snippets []Snippets) error {
	byDriver := map[string][2]any{}
	for _, s := range snippets {
		steps := map[string]string{}
		for _, step := range s.Steps {
			steps[step.Step] = codeHTML(&step.Code)
		}
		byDriver[s.Driver] = [2]any{codeHTML(&s.Connection), steps}
	}
	encoded, err := json.Marshal([]any{example, byDriver})
	if err != nil {
		return err
	}
	_, err = w.Write([]byte("snippets(" + string(encoded[1:len(encoded)-1]) + ");\n"))
	return err
}

func codeHTML(code *figure.Code) string {
	var w writer
	for i := range code.Lines {
		w.line(&code.Lines[i])
	}
	return w.String()
}
