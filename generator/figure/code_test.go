package figure

import "testing"

func TestNewCodeSplitsTokensAtLineEnds(t *testing.T) {
	code := NewCode("text", []Token{{Comment, "/* one\n\ntwo */"}, {Plain, " 船\n"}})
	want := [][]Token{{{Comment, "/* one"}}, nil, {{Comment, "two */"}, {Plain, " 船"}}}
	if len(code.Lines) != len(want) {
		t.Fatalf("%d lines, want %d: %v", len(code.Lines), len(want), code.Lines)
	}
	for i, tokens := range want {
		if len(code.Lines[i].Tokens) != len(tokens) {
			t.Fatalf("line %d: %v, want %v", i, code.Lines[i].Tokens, tokens)
		}
		for j := range tokens {
			if code.Lines[i].Tokens[j] != tokens[j] {
				t.Errorf("line %d: %v, want %v", i, code.Lines[i].Tokens, tokens)
			}
		}
	}
	if code.Width != 9 {
		t.Errorf("width %d, want 9: a wide character takes two columns", code.Width)
	}
	if got := code.Text(); got != "/* one\n\ntwo */ 船\n" {
		t.Errorf("text %q", got)
	}
}

func TestColumns(t *testing.T) {
	for line, want := range map[string]int{"": 0, "abc": 3, "Дом": 3, "e\u0301": 1, "渡轮": 4, "ｆ": 2, "…": 1} {
		if got := Columns(line); got != want {
			t.Errorf("Columns(%q) = %d, want %d", line, got, want)
		}
	}
}
