package diag

import (
	"fmt"
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
// commands for GitHub Actions". It is one line, whatever the message holds.
func (m Message) annotation() string {
	properties := "file=" + gitHubProperty(m.File)
	if m.Line > 0 {
		properties += fmt.Sprintf(",line=%d,col=%d", m.Line, max(m.Col, 1))
	}
	return fmt.Sprintf("::%s %s::%s\n", m.Severity, properties, gitHubData(joinLines(m.Text, m.Detail, m.Hint)))
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
