package code

import (
	"modelbook/generator/code/layout"
	"modelbook/generator/figure"
)

// Fluent lays expressions out as usual in Java: lines begin with the point of a method,
// and brackets close at the end of the last argument.
type Fluent struct{}

const (
	// shortestPart is the least number of columns for the parts of a cut string. Arguments
	// that take no more are not broken.
	shortestPart = 24
	// shortestFirst is the width in columns up to which a first argument, often a field's
	// name, may stay in a line in which it doesn't fit.
	shortestFirst = 16
)

// Chain lays out methods that are called on a receiver. A single one is in the first line
// or below it, whichever exceeds the width less, and then takes fewer lines.
func (f Fluent) Chain(receiver []figure.Token, methods []Method) layout.Doc {
	below := f.Doc(Expr{Tokens: receiver, Methods: methods})
	if len(methods) != 1 {
		return below
	}
	beside := layout.Concat(layout.Text(receiver...), f.call(methods[0]))
	return layout.Best(layout.Way{Doc: beside}, layout.Way{Doc: below})
}

// Doc lays an expression out.
func (f Fluent) Doc(e Expr) layout.Doc {
	doc, _ := f.value(e)
	return doc
}

// value lays an expression out. It also returns the columns up to its first bracket, or
// to the point of its first method.
func (f Fluent) value(e Expr) (doc layout.Doc, begins int) {
	switch {
	case len(e.Methods) > 0:
		receiver := e
		receiver.Methods = nil
		doc, _ := f.value(receiver)
		lines := []layout.Doc{layout.Indent(doc)}
		for _, m := range e.Methods {
			lines = append(lines, layout.Indent(layout.Line(""), f.call(m)))
		}
		return layout.Group(lines...), layout.Width(doc)
	case e.Brackets != "":
		return layout.Group(layout.Text(e.Tokens...), layout.Punctuation(e.Brackets[:1]), f.arguments(e.Items), layout.Punctuation(e.Brackets[1:])), layout.Columns(e.Tokens) + len("(")
	}
	return layout.Word{Tokens: e.Tokens, Joint: " +", ShortPart: shortestPart}.Doc(), 0
}

func (f Fluent) call(m Method) layout.Doc {
	name := figure.Token{Class: figure.Function, Text: m.Name}
	return layout.Concat(layout.Punctuation("."), layout.Text(name), layout.Punctuation("("), f.arguments(m.Arguments), layout.Punctuation(")"))
}

// arguments lays arguments out in the line if they fit or are too short to be broken. If
// only the last has brackets and doesn't fit in a line of its own, the others stay in the
// line and the last is broken. Else each has a line of its own, but three or more without
// brackets share lines, and a short first one stays.
func (f Fluent) arguments(items []Expr) layout.Doc {
	if len(items) == 0 {
		return layout.Concat()
	}
	last := len(items) - 1
	isFilled := len(items) > 2 && allWords(items) || len(items) > 3 && allWords(items[:last])
	rows := make([]layout.Doc, 0, 3*len(items))
	docs := make([]layout.Doc, len(items))
	begins := 0
	for i, item := range items {
		docs[i], begins = f.value(item)
		switch {
		case i == 0:
			rows = append(rows, first(item, docs[i]))
		case isFilled && item.Brackets == "":
			rows = append(rows, layout.Punctuation(","), layout.Next(" "))
		default:
			rows = append(rows, layout.Punctuation(","), layout.Line(" "))
		}
		rows = append(rows, docs[i])
	}
	each := layout.Indent(rows...)
	if layout.Width(each) <= shortestPart {
		return layout.Flat(each)
	}
	head := items[last]
	if !allWords(items[:last]) || head.Brackets == "" || len(head.Methods) == 0 && allWords(head.Items) && len(head.Items) <= 2 {
		return layout.Group(each)
	}
	before := layout.Concat(inline(docs[:last]), layout.Punctuation(", "))
	begins += layout.Width(before)
	if last == 0 {
		before = nil
	}
	beside := layout.Concat(before, docs[last])
	return layout.Group(layout.IfFitsBelow(docs[last], each, layout.IfRoom(begins, beside, each)))
}

// first returns the Doc before the first argument: a line end if it has brackets; if not,
// a line end where it doesn't fit, but none before a short one unless it would be cut.
func first(item Expr, doc layout.Doc) layout.Doc {
	switch {
	case item.Brackets != "" || len(item.Methods) > 0:
		return layout.Line("")
	case layout.Width(doc) > shortestFirst:
		return layout.Next("")
	case layout.IsString(item.Tokens):
		return layout.IfRoomBelow(shortestPart+len(","), layout.Next(""), layout.Concat())
	}
	return nil
}
