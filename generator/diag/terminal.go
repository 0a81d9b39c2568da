package diag

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Terminal is the terminal of a command, or the log of a build server. All output
// goes through it: it is made harmless, so that no text can steer the terminal,
// and no line of it is a command to a build server.
type Terminal struct {
	isDevice bool // lines can be taken back

	mu        sync.Mutex
	w         io.Writer
	commands  commands
	typed     func(text string) string
	hasStatus bool // a line is shown that will be taken back
}

// NewTerminal returns a Terminal that writes to w.
func NewTerminal(w io.Writer) *Terminal {
	t := &Terminal{w: w}
	if file, ok := w.(*os.File); ok {
		info, err := file.Stat()
		t.isDevice = err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
	}
	return t
}

// SetTyped sets a function that returns a text of this program with the commands
// that it names as they are typed here.
func (t *Terminal) SetTyped(typed func(text string) string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.typed = typed
}

// Typed returns a text of ours with the commands that it names as they are typed
// here. Print does so with messages.
func (t *Terminal) Typed(text string) string {
	t.mu.Lock()
	typed := t.typed
	t.mu.Unlock()
	if typed == nil {
		return text
	}
	return typed(text)
}

// IsDevice reports whether Status shows anything.
func (t *Terminal) IsDevice() bool { return t.isDevice }

// Write writes text, which begins and ends between two characters. Line ends and
// tabs stay.
func (t *Terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.clear(); err != nil {
		return 0, err
	}
	printed := make([]byte, 0, len(text))
	for _, r := range string(text) {
		printed = append(printed, string(t.commands.replace(r))...)
	}
	if _, err := t.w.Write(printed); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Printf writes a format of ours and arguments that may be anyone's: a text
// among them stays in its line.
func (t *Terminal) Printf(format string, args ...any) {
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = oneLine(arg)
		case error:
			args[i] = oneLine(arg.Error())
		case fmt.Stringer:
			args[i] = oneLine(arg.String())
		}
	}
	// Whoever reads has gone if it fails.
	_, _ = t.Write(fmt.Appendf(nil, format, args...))
}

// Color is how text is shown on a device.
type Color string

// The colors that there are.
const (
	Plain Color = ""
	Red   Color = "31"
	Green Color = "32"
)

// WriteIn writes text as Write does, in a color if there are any: on a device,
// unless NO_COLOR is set (no-color.org).
func (t *Terminal) WriteIn(color Color, text string) error {
	if color == Plain || !t.isDevice || os.Getenv("NO_COLOR") != "" {
		_, err := t.Write([]byte(text))
		return err
	}
	if err := t.plainly([]byte("\x1b[" + string(color) + "m")); err != nil {
		return err
	}
	_, err := t.Write([]byte(text))
	return errors.Join(err, t.plainly([]byte("\x1b[0m")))
}

// Status shows a line in the place of the last one, if it can be taken back.
func (t *Terminal) Status(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isDevice {
		return
	}
	if t.clear() == nil && line != "" {
		_, err := io.WriteString(t.w, oneLine(line))
		t.hasStatus = err == nil
	}
}

// clear takes the last status back.
func (t *Terminal) clear() error {
	if !t.hasStatus {
		return nil
	}
	t.hasStatus = false
	_, err := io.WriteString(t.w, "\r\x1b[K")
	return err
}

// plainly writes output for machines, which is already harmless.
func (t *Terminal) plainly(text []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.clear(); err != nil {
		return err
	}
	_, err := t.w.Write(text)
	return err
}
