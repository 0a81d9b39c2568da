package code

import (
	"fmt"
	"strings"

	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Templates are the statements of the tree other than Run in a language, with holes in
// braces. One that a language does without is None.
type Templates struct {
	// Guard ends a program, with a {message}, if a saved value {lacks} something that later
	// steps need. WideGuard replaces it where it is too wide for a page.
	Guard, WideGuard string
	// NoDocument, Empty and Short are Guard's conditions: no document was found, a list is
	// empty, or it is shorter than {least}. NoDocument is None if a driver returns an error
	// then.
	NoDocument, Empty, Short string
	// Try runs a {body} that ends in an error of a {class}, {checks} that it is the
	// {expected} one, and prints it. In a script, NoError fails if there is no error.
	Try, NoError string
	// Loop runs a {body} a number of {times}. CountedLoop replaces it where the body needs
	// the counter, {i}.
	Loop, CountedLoop string
	// Changes is the {body} that opens a change stream or reads from one by itself. If it is
	// None, only programs that follow a stream are written: Watch has the {call} that opens
	// {changes}, with the {id} of their resume token; FollowHead and FollowFoot enclose the
	// statements that apply a {change}, and end with a message if changes are {lost}, or if
	// the stream has {ended} by itself.
	Changes, Watch, FollowHead, FollowFoot string
	// Begin starts a {session} and End ends it; Enter comes before the first call in it.
	Begin, End, Enter string
	// Head and Foot enclose the statements of a transaction that the driver runs, and
	// repeats after a transient error. ScopedHead and ScopedFoot replace them if the session
	// has only this transaction: they also open and close it, without Begin and End.
	Head, Foot, ScopedHead, ScopedFoot string
	// FailingHead and FailingFoot enclose a transaction that ends in an error with the
	// {message} of Must. The scoped ones replace them as ScopedHead and ScopedFoot do.
	FailingHead, FailingFoot, ScopedFailingHead, ScopedFailingFoot string
	// Must ends a program or a callback, with a {message}, unless a {count} {is} a number.
	// Warning says so and goes on. WideMust and WideWarning replace them where they are too wide.
	// Count is the {count}, {Count} or {count_} of a result in a {variable}.
	Must, WideMust, Warning, WideWarning, Count string
	// AgainHead and AgainFoot enclose statements that are repeated up to {attempts} times.
	// Again, in the place of Must in their last one, leaves them if the {count} {is} that
	// number. After the last attempt Again or AgainFoot ends the program, with a {message}.
	AgainHead, Again, AgainFoot string
	// Together begins runs that are sent at the same time. NextTogether replaces it in a
	// program that has it already; None if that is enough for all.
	Together, NextTogether string
	// Holds ends a program, with a {message}, unless a {collection} holds {count} documents.
	Holds string
}

// None is a statement that a language does not have.
const None = "-"

// With maps the holes of a template to their contents: text, lines, or a Doc. Lines or a
// Doc replace the whole line of their hole; an empty list of lines removes it.
type With map[string]any

// Fill writes a template.
func (f *Facts) Fill(template string, with With) layout.Doc {
	if template == None {
		return nil
	}
	var docs []layout.Doc
	add := func(depth int, doc layout.Doc) {
		if len(docs) > 0 {
			doc = layout.Concat(layout.Hard(), doc)
		}
		for range depth {
			doc = layout.Nest(doc)
		}
		docs = append(docs, doc)
	}
	for line := range strings.SplitSeq(template, "\n") {
		text := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(text)]
		switch value := with[strings.Trim(text, "{}")].(type) {
		case layout.Doc:
			add(len(indent)/f.Page.Step, value)
		case []string:
			for _, text := range value {
				add(0, f.line(indent+text))
			}
		default:
			add(0, f.line(expand(line, with.text)))
		}
	}
	return layout.Concat(docs...)
}

// text returns the text of a hole; false if there is none.
func (w With) text(hole string) (string, bool) {
	text, ok := w[hole].(string)
	return text, ok
}

// expand fills the holes of a template with text. Braces around anything else stay.
func expand(template string, text func(hole string) (string, bool)) string {
	var filled strings.Builder
	for {
		before, rest, _ := strings.Cut(template, "{")
		hole, after, isClosed := strings.Cut(rest, "}")
		filled.WriteString(before)
		if !isClosed {
			filled.WriteString(template[len(before):])
			return filled.String()
		}
		if value, ok := text(hole); ok {
			filled.WriteString(value)
			template = after
		} else {
			filled.WriteByte('{')
			template = rest
		}
	}
}

// Lines lays out lines of code given as text.
func (f *Facts) Lines(lines ...string) layout.Doc { return f.Fill(strings.Join(lines, "\n"), nil) }

func (f *Facts) line(text string) layout.Doc {
	code := strings.TrimLeft(text, " ")
	if code == text {
		return layout.Text(f.Lexer.Tokens(text)...)
	}
	indent := figure.Token{Text: text[:len(text)-len(code)]}
	return layout.Text(append([]figure.Token{indent}, f.Lexer.Tokens(code)...)...)
}

// Guard returns the statement that ends a program if a run's result lacks something that
// later steps need. It is nil if they need nothing, if the driver returns an error then,
// and on pages of the shell, whose readers would see it.
func (f *Facts) Guard(r *Run) layout.Doc {
	condition := f.Templates.Short
	switch {
	case !r.Needs.IsNeeded(), f.IsShell && !r.IsScript, r.Needs.IsDocument && f.Templates.NoDocument == None:
		return nil
	case r.Needs.IsDocument:
		condition = f.Templates.NoDocument
	case r.Needs.Least == 1:
		condition = f.Templates.Empty
	}
	lacks := expand(condition, With{"variable": r.Variable, "least": fmt.Sprint(r.Needs.Least)}.text)
	with := With{"lacks": lacks, "message": f.Quote(r.Variable + r.Needs.lacking())}
	guard := f.Fill(f.Templates.Guard, with)
	if f.Templates.WideGuard != None && !r.IsScript && layout.Width(guard) > f.Page.Width {
		return f.Fill(f.Templates.WideGuard, with)
	}
	return guard
}

func (r *Run) lower(l Language) layout.Doc { return l.Run(r) }

func (t *Try) lower(l Language) layout.Doc {
	of := l.Facts()
	if of.IsShell && !t.Run.IsScript {
		return l.Run(t.Run) // which prints its error
	}
	class, checks := l.Checks(t.Run)
	expected := Expected(t.Run.Error, !of.IsShell)
	with := With{"body": l.Run(t.Run), "class": class, "checks": checks, "no error": []string{}, "expected": of.Quote(expected), "expected, got": of.Quote(expected + ", got %v")}
	if t.Run.IsScript && of.Templates.NoError != None {
		with["no error"] = strings.Split(strings.ReplaceAll(of.Templates.NoError, "{expected}", of.Quote(expected)), "\n")
	}
	return of.Fill(of.Templates.Try, with)
}

func (n *Loop) lower(l Language) layout.Doc {
	of := l.Facts()
	with := With{"body": l.Run(n.Run), "times": fmt.Sprint(n.Times), "i": Counter}
	if n.Run.Counts() && of.Templates.CountedLoop != None {
		return of.Fill(of.Templates.CountedLoop, with)
	}
	return of.Fill(of.Templates.Loop, with)
}

func (c *Changes) lower(l Language) layout.Doc {
	return l.Facts().Fill(l.Facts().Templates.Changes, With{"body": l.Run(c.Run)})
}

func (b *Begin) lower(l Language) layout.Doc {
	of := l.Facts()
	end := ";"
	if of.IsShell && !b.IsScript {
		end = ""
	}
	if b.IsScoped && of.Templates.ScopedFoot != None {
		return nil
	}
	return of.Fill(of.Templates.Begin, With{"session": b.Session, "end": end})
}

func (e *End) lower(l Language) layout.Doc {
	of := l.Facts()
	if e.IsScoped && of.Templates.ScopedFoot != None {
		return nil
	}
	return of.Fill(of.Templates.End, With{"session": e.Session})
}

func (e *Enter) lower(l Language) layout.Doc {
	return l.Facts().Fill(l.Facts().Templates.Enter, With{"session": e.Session})
}

func (t *Transaction) lower(l Language) layout.Doc {
	of, with := l.Facts(), With{"session": t.Session}
	head, foot := of.Templates.Head, of.Templates.Foot
	if t.IsScoped && of.Templates.ScopedFoot != None {
		head, foot = of.Templates.ScopedHead, of.Templates.ScopedFoot
	}
	if t.Fails != nil {
		head, foot, with = t.failing(of)
	}
	last := head[strings.LastIndexByte(head, '\n')+1:]
	body, end := t.Body.lower(l), t.End.lower(l)
	for range (len(last) - len(strings.TrimLeft(last, " "))) / of.Page.Step {
		body = layout.Nest(body)
	}
	return layout.Concat(of.Fill(head, with), layout.Nest(body), end, of.Fill(foot, with))
}

func (h *Holds) lower(l Language) layout.Doc {
	of := l.Facts()
	message := fmt.Sprintf("%s does not hold %d documents", h.Collection, h.Count)
	collection := figure.Line{Tokens: l.Collection(h.Collection)}.Text()
	return of.Fill(of.Templates.Holds, With{"collection": collection, "count": fmt.Sprint(h.Count), "message": of.Quote(message)})
}

// lower ends the line before the title.
func (t *Title) lower(Language) layout.Doc {
	if t.IsScript {
		return layout.Concat(layout.Empty(), layout.Mark(t.Step))
	}
	return layout.Concat(layout.Hard(), layout.Mark(t.Step))
}

func (*Gap) lower(Language) layout.Doc { return layout.Empty() }

func (c *Comment) lower(l Language) layout.Doc {
	return layout.Commented(l.Facts().Comment, layout.Within(l.Facts().Script.Width-len(l.Facts().Comment), c.Body.lower(l)))
}

func (b Block) lower(l Language) layout.Doc {
	var docs []layout.Doc
	isBegun := true
	for _, n := range b {
		doc := n.lower(l)
		if doc == nil {
			continue
		}
		_, isTitle := n.(*Title)
		_, isGap := n.(*Gap)
		_, isFollow := n.(*Follow)
		_, isAgain := n.(*Again)
		if !isBegun && !isTitle && !isGap && !isFollow && !isAgain {
			docs = append(docs, layout.Hard())
		}
		docs, isBegun = append(docs, doc), isTitle || isGap
	}
	return layout.Concat(docs...)
}

// Lines joins statements by line ends and leaves out nil ones.
func Lines(docs ...layout.Doc) layout.Doc {
	var all []layout.Doc
	for _, d := range docs {
		if d != nil && len(all) > 0 {
			all = append(all, layout.Hard())
		}
		if d != nil {
			all = append(all, d)
		}
	}
	return layout.Concat(all...)
}

// Done returns the statements of a run whose result is kept in its variable, printed,
// both or neither.
func (f *Facts) Done(r *Run, isKept bool, expression, end layout.Doc, printed func(expression layout.Doc) layout.Doc) layout.Doc {
	switch {
	case r.Prints && isKept:
		return Lines(layout.Concat(expression, end), f.Guard(r), printed(f.Lines(r.Variable)), f.Must(r))
	case r.Prints:
		return Lines(printed(expression), f.Guard(r))
	}
	return Lines(layout.Concat(expression, end), f.Guard(r), f.Must(r))
}

// Passed passes an expression to a function, with the rest of the call after it.
func (f *Facts) Passed(function string, expression layout.Doc, behind ...layout.Doc) layout.Doc {
	return layout.Group(f.Lines(function+"("), layout.Nest(layout.Line(""), expression), layout.Concat(behind...))
}

// Expected returns the message that an error was expected, with its label if drivers have
// one for it, else with its code.
func Expected(e *example.ExpectedError, isLabeled bool) string {
	switch {
	case e.Code == 0:
		return "expected an error"
	case isLabeled && e.Code == WriteConflict:
		return "expected a " + Transient
	}
	return fmt.Sprintf("expected code %d", e.Code)
}

const (
	// WriteConflict is the error code of a transaction that conflicts with another one. The
	// driver's label Transient means that the whole transaction may be tried again.
	WriteConflict = 112
	Transient     = "TransientTransactionError"
	// IllegalOperation is the error code of an operation that needs a replica set, on a
	// server that is no member of one. Drivers return an error of their own in its place.
	IllegalOperation = 20
)

// Noted returns a comment that names an error's code, after a mark. It is "" for codes
// without a name of their own, which the server calls by a location in its source.
func Noted(mark string, e *example.ExpectedError) string {
	if e.CodeName == "" || strings.HasPrefix(e.CodeName, "Location") {
		return ""
	}
	return mark + e.CodeName
}
