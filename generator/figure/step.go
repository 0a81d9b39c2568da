package figure

import (
	"strconv"
	"strings"
)

// Step is an operation and what came back.
type Step struct {
	ID         string
	Remarks    []Remark // what is said of it beside its label
	Unsent     bool     // the client died before it sent it, so nothing came back
	Operations []Code   // the same operation in each language, the shell first
	Result     Result
	Changes    []DocumentChange // what it did to documents; the result then says no more than that
}

// Remark is a key of the page's remarks, and what stands for {name} in it.
type Remark struct{ Key, Name string }

// Result is what came back from a step: documents, a value, or an error.
type Result struct {
	Code      Code     // of what came back; of an error, the rules that were broken
	Documents int      // -1 if the result is not a list of documents
	Bytes     int      // BSON bytes of the documents, 0 if there are none
	Remarks   []Remark // what is said of it behind its size
	Done      bool     // it succeeded, and there is nothing to show
	ErrorCode int      // 0 if the step succeeded
	ErrorName string   // as the server names it
	ByDriver  bool     // the driver refused, nothing was sent
}

// Names are the operators and functions of the step, and its error.
func (s Step) Names() []string {
	names := s.Operations[0].Names()
	if s.Result.ErrorCode != 0 {
		names = append(names, strconv.Itoa(s.Result.ErrorCode))
	}
	if s.Result.ErrorName != "" {
		names = append(names, s.Result.ErrorName)
	}
	return names
}

// Plain is the operation, its error, and what came back.
func (s Step) Plain() []Part {
	parts := []Part{{Kind: Caption}, {Kind: CodePart, Text: s.Operations[0].Text()}}
	if s.Result.ErrorCode != 0 || s.Result.ErrorName != "" {
		parts = append(parts, Part{Kind: ErrorPart, Text: s.Result.errorText()})
	}
	parts = append(parts, Part{Kind: CodePart, Text: s.Result.Code.Text()})
	for _, change := range s.Changes {
		for _, sheet := range change.Sheets {
			parts = append(parts, Part{Kind: CodePart, Text: sheet.text()})
		}
	}
	return parts
}

func (r Result) errorText() string {
	code := ""
	if r.ErrorCode != 0 {
		code = strconv.Itoa(r.ErrorCode)
	}
	return strings.TrimSpace(code + " " + r.ErrorName)
}
