package shell

import (
	"fmt"
	"strings"

	"modelbook/generator/example"
)

// Methods of a cursor that leave the command as it is. After toArray there is no
// cursor any more.
const (
	toArray = "toArray"
	pretty  = "pretty"
)

// cursor reads the methods that are called on the result of the operation.
func (c *call) cursor() bool {
	last := ""
	for c.token.is(".") || c.token.is("[") {
		method, ok := c.property("a cursor")
		if !ok {
			return false
		}
		if last == toArray || c.Returns != example.ReturnsDocuments {
			return c.fail(method.start, method.String()+" of a result"+notEvaluated, "look at the result as a whole")
		}
		a, ok := c.cursorMethod(method)
		if !ok || !c.requireCall(method) || !c.cursorArgument(a, method) {
			return false
		}
		last = method.text
	}
	return true
}

// cursorMethod returns the argument that a method of the cursor sets, one without
// a name if it sets none.
func (c *call) cursorMethod(method token) (example.Argument, bool) {
	known := []string{toArray, pretty}
	for _, a := range c.Arguments {
		if isCursorMethod(a) {
			known = append(known, a.Name)
		}
	}
	a, _ := c.Argument(method.text)
	switch {
	case method.text == toArray || method.text == pretty:
		return example.Argument{}, true
	case a.Name != "" && isCursorMethod(a):
		return a, true
	}
	hint := c.nearest(method.text, known, "known: "+strings.Join(known, ", "))
	if a.Shell == example.Option {
		hint = fmt.Sprintf("write it among the options: { %s: … }", a.Name)
	}
	return a, c.fail(method.start, fmt.Sprintf("the cursor of %s has no method %s here", c.Name, method), hint)
}

// isCursorMethod reports whether a cursor has a method for an argument. That
// of a projection is printed in the call's parentheses.
func isCursorMethod(a example.Argument) bool {
	return a.Shell == example.CursorMethod || a.Shell == example.Omittable && !a.Required
}

// cursorArgument reads the arguments of a cursor's method.
func (c *call) cursorArgument(a example.Argument, method token) bool {
	values, ok := c.values()
	switch {
	case !ok:
		return false
	case a.Name == "" && len(values) > 0:
		c.report(method.start, method.text+" takes no arguments here", "")
	case a.Name != "" && len(values) != 1:
		c.report(method.start, fmt.Sprintf("%s takes one argument, not %d", method, len(values)), "")
	case a.Name != "":
		c.named(a, values[0], method.start)
	}
	return true
}
