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
	Steps      []figure.Code // in their order
}

// WriteSnippets writes a script that hands the code of an example over to a page,
// as HTML: by driver a list of the connection and of the steps. It has no
// words, so that all languages share it.
func WriteSnippets(w io.Writer, example string, snippets []Snippets) error {
	byDriver := map[string][]string{}
	for _, s := range snippets {
		listings := []string{codeHTML(&s.Connection)}
		for i := range s.Steps {
			listings = append(listings, codeHTML(&s.Steps[i]))
		}
		byDriver[s.Driver] = listings
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
