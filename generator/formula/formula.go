// Package formula calculates expressions of numbers: + - * / and parentheses, over
// names and functions that its caller has.
//
// The syntax is that of github.com/expr-lang/expr, whose parser reads it. Its tree is
// calculated here and not by that library's machine: a message then points at the
// operator, name or argument that is wrong, and what is no arithmetic can't run.
package formula

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"modelbook/generator/diag"
)

// Names are what expressions may use besides numbers.
type Names struct {
	// Values are numbers (float64), functions without arguments that return one
	// (func() (float64, error)), and groups of such (map[string]any), of which a.b
	// and a["b"] take one.
	Values    map[string]any
	Functions map[string]Function
}

// Function is a function of an expression.
type Function struct {
	// Usage shows how it is called, for messages.
	Usage string
	// Call returns its value. An error of type *Wrong may say which argument is wrong.
	Call func(arguments []any) (float64, error)
}

// Wrong is a mistake in an expression.
type Wrong struct {
	Text, Hint string
	Offset     int // where it is, in code points
	// Argument is that of the function that is wrong, from 1. It is used in place of
	// the offset, which a function doesn't know; 0 is the function itself.
	Argument int
}

func (w *Wrong) Error() string { return w.Text }

// ErrReported is the error of a value that is not known because of a mistake that was
// reported already.
var ErrReported = errors.New("a mistake that was reported")

const mostNodes = 500

// config leaves all names to the caller.
var config = func() *conf.Config {
	c := conf.CreateNew()
	c.MaxNodes = mostNodes
	for name := range builtin.Index {
		c.Disabled[name] = true
	}
	return c
}()

// parse reads an expression whose functions are known by name, for the parser reads
// some of its own otherwise.
func parse(text string, functions map[string]Function) (ast.Node, error) {
	c := *config
	c.Functions = map[string]*builtin.Function{}
	for name := range functions {
		c.Functions[name] = &builtin.Function{Name: name}
	}
	tree, err := parser.ParseWithConfig(text, &c)
	var wrong *file.Error
	switch {
	case errors.As(err, &wrong) && strings.HasSuffix(wrong.Message, "token EOF"):
		return nil, &Wrong{Text: "the expression ends before it is whole", Offset: utf8.RuneCountInString(text)}
	case errors.As(err, &wrong) && strings.HasSuffix(wrong.Message, strconv.ErrRange.Error()):
		return nil, &Wrong{Text: "this is too large for a number", Offset: wrong.From}
	case errors.As(err, &wrong):
		return nil, &Wrong{Text: "this is no expression: " + wrong.Message, Offset: wrong.From}
	case err != nil:
		return nil, &Wrong{Text: "this is no expression: " + err.Error()}
	}
	return tree.Node, nil
}

// Calculate returns the value of an expression. The error is a *Wrong, or ErrReported.
func Calculate(text string, names Names) (float64, error) {
	node, err := parse(text, names.Functions)
	if err != nil {
		return 0, err
	}
	value, err := calculator(names).number(node)
	if err == nil && (math.IsInf(value, 0) || math.IsNaN(value)) {
		return 0, at(node, "this is too large for a number", "")
	}
	return value, err
}

// Parts returns the names of an expression, of functions too, and its texts in quotation
// marks; none if it is wrong.
func Parts(text string, functions map[string]Function) (names, texts []string) {
	node, err := parse(text, functions)
	if err != nil {
		return nil, nil
	}
	var found parts
	ast.Walk(&node, &found)
	return found.names, found.texts
}

type parts struct{ names, texts []string }

// Visit collects the name or text of a node.
func (p *parts) Visit(node *ast.Node) {
	switch node := (*node).(type) {
	case *ast.IdentifierNode:
		p.names = append(p.names, node.Value)
	case *ast.StringNode:
		p.texts = append(p.texts, node.Value)
	}
}

func at(node ast.Node, text, hint string) *Wrong {
	return &Wrong{Text: text, Hint: hint, Offset: node.Location().From}
}

type calculator Names

// number returns the value of a part of an expression.
func (c calculator) number(node ast.Node) (float64, error) {
	value, err := c.value(node)
	if err != nil {
		return 0, err
	}
	number, ok := value.(float64)
	if !ok {
		return 0, at(node, "this is not a number", hintFor(value))
	}
	return number, nil
}

func hintFor(value any) string {
	switch value := value.(type) {
	case string:
		return "a text in quotation marks is for the arguments of functions"
	case map[string]any:
		return diag.Suggest("", "names", slices.Sorted(maps.Keys(value)))
	}
	return ""
}

// value returns a number, a text, or a group of values.
func (c calculator) value(node ast.Node) (any, error) {
	switch n := node.(type) {
	case *ast.IntegerNode:
		return float64(n.Value), nil
	case *ast.FloatNode:
		return n.Value, nil
	case *ast.StringNode:
		return n.Value, nil
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.CallNode:
		return c.call(n)
	case *ast.IdentifierNode:
		return c.name(c.Values, n.Value, n)
	case *ast.MemberNode:
		return c.member(n)
	}
	return nil, at(node, "an expression has numbers, names, functions, + - * / and parentheses, and not this", "")
}

func (c calculator) unary(n *ast.UnaryNode) (any, error) {
	value, err := c.number(n.Node)
	switch {
	case err != nil:
		return nil, err
	case n.Operator == "-":
		return -value, nil
	case n.Operator == "+":
		return value, nil
	}
	return nil, at(n, n.Operator+" is not for numbers", "")
}

func (c calculator) binary(n *ast.BinaryNode) (any, error) {
	left, err := c.number(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := c.number(n.Right)
	if err != nil {
		return nil, err
	}
	switch n.Operator {
	case "+":
		return left + right, nil
	case "-":
		return left - right, nil
	case "*":
		return left * right, nil
	case "/":
		if right == 0 {
			return nil, at(n, "this divides by zero", "")
		}
		return left / right, nil
	}
	return nil, at(n, n.Operator+" is not one of + - * /", "")
}

func (c calculator) call(n *ast.CallNode) (any, error) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return nil, at(n, "this is not a function", "")
	}
	function, known := c.Functions[callee.Value]
	if !known {
		return nil, at(n, "there is no function "+callee.Value, diag.Suggest(callee.Value, "functions", slices.Sorted(maps.Keys(c.Functions))))
	}
	arguments := make([]any, len(n.Arguments))
	for i, argument := range n.Arguments {
		value, err := c.value(argument)
		var wrong *Wrong
		if name, isName := argument.(*ast.IdentifierNode); isName && errors.As(err, &wrong) && wrong.Offset == name.Location().From {
			wrong.Hint = fmt.Sprintf("if it is a name of an example, put it in quotation marks: %q", name.Value)
		}
		if err != nil {
			return nil, err
		}
		arguments[i] = value
	}
	value, err := function.Call(arguments)
	var wrong *Wrong
	if errors.As(err, &wrong) {
		place := ast.Node(n)
		if wrong.Argument > 0 && wrong.Argument <= len(n.Arguments) {
			place = n.Arguments[wrong.Argument-1]
		}
		return nil, at(place, wrong.Text, wrong.Hint)
	}
	return value, err
}

func (c calculator) member(n *ast.MemberNode) (any, error) {
	group, err := c.value(n.Node)
	if err != nil {
		return nil, err
	}
	values, isGroup := group.(map[string]any)
	name, isText := n.Property.(*ast.StringNode)
	switch {
	case !isGroup:
		return nil, at(n, "this has no parts with names", "")
	case !isText:
		return nil, at(n.Property, "this is not a name in quotation marks", "")
	}
	return c.name(values, name.Value, name)
}

// name returns the value of a name.
func (c calculator) name(values map[string]any, name string, node ast.Node) (any, error) {
	value, known := values[name]
	if !known {
		return nil, at(node, "there is nothing of the name "+name, diag.Suggest(name, "names", slices.Sorted(maps.Keys(values))))
	}
	if calculated, ok := value.(func() (float64, error)); ok {
		number, err := calculated()
		var wrong *Wrong
		if errors.As(err, &wrong) {
			return nil, at(node, wrong.Text, wrong.Hint)
		}
		return number, err
	}
	return value, nil
}

// Arguments takes the arguments of a function apart: into is a list of *string, *int and
// *float64, of which the last optional ones may be missing.
func Arguments(usage string, arguments []any, optional int, into ...any) error {
	if len(arguments) > len(into) || len(arguments) < len(into)-optional {
		return &Wrong{Text: fmt.Sprintf("the function has %d arguments here", len(arguments)), Hint: "write " + usage}
	}
	for i, argument := range arguments {
		ok := false
		switch to := into[i].(type) {
		case *string:
			*to, ok = argument.(string)
		case *int:
			number, isNumber := argument.(float64)
			if ok = isNumber && number == math.Trunc(number) && number >= 0 && number < 1<<31; ok {
				*to = int(number)
			}
		case *float64:
			*to, ok = argument.(float64)
		}
		if !ok {
			kind := "a whole number"
			switch into[i].(type) {
			case *string:
				kind = "a name in quotation marks"
			case *float64:
				kind = "a number"
			}
			return &Wrong{Text: "this is not " + kind, Hint: "write " + usage, Argument: i + 1}
		}
	}
	return nil
}
