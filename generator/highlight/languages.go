package highlight

import (
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Names of languages that are plain text, ours, or chroma's under its name.
var (
	plain = []string{"", "text", "txt"}
	ours  = map[string]chroma.Lexer{
		"json":  newLexer("JSON", newJSON),
		"http":  newLexer("HTTP", newHTTP),
		"shell": shell, "mongosh": shell, "js": shell, "javascript": shell,
	}
	chromas = map[string]string{
		"bash": "bash", "sh": "bash", "console": "console", "python": "python", "go": "go", "java": "java",
		"typescript": "typescript", "csharp": "csharp", "php": "php", "ruby": "ruby", "rust": "rust",
		"sql": "sql", "yaml": "yaml", "toml": "toml", "ini": "ini", "xml": "xml", "html": "html", "css": "css",
		"markdown": "markdown", "dockerfile": "docker", "diff": "diff",
	}
	shell = newLexer("shell", newShell)
	// ofPeople are languages of which guides show input and output at a terminal,
	// which need not be complete: output has apostrophes, commands have an … in
	// them. The parts that their lexers do not understand are plain.
	ofPeople = []string{"bash", "sh", "console", "diff"}
)

// Languages returns the names that Code knows, sorted.
func Languages() []string {
	names := slices.Concat(plain[1:], slices.Collect(maps.Keys(ours)), slices.Collect(maps.Keys(chromas)))
	slices.Sort(names)
	return names
}

// lexerOf returns the lexer of a language, nil for plain text. Commands with a prompt
// before them are a session, whose other lines are output.
func lexerOf(language, text string) (chroma.Lexer, bool) {
	if (language == "sh" || language == "bash") && (strings.HasPrefix(text, "$ ") || strings.Contains(text, "\n$ ")) {
		language = "console"
	}
	if slices.Contains(plain, language) {
		return nil, true
	}
	if lexer, ok := ours[language]; ok {
		return lexer, true
	}
	name, ok := chromas[language]
	if !ok {
		return nil, false
	}
	return lexers.Get(name), true
}
