package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
)

// jsonVersion counts up with each change that a program which reads the messages
// could trip over: a key that goes, or means something else.
const jsonVersion = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Messages []jsonMessage `json:"messages"`
}

type jsonMessage struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Severity string `json:"severity"`
	Text     string `json:"text"`
	Hint     string `json:"hint,omitempty"`
	Detail   string `json:"detail,omitempty"`
	Update   string `json:"update,omitempty"`
}

func (l List) printJSON(t *Terminal, _ []Test) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(jsonReport{jsonVersion, l.forJSON()}); err != nil {
		return err
	}
	return t.plainly(escapedJSON(b.Bytes()))
}

// MarshalJSON returns the messages of Print's "json".
func (l List) MarshalJSON() ([]byte, error) {
	encoded, err := json.Marshal(l.Sorted().cut().most(mostInAll).forJSON())
	return escapedJSON(encoded), err
}

func (l List) forJSON() []jsonMessage {
	messages := []jsonMessage{}
	for _, m := range l {
		messages = append(messages, jsonMessage{m.File, m.Line, m.Col, m.Severity.String(), m.Text, m.Hint, m.Detail, m.Update})
	}
	return messages
}

// escapedJSON writes as escapes the characters that a terminal or a build server
// would not take for plain text. Such characters occur only in strings.
func escapedJSON(encoded []byte) []byte {
	var c commands
	escaped := make([]byte, 0, len(encoded))
	for _, r := range string(encoded) {
		if made := c.next(r); !made && (r == '\n' || visible(r)) {
			escaped = append(escaped, string(r)...)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			escaped = fmt.Appendf(escaped, `\u%04x`, unit)
		}
	}
	return escaped
}
