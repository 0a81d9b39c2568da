package code

import (
	"math/bits"
	"slices"

	"modelbook/generator/code/layout"
	"modelbook/generator/figure"
)

// Expr is an expression of a language: a literal or a name, which has no parts, or what
// has its parts between brackets, as lists, documents, and the arguments of a call.
type Expr struct {
	Name     []figure.Token // under which it stands: `limit: `
	Tokens   []figure.Token // of what has no parts, or before its bracket: `new Date`
	Brackets string         // "{}", "[]" or "()"; "" for what has no parts
	IsSpaced bool           // a space inside the brackets
	IsList   bool           // of values, which share lines
	Items    []Expr
	More     int            // elements that are left out behind the items
	Pad      int            // columns more behind its name where its neighbours have a line each
	After    []figure.Token // behind it, before a comma
	Methods  []Method       // called on it, each on what the one before returns
}

// Method is a call of a method. The first arguments are held in its line.
type Method struct {
	Name      string
	Arguments []Expr
	Held      int
}

// Literal is a value, or a name, that a language writes so.
func Literal(tokens ...figure.Token) Expr { return Expr{Tokens: tokens} }

// List is an array of values.
func List(items ...Expr) Expr { return Expr{Brackets: "[]", IsList: true, Items: items} }

// CallOf is a call of what tokens name.
func CallOf(tokens []figure.Token, arguments ...Expr) Expr {
	return Expr{Tokens: tokens, Brackets: "()", Items: arguments}
}

// Then calls a method on an expression.
func (e Expr) Then(name string, arguments ...Expr) Expr {
	e.Methods = append(slices.Clip(e.Methods), Method{Name: name, Arguments: arguments})
	return e
}

// Named puts an expression under a name.
func (e Expr) Named(name ...figure.Token) Expr {
	e.Name = name
	return e
}

// HasParts reports whether there is something between brackets.
func (e Expr) HasParts() bool { return len(e.Items) > 0 || e.More > 0 }

// isContainer reports whether its brackets can share a line with those around them.
func (e Expr) isContainer() bool { return e.HasParts() && len(e.Methods) == 0 }

// IsAbsent reports whether the expression is nothing at all.
func (e Expr) IsAbsent() bool { return e.Brackets == "" && len(e.Tokens) == 0 }

// opening and closing are the brackets, with spaces where parts stand in the same line.
func (e Expr) opening() string { return e.Brackets[:1] + e.space() }
func (e Expr) closing() string { return e.space() + e.Brackets[1:] }

func (e Expr) space() string {
	if e.IsSpaced && e.HasParts() {
		return " "
	}
	return ""
}

// Inline writes an expression in one line, without its name.
func (e Expr) Inline() []figure.Token { return layout.Inline(Brackets{}.value(e)) }

// Brackets lays expressions out in lines that end behind brackets and commas, as those
// do who write JavaScript, Python and Go. A line never begins with a point: what is
// pasted line by line into a shell would end before it.
type Brackets struct {
	Step          int
	TrailingComma bool // behind the last of several lines
	JoinsStrings  bool // strings under a name that follow each other are one
}

// Doc lays an expression out, with its name.
func (b Brackets) Doc(e Expr) layout.Doc {
	return layout.Concat(layout.Text(e.Name...), b.value(e), layout.Text(e.After...))
}

func (b Brackets) value(e Expr) layout.Doc {
	switch {
	case len(e.Methods) > 0:
		return b.setters(e)
	case e.HasParts():
		return layout.Group(layout.Text(e.Tokens...), b.parts(e, false))
	}
	word := layout.Word{Tokens: e.Tokens, IsNamed: len(e.Name) > 0}
	if e.Brackets != "" {
		word.Tokens = slices.Concat(e.Tokens, punctuation(e.Brackets[:1]), punctuation(e.Brackets[1:]))
	}
	if !b.JoinsStrings || !word.IsNamed {
		word.Joint = " +"
	}
	return word
}

// setters are methods of one argument that are called on each other's result: one
// behind what makes the first's receiver, several below it, and so one whose argument
// has no room and can't be broken.
func (b Brackets) setters(e Expr) layout.Doc {
	docs := []layout.Doc{layout.Text(e.Tokens...)}
	for _, m := range e.Methods {
		argument := m.Arguments[0]
		argument.Name = slices.Concat([]figure.Token{{Class: figure.Function, Text: m.Name}}, punctuation("("), argument.Name)
		argument.After = slices.Concat(argument.After, punctuation(")"))
		docs = append(docs, layout.Punctuation("."))
		if len(e.Methods) > 1 || !argument.HasParts() {
			docs = append(docs, layout.Indent(layout.Line(""), b.Doc(argument)))
		} else {
			docs = append(docs, b.Doc(argument))
		}
	}
	return layout.Group(docs...)
}

// parts are the brackets of an expression and what is between them, a line each. Where
// there is one part, itself with brackets, they share a line if there is room; where a
// comma ends each line, they don't if the part then needs only one.
func (b Brackets) parts(e Expr, isSpread bool) layout.Doc {
	values := make([]layout.Doc, len(e.Items))
	docs := make([]layout.Doc, len(e.Items))
	widest := 0
	for i, item := range e.Items {
		if isSpread && item.holdsList() {
			values[i] = layout.Open(layout.Group(b.parts(item, true)))
		} else {
			values[i] = b.value(item)
		}
		docs[i] = layout.Concat(layout.Text(item.Name...), values[i], layout.Text(item.After...))
		widest = max(widest, layout.Width(docs[i])+item.Pad+len(","))
	}
	space := layout.Line(e.space())
	inside := []layout.Doc{space}
	if e.IsList && allWords(e.Items) {
		inside = append(inside, layout.Fill(filledWidth, docs, ","), b.end())
		docs = nil
	}
	for i, item := range e.Items[:len(docs)] {
		if item.Pad > 0 {
			pad := layout.IfRoomBelow(widest-b.Step, layout.Text(figure.Token{Text: spaces(item.Pad)}), layout.Concat())
			docs[i] = layout.Concat(layout.Text(item.Name...), layout.IfBroken(pad), values[i], layout.Text(item.After...))
		}
		inside = append(inside, docs[i])
		if i < len(docs)-1 {
			inside = append(inside, layout.Punctuation(","), layout.Line(" "))
		} else {
			inside = append(inside, b.end())
		}
	}
	if e.More > 0 {
		inside = append(inside, layout.More(e.More))
	}
	rows := layout.Concat(layout.Punctuation(e.Brackets[:1]), layout.Indent(inside...), space, layout.Punctuation(e.Brackets[1:]))
	if len(e.Items) != 1 || !e.Items[0].isContainer() || e.More > 0 || isSpread {
		return rows
	}
	inner := e.Items[0]
	shared := layout.Concat(layout.Punctuation(e.opening()), layout.Text(inner.Name...), layout.Open(values[0]), layout.Text(inner.After...), layout.Punctuation(e.closing()))
	shared = layout.IfRoom(len(e.opening())+inner.opens(), shared, rows)
	if b.TrailingComma {
		return layout.IfRoomBelow(widest, rows, shared)
	}
	return shared
}

// end is behind the last of several lines: a comma, or the room for one, so that another
// line can follow and this one stays as it is.
func (b Brackets) end() layout.Doc {
	if b.TrailingComma {
		return layout.IfBroken(layout.Punctuation(","))
	}
	return layout.IfBroken(layout.Keep(len(",")))
}

// filledWidth is how wide lines are that hold several values.
const filledWidth = 52

// Spread lays a document out over several lines, and lists with parts inside it an
// element a line even where they would fit into one.
func (b Brackets) Spread(e Expr) layout.Doc {
	if !e.HasParts() {
		return b.Doc(e)
	}
	return layout.Open(layout.Group(b.parts(e, true)))
}

// holdsList reports whether there is a list of what has parts in an expression.
func (e Expr) holdsList() bool {
	return e.Brackets == "[]" && slices.ContainsFunc(e.Items, Expr.HasParts) || slices.ContainsFunc(e.Items, Expr.holdsList)
}

// opens is how many columns come before what is inside the brackets.
func (e Expr) opens() int {
	return layout.Columns(e.Name) + layout.Columns(e.Tokens) + len(e.opening())
}

func allWords(items []Expr) bool {
	return !slices.ContainsFunc(items, func(e Expr) bool { return e.Brackets != "" })
}

// Chain lays out methods that are called on a receiver. Each one's arguments stand in
// its line or below it; of all ways the one is taken that stays within the width, or
// nearest to it, and has the fewest lines, where it counts as two lines more to break
// anywhere but in the first method.
func (b Brackets) Chain(receiver []figure.Token, methods []Method) layout.Doc {
	calls := make([][2]layout.Doc, len(methods))
	for i, m := range methods {
		calls[i][0] = b.call(m, b.inline(m.Arguments))
		if len(m.Arguments) > 0 {
			calls[i][1] = b.call(m, b.below(m))
		}
	}
	var ways []layout.Doc
	var costs []int
	for below := range uint(1) << len(methods) {
		docs := []layout.Doc{layout.Text(receiver...)}
		for i := range methods {
			docs = append(docs, calls[i][below>>i&1])
		}
		if !slices.Contains(docs, nil) { // a call without arguments has nothing to break
			ways, costs = append(ways, layout.Concat(docs...)), append(costs, 2*bits.OnesCount(below>>1))
		}
	}
	return layout.Choice(func(measured []layout.Measure) int {
		best := 0
		for i, m := range measured {
			least := measured[best]
			if m.Overflow < least.Overflow || m.Overflow == least.Overflow && m.Lines+costs[i] < least.Lines+costs[best] {
				best = i
			}
		}
		return best
	}, ways...)
}

// AtPoints begins a line with each method's point, as formatters of JavaScript do, where
// a chain that has no room in a line has more than two methods, or takes no more lines
// so than broken at brackets.
func (b Brackets) AtPoints(receiver []figure.Token, methods []Method) layout.Doc {
	bracketed := b.Chain(receiver, methods)
	if len(methods) == 1 {
		return bracketed
	}
	docs := []layout.Doc{layout.Text(receiver...)}
	for _, m := range methods {
		docs = append(docs, layout.Indent(layout.Hard(), b.Chain(nil, []Method{m})))
	}
	return layout.Choice(func(measured []layout.Measure) int {
		if measured[0].Lines == 1 || len(methods) == 2 && measured[0].Lines < measured[1].Lines {
			return 0
		}
		return 1
	}, bracketed, layout.Concat(docs...))
}

func (b Brackets) call(m Method, arguments layout.Doc) layout.Doc {
	name := figure.Token{Class: figure.Function, Text: m.Name}
	return layout.Concat(layout.Punctuation("."), layout.Text(name), layout.Punctuation("("), arguments, layout.Punctuation(")"))
}

func (b Brackets) inline(arguments []Expr) layout.Doc {
	var docs []layout.Doc
	for i, a := range arguments {
		if i > 0 {
			docs = append(docs, layout.Punctuation(", "))
		}
		docs = append(docs, b.Doc(a))
	}
	return layout.Flat(docs...)
}

// below leaves the opening bracket of the only argument with parts in the line, if it is
// the last one; behind its name only where there is room.
func (b Brackets) below(m Method) layout.Doc {
	var held layout.Doc
	if m.Held > 0 {
		held = b.inline(m.Arguments[:m.Held])
	}
	rows := []layout.Doc{}
	for i, a := range m.Arguments[m.Held:] {
		if i > 0 {
			rows = append(rows, layout.Punctuation(","))
		}
		rows = append(rows, layout.Hard(), b.Doc(a))
	}
	each := layout.Concat(held, layout.Indent(rows...))
	if len(rows) > 0 {
		if m.Held > 0 {
			each = layout.Concat(held, layout.Punctuation(","), layout.Indent(rows...))
		}
		each = layout.Concat(each, b.end(), layout.Hard())
	}
	last := len(m.Arguments) - 1
	if last < 0 || !m.Arguments[last].isContainer() || !allWords(m.Arguments[:last]) {
		return each
	}
	a := m.Arguments[last]
	before := []layout.Doc{b.inline(m.Arguments[:last]), layout.Punctuation(", ")}
	if last == 0 {
		before = nil
	}
	opened := layout.Concat(append(before, layout.Text(a.Name...), layout.Open(b.value(a)), layout.Text(a.After...))...)
	if last == 0 || len(a.Name) == 0 {
		return opened
	}
	return layout.IfRoom(layout.Columns(layout.Inline(layout.Concat(before...)))+a.opens(), opened, each)
}
