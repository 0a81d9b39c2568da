package load

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/invisible"
)

const (
	maxFile = 256 << 10 // bytes
	maxLine = 4 << 10   // bytes
	// maxImage is how large the file of an image may be.
	maxImage = 512 << 10 // bytes
)

// Read returns a file's content with lines that end in "\n", also if they end in
// "\r\n" on disk. The messages are about its bytes.
func (s *Source) Read(file string) (*diag.Text, diag.List) {
	text, messages := s.Unchecked(file, nil)
	if messages != nil {
		return text, messages
	}
	return text, Check(text)
}

// Unchecked returns a file's content as Read does, in the given memory if that is
// large enough. The messages say why it can't be read; its bytes are left to Check.
func (s *Source) Unchecked(file string, memory []byte) (*diag.Text, diag.List) {
	content, err := s.bytes(file, maxFile, memory)
	if err != nil {
		return diag.NewText(file, nil), diag.List{unreadable(file, err, maxFile)}
	}
	return diag.NewText(file, withoutCR(content)), nil
}

// Image returns the bytes of an image, in memory that may be taken if it is large
// enough.
func (s *Source) Image(file string, memory []byte) ([]byte, diag.List) {
	content, err := s.bytes(file, maxImage, memory)
	if err != nil {
		return nil, diag.List{unreadable(file, err, maxImage)}
	}
	return content, nil
}

// Again returns the content of a file that Read found to be right, in memory that may
// be taken if it is large enough.
func (s *Source) Again(file string, memory []byte) (*diag.Text, error) {
	content, err := s.bytes(file, maxFile, memory)
	return diag.NewText(file, withoutCR(content)), err
}

// Holds reports whether a file has this content, to the byte.
func (s *Source) Holds(file string, content []byte) (bool, error) {
	had, err := s.bytes(file, maxFile, nil)
	return bytes.Equal(had, content), err
}

// Has reports whether there is something of this name, readable or not.
func (s *Source) Has(file string) bool {
	_, err := s.root.Lstat(file)
	return !errors.Is(err, fs.ErrNotExist)
}

func withoutCR(content []byte) []byte {
	if bytes.IndexByte(content, '\r') < 0 {
		return content
	}
	return bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
}

// Check reports the first bytes that are no UTF-8, the first invisible
// character, and the first line that is too long.
func Check(text *diag.Text) diag.List {
	var messages diag.List
	add := func(offset int, what, hint string) {
		message := text.Message(offset, what, hint)
		message.Source = shown(message.Source)
		messages.Add(message)
	}
	if i := invalid(text.Bytes); i >= 0 {
		add(i, "this is not UTF-8", "save the file as UTF-8")
	}
	if i := invisible.Index(text.Bytes); i >= 0 {
		r, _ := utf8.DecodeRune(text.Bytes[i:])
		what, hint := unseen(r, i)
		add(i, what, hint)
	}
	if i := longLine(text.Bytes); i >= 0 {
		messages.Add(diag.Message{Pos: text.Pos(i), Text: fmt.Sprintf("the line is longer than %d kB", maxLine>>10), Hint: "break it"})
	}
	return messages
}

// invalid returns the offset of the first byte that is no UTF-8, or -1.
func invalid(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// unseen returns the message for an invisible character at an offset.
func unseen(r rune, offset int) (text, hint string) {
	switch {
	case r == '\uFEFF' && offset == 0:
		return "the file begins with a byte order mark", "save it as UTF-8 without one"
	case unicode.IsControl(r):
		return fmt.Sprintf("control character %U", r), "delete it"
	case unicode.Is(unicode.Bidi_Control, r):
		return fmt.Sprintf("%U changes the direction of writing, so that the text is not what it seems", r), "delete it"
	}
	return fmt.Sprintf("%U is not seen, so that the text is not what it seems", r), "delete it"
}

func longLine(b []byte) int {
	for start := 0; start < len(b); {
		length := bytes.IndexByte(b[start:], '\n')
		if length < 0 {
			length = len(b) - start
		}
		if length > maxLine {
			return start
		}
		start += length + 1
	}
	return -1
}
