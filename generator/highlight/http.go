package highlight

import (
	"regexp"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// httpScanner scans messages of HTTP as people write them down: RFC 9112, part
// 2.1, but a request needs no version, comments are allowed between messages, and
// one message may follow another. A guide may leave out any part, so nothing is
// an error.
type httpScanner struct {
	tokens   []chroma.Token // of the line that is read
	isInBody bool
	json     *json // reads the body, nil if it is no JSON
}

func newHTTP() scanner { return &httpScanner{} }

var (
	requestLine = regexp.MustCompile(`^([A-Z]{3,10})([ \t]+)(\S+)([ \t]+HTTP/[0-9.]+)?[ \t]*\n?$`)
	statusLine  = regexp.MustCompile(`^(HTTP/[0-9.]+)([ \t]+)([0-9]{3})(.*\n?)$`)
	fieldLine   = regexp.MustCompile(`^([A-Za-z0-9!#$%&'*+.^_|~-]+)(:)(.*\n?)$`)
)

func (s *httpScanner) next(rest string) (chroma.TokenType, int) {
	if len(s.tokens) == 0 {
		if s.json != nil {
			if kind, n := s.json.next(rest); kind != chroma.Error {
				return kind, n
			}
			s.json = nil
		}
		s.line(rest)
	}
	token := s.tokens[0]
	s.tokens = s.tokens[1:]
	return token.Type, len(token.Value)
}

// line takes the line apart that text begins with.
func (s *httpScanner) line(text string) {
	line := text[:lineLength(text)]
	add := func(kind chroma.TokenType, piece string) {
		if piece != "" {
			s.tokens = append(s.tokens, chroma.Token{Type: kind, Value: piece})
		}
	}
	request, status, field := requestLine.FindStringSubmatch(line), statusLine.FindStringSubmatch(line), fieldLine.FindStringSubmatch(line)
	switch {
	case status != nil:
		s.isInBody = false
		add(chroma.Keyword, status[1])
		add(chroma.Text, status[2])
		add(chroma.LiteralNumber, status[3])
		add(chroma.Text, status[4])
	case request != nil && (!s.isInBody || request[4] != ""):
		s.isInBody = false
		add(chroma.NameFunction, request[1])
		add(chroma.Text, request[2])
		add(chroma.LiteralString, request[3])
		add(chroma.Keyword, request[4])
		add(chroma.Text, line[len(request[1]+request[2]+request[3]+request[4]):])
	case s.isInBody:
		add(chroma.Text, line)
	case strings.TrimSpace(line) == "":
		s.isInBody = true
		add(chroma.Text, line)
		s.json = jsonBody(text[len(line):])
	case strings.HasPrefix(line, "#"):
		add(chroma.Comment, line)
	case field != nil:
		add(chroma.NameAttribute, field[1])
		add(chroma.Punctuation, field[2])
		add(chroma.Text, field[3])
	default:
		add(chroma.Text, line)
	}
}

// jsonBody returns a scanner for a body that begins as JSON does, nil for
// another.
func jsonBody(body string) *json {
	if !strings.HasPrefix(body, "{") && !strings.HasPrefix(body, "[") {
		return nil
	}
	return &json{}
}
