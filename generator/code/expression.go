package code

import (
	"math"
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
func (e Expr) Inline() []figure.Token { return layout.Inline(Brackets{}.Doc(e.Named())) }

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
	doc, _ := b.named(e)
	return doc
}

// named lays an expression out with its name, and if it has parts also without.
func (b Brackets) named(e Expr) (doc, value layout.Doc) {
	if len(e.Methods) == 0 && !e.HasParts() {
		return b.word(e), nil
	}
	value = b.value(e)
	return e.around(value), value
}

// around lays out the text around a value.
func (e Expr) around(value layout.Doc) layout.Doc {
	return layout.Concat(layout.Text(e.Name...), value, layout.Text(e.After...))
}

// value lays out an expression with parts.
func (b Brackets) value(e Expr) layout.Doc {
	if len(e.Methods) > 0 {
		return b.setters(e)
	}
	return layout.Group(layout.Text(e.Tokens...), b.parts(e, false))
}

// word lays out an expression without parts.
func (b Brackets) word(e Expr) layout.Doc {
	word := layout.Word{Name: e.Name, Tokens: e.Tokens, After: e.After}
	if e.Brackets != "" {
		word.Tokens = slices.Concat(e.Tokens, punctuation(e.Brackets[:1]), punctuation(e.Brackets[1:]))
	}
	if !b.JoinsStrings || len(e.Name) == 0 {
		word.Joint = " +"
	}
	return word.Doc()
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
			docs[i] = item.around(values[i])
		} else {
			docs[i], values[i] = b.named(item)
		}
		widest = max(widest, layout.Width(docs[i])+item.Pad+len(","))
	}
	space, end, between := layout.Line(e.space()), b.end(), layout.Line(" ")
	inside := append(make([]layout.Doc, 0, 3*len(docs)+2), space)
	if e.IsList && allWords(e.Items) {
		inside = append(inside, layout.Fill(filledWidth, docs, ","), end)
		docs = nil
	}
	for i, item := range e.Items[:len(docs)] {
		if item.Pad > 0 {
			pad := layout.IfRoomBelow(widest-b.Step, layout.Text(figure.Token{Text: spaces(item.Pad)}), layout.Concat())
			value := values[i]
			if value == nil {
				value = b.word(Expr{Tokens: item.Tokens, Brackets: item.Brackets})
			}
			docs[i] = layout.Concat(layout.Text(item.Name...), layout.IfBroken(pad), value, layout.Text(item.After...))
		}
		inside = append(inside, docs[i])
		if i < len(docs)-1 {
			inside = append(inside, layout.Punctuation(","), between)
		} else {
			inside = append(inside, end)
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

// Chain lays out methods that are called on a receiver, with the arguments of none, of
// one, or of all below its line. It takes the way that exceeds the width least and then
// has the fewest lines; each method but the first that is broken counts as two more.
func (b Brackets) Chain(receiver []figure.Token, methods []Method) layout.Doc {
	calls := make([]call, len(methods))
	for i, m := range methods {
		calls[i] = b.call(m)
	}
	return chain(receiver, calls)
}

func chain(receiver []figure.Token, calls []call) layout.Doc {
	way := func(isBroken func(i int) bool) layout.Way {
		way, docs := layout.Way{}, []layout.Doc{layout.Text(receiver...)}
		for i, c := range calls {
			if !isBroken(i) {
				docs = append(docs, c.inline)
				continue
			}
			docs = append(docs, c.below)
			way.Penalty += 2 * min(i, 1)
		}
		way.Doc = layout.Concat(docs...)
		return way
	}
	ways := []layout.Way{way(func(int) bool { return false })}
	for i, c := range calls {
		if c.below == nil {
			continue
		}
		ways = append(ways, way(func(j int) bool { return j == i }))
	}
	return layout.Best(append(ways, way(func(i int) bool { return calls[i].below != nil }))...)
}

// AtPoints begins a line with each method's point, as formatters of JavaScript do, if a
// chain doesn't fit in one line and has more than two methods, or takes no more lines
// than when it is broken at brackets.
func (b Brackets) AtPoints(receiver []figure.Token, methods []Method) layout.Doc {
	calls := make([]call, len(methods))
	points := []layout.Doc{layout.Text(receiver...)}
	for i, m := range methods {
		calls[i] = b.call(m)
		points = append(points, layout.Indent(layout.Hard(), chain(nil, calls[i:i+1])))
	}
	bracketed := chain(receiver, calls)
	switch len(methods) {
	case 1:
		return bracketed
	case 2:
		return layout.Best(layout.Way{Doc: bracketed, Penalty: 1}, layout.Way{Doc: layout.Concat(points...)})
	}
	return layout.OneLine(math.MaxInt, bracketed, layout.Concat(points...))
}

// call is the call of a method, with its arguments in its line and below it. The latter
// is nil if they would not be shorter there.
type call struct{ inline, below layout.Doc }

func (b Brackets) call(m Method) call {
	values := make([]layout.Doc, len(m.Arguments))
	docs := make([]layout.Doc, len(m.Arguments))
	for i, a := range m.Arguments {
		docs[i], values[i] = b.named(a)
	}
	named := func(arguments layout.Doc) layout.Doc {
		name := figure.Token{Class: figure.Function, Text: m.Name}
		return layout.Concat(layout.Punctuation("."), layout.Text(name), layout.Punctuation("("), arguments, layout.Punctuation(")"))
	}
	arguments := inline(docs)
	c := call{inline: named(arguments)}
	if layout.Width(arguments) > b.Step {
		c.below = named(b.below(m, values, docs))
	}
	return c
}

func inline(docs []layout.Doc) layout.Doc {
	return layout.Flat(separated(docs, layout.Punctuation(", "))...)
}

// separated puts a Doc between two of others.
func separated(docs []layout.Doc, between layout.Doc) []layout.Doc {
	var all []layout.Doc
	for i, d := range docs {
		if i > 0 {
			all = append(all, between)
		}
		all = append(all, d)
	}
	return all
}

// below lays out the arguments of a method below its line. If only the last one has
// parts, those before it and its opening bracket stay in the line; after other arguments
// a named one does so only where there is room.
func (b Brackets) below(m Method, values, docs []layout.Doc) layout.Doc {
	held, rows := docs[:m.Held], docs[m.Held:]
	each := []layout.Doc{inline(held)}
	if len(rows) > 0 {
		if m.Held > 0 {
			each = append(each, layout.Punctuation(","))
		}
		rows = append([]layout.Doc{layout.Hard()}, separated(rows, layout.Concat(layout.Punctuation(","), layout.Hard()))...)
		each = append(each, layout.Indent(rows...), b.end(), layout.Hard())
	}
	last := len(m.Arguments) - 1
	a := m.Arguments[last]
	if !a.isContainer() || !allWords(m.Arguments[:last]) {
		return layout.Concat(each...)
	}
	var before layout.Doc
	if last > 0 {
		before = layout.Concat(inline(docs[:last]), layout.Punctuation(", "))
	}
	opened := layout.Concat(before, a.around(layout.Open(values[last])))
	if last == 0 || len(a.Name) == 0 {
		return opened
	}
	return layout.IfRoom(layout.Width(before)+a.opens(), opened, layout.Concat(each...))
}
