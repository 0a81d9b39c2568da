package highlight

import (
	"strings"
	"testing"
)

func TestHTTP(t *testing.T) {
	const text = `# Ask for five
GET /ferries?limit=5
Host: example.org

HTTP/1.1 200 OK
Content-Type: application/json

{ "a": 1, "b": [true] }

POST https://example.org/x HTTP/2
Authorization: Bearer …

{ "a": … don't
GET off

HTTP/2 404

not: a field
`
	const want = `# Ask for five‹com›
GET‹fn› /ferries?limit=5‹str›
Host‹key›: example.org

HTTP/1.1‹kw› 200‹num› OK
Content-Type‹key›: application/json

{ "a"‹key›: 1‹num›, "b"‹key›: [true‹num›] }

POST‹fn› https://example.org/x‹str› HTTP/2‹kw›
Authorization‹key›: Bearer …

{ "a"‹key›: … don't
GET off

HTTP/2‹kw› 404‹num›

not: a field
`
	code, err := Code("http", text)
	if got := marked(code); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// TestPlainTextNeverFails: what people type and read need not be whole.
func TestPlainTextNeverFails(t *testing.T) {
	for _, language := range []string{"http", "sh", "bash", "console", "diff", "text"} {
		for _, text := range []string{
			"", "\n", "hello", "don't do\n| x ) } ]]\n", "$ curl -s https://example.org | jq '.a'\nthe file can't be read\n", "{ \"open", "[1}", "HTTP/", "GET \n\n\n{\n\x01",
			"\"it's\nfoo '\n$(unclosed\n${x\n`y\n", "@@ -1\n-a\n+b\n\\ No newline at end of file", "…\u00a0\tx", ": x\n:", "C:\\> dir\n",
		} {
			code, err := Code(language, text)
			if err != nil {
				t.Errorf("%s %q: %v", language, text, err)
				continue
			}
			var b strings.Builder
			for _, line := range code.Lines {
				b.WriteString(line.Text() + "\n")
			}
			if got, want := strings.TrimRight(b.String(), "\n"), strings.TrimRight(text, "\n"); got != want {
				t.Errorf("%s: %q became %q", language, want, got)
			}
		}
	}
}

// TestSessions: with a prompt before commands, the other lines are output.
func TestSessions(t *testing.T) {
	code, err := Code("sh", "$ cat a\nit's here\n")
	if got, want := marked(code), "$‹com› cat a\nit's here‹com›\n"; err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
