//go:build !js

package diag

import (
	"fmt"
	"path"
	"strings"
)

func (l List) printGitHub(t *Terminal, _ []Test) error {
	var b strings.Builder
	for _, m := range l {
		b.WriteString(m.annotation())
	}
	return t.plainly([]byte(b.String()))
}

// annotation writes a message as a workflow command: docs.github.com, "Workflow
// commands for GitHub Actions". It is one line, whatever characters the message
// holds.
func (m Message) annotation() string {
	properties := ""
	if m.File != "" {
		properties = "file=" + gitHubProperty(m.File) + ","
	}
	if m.Line > 0 {
		properties += fmt.Sprintf("line=%d,col=%d,", m.Line, max(m.Col, 1))
	}
	properties += "title=" + gitHubProperty(m.title())
	return fmt.Sprintf("::%s %s::%s\n", m.Severity, properties, gitHubData(joinLines(m.Text, m.Detail, m.Hint)))
}

// title is an annotation's headline, which lists of annotations show in place of
// the path: the program, and the page or example that the message is about.
func (m Message) title() string {
	folder, name := path.Split(m.File)
	switch path.Ext(name) {
	case ".md":
		return "Modelbook: page " + path.Base(folder) + "/" + strings.TrimSuffix(name, ".md")
	case ".json":
		return "Modelbook: example " + strings.TrimSuffix(name, ".json")
	case "":
		return "Modelbook"
	}
	return "Modelbook: " + name
}

// gitHubData escapes as the workflow command format asks: a message must not
// be able to hold a command of its own.
func gitHubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(harmless(s))
}

func gitHubProperty(s string) string {
	return strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C").Replace(harmless(oneLine(s)))
}

func joinLines(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part = strings.TrimRight(part, "\n"); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "\n")
}
