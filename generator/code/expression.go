package code

import (
	"math/bits"
	"slices"

	"modelbook/generator/code/layout"
	"modelbook/generator/figure"
)

// Expr is an expression of a language: a literal or a name, or a list, a document or a
// call, with its parts between brackets.
type Expr struct {
	Name     []figure.Token // written before it: `limit: `
	Tokens   []figure.Token // the literal or name, or the text before the bracket: `new Date`
	Brackets string         // "{}", "[]" or "()"; "" for a literal or a name
	IsSpaced bool           // a space inside the brackets
	IsList   bool           // of values, which share lines
	Items    []Expr
	More     int            // elements that are left out after the items
	Pad      int            // columns of padding after its name where its neighbours have a line each
	After    []figure.Token // written after it, before a comma
	Methods  []Method       // called on it, each on the result of the one before
}

// Method is a call of a method. The first Held arguments stay in its line.
type Method struct {
	Name      string
	Arguments []Expr
	Held      int
}

// Literal is a value or a name, written as tokens.
func Literal(tokens ...figure.Token) Expr { return Expr{Tokens: tokens} }

// List is an array of values.
func List(items ...Expr) Expr { return Expr{Brackets: "[]", IsList: true, Items: items} }

// CallOf is a call of the function, class or method that tokens name.
func CallOf(tokens []figure.Token, arguments ...Expr) Expr {
	return Expr{Tokens: tokens, Brackets: "()", Items: arguments}
}

// Then calls a method on an expression.
func (e Expr) Then(name string, arguments ...Expr) Expr {
	e.Methods = append(slices.Clip(e.Methods), Method{Name: name, Arguments: arguments})
	return e
}

// Named returns an expression with a name before it.
func (e Expr) Named(name ...figure.Token) Expr {
	e.Name = name
	return e
}

// HasParts reports whether there is something between brackets.
func (e Expr) HasParts() bool { return len(e.Items) > 0 || e.More > 0 }

// isContainer reports whether its brackets can share a line with those around them.
func (e Expr) isContainer() bool { return e.HasParts() && len(e.Methods) == 0 }

// IsAbsent reports whether the expression writes nothing.
func (e Expr) IsAbsent() bool { return e.Brackets == "" && len(e.Tokens) == 0 }

// opening and closing return the brackets as they are beside parts in the same line.
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

// Brackets lays expressions out in lines that end after brackets and commas, as usual in
// JavaScript, Python and Go. Except with AtPoints, no line begins with a point: a shell
// into which lines are pasted would end the statement before it.
type Brackets struct {
	Step          int
	TrailingComma bool // after the last of several lines
	JoinsStrings  bool // the language joins neighbouring strings after a name
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

// setters lays out methods of one argument, each called on the result of the one before.
// A single one follows its receiver in the line, unless its argument has no room there
// and can't be broken; several have a line each.
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

// parts lays out the brackets of an expression and its parts, a line each. If its only
// part has brackets too, both pairs share lines where there is room; with trailing commas
// they don't if the part fits in a line of its own.
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

// end returns the end of the last of several lines: a comma, or room for one, so that
// adding a line doesn't break this one anew.
func (b Brackets) end() layout.Doc {
	if b.TrailingComma {
		return layout.IfBroken(layout.Punctuation(","))
	}
	return layout.IfBroken(layout.Keep(len(",")))
}

// filledWidth is the width of lines that hold several values.
const filledWidth = 52

// Spread lays a document out over several lines, and also breaks the lists in it whose
// elements have parts, even if they would fit in one line.
func (b Brackets) Spread(e Expr) layout.Doc {
	if !e.HasParts() {
		return b.Doc(e)
	}
	return layout.Open(layout.Group(b.parts(e, true)))
}

// holdsList reports whether an expression is or contains a list with an element that has
// parts.
func (e Expr) holdsList() bool {
	return e.Brackets == "[]" && slices.ContainsFunc(e.Items, Expr.HasParts) || slices.ContainsFunc(e.Items, Expr.holdsList)
}

// opens returns the columns from the name to the opening bracket.
func (e Expr) opens() int {
	return layout.Columns(e.Name) + layout.Columns(e.Tokens) + len(e.opening())
}

func allWords(items []Expr) bool {
	return !slices.ContainsFunc(items, func(e Expr) bool { return e.Brackets != "" })
}

// Chain lays out methods that are called on a receiver, with the arguments of each in its
// line or below it. Of all combinations it takes the one that exceeds the width least and
// then has the fewest lines; each method but the first that is broken counts as two more.
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

// AtPoints begins a line with each method's point, as formatters of JavaScript do, if a
// chain doesn't fit in one line and has more than two methods, or takes no more lines
// than when it is broken at brackets.
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

// below lays out the arguments of a method below its line. If only the last one has
// parts, those before it and its opening bracket stay in the line; after other arguments
// a named one does so only where there is room.
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
