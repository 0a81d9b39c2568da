package feeds

import (
	"bytes"
	"encoding/json"
)

// ExamplesPath lists every example.
const ExamplesPath = "examples/index.json"

// Example is one example as machines read of it.
type Example struct {
	Name        string     `json:"name"`
	File        string     `json:"file"` // from the list
	Description string     `json:"description"`
	Status      string     `json:"status"` // "ran", "refused" or "not run"
	Record      *Record    `json:"record,omitempty"`
	Collections []string   `json:"collections"`
	Shown       []Showing  `json:"shown"`
	Questions   []Question `json:"questions"`
}

// Record is which server ran an example that did not run for the site, and on
// which day, as 2006-01-02.
type Record struct {
	Server string `json:"server"`
	Day    string `json:"day"`
}

// Showing is a page that shows an example, and as which model, in the original.
type Showing struct {
	Page  string `json:"page"`
	Model string `json:"model,omitempty"`
}

// Question is a question that an example answers, with its cost: each measure
// that is known.
type Question struct {
	ID   string           `json:"id"`
	Cost map[string]int64 `json:"cost"`
}

// Examples returns the list. server is the name and version of the server that
// ran them, as "MongoDB 8.2.4".
func Examples(server string, examples []Example) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Server   string    `json:"server"`
		Examples []Example `json:"examples"`
	}{server, examples})
	return b.Bytes(), err
}
