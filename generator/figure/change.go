package figure

import (
	"strconv"
	"strings"
)

// ChangedSheet is the part of a document that a step changed, and its bytes; 0
// before it came and after it went.
type ChangedSheet struct {
	Lines         []Line
	Before, After int
}

var signs = [...]string{Same: "  ", Added: "+ ", Removed: "- "}

// Text returns the lines after their signs, as diff writes them.
func (s ChangedSheet) Text() string {
	var b strings.Builder
	for _, line := range s.Lines {
		switch {
		case line.LeftOut > 0 && line.Change == Same:
			b.WriteString("  // = " + strconv.Itoa(line.LeftOut))
		case line.LeftOut > 0:
			b.WriteString(signs[line.Change] + "// … " + strconv.Itoa(line.LeftOut))
		default:
			b.WriteString(signs[line.Change] + line.Text())
		}
		b.WriteByte('\n')
	}
	return b.String()
}
