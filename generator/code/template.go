package code

import (
	"fmt"
	"strings"

	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Templates are the statements of the tree but for Run, as they read in a language, with
// holes in braces. One that a language does without is None.
type Templates struct {
	// Guard ends a program where what is saved {lacks} something that later steps need,
	// with a {message}: the condition is that there is no document, that a list is empty, or
	// that it is shorter than {least}. WideGuard takes its place where it is too wide for a page.
	Guard, WideGuard string
	// No document may be an error of the driver's.
	NoDocument, Empty, Short string
	// Try runs a {body} that ends in an error of a {class}, {checks} that it is the one
	// which is {expected}, and prints it. In a script it ends with NoError where none comes.
	Try, NoError string
	// Loop runs a {body} a number of {times}. CountedLoop takes its place where the body
	// needs the counter, {i}.
	Loop, CountedLoop string
	// Changes is the {body} that opens a change stream or reads from one. Where it is None,
	// examples with change streams are not written.
	Changes string
	// Begin and End are those of a {session}, and Enter stands before the first call in it.
	Begin, End, Enter string
	// Head and Foot stand around the statements of a transaction that the driver runs, and
	// repeats where it is refused for the moment. Where ScopedFoot opens a session that is
	// there for it alone, nothing else begins or ends that.
	Head, Foot, ScopedFoot string
	// Holds ends a program, with a {message}, where a {collection} does not hold a {count}
	// of documents.
	Holds string
}

// None is a statement that a language does not have.
const None = "-"

// With has what the holes of a template are filled with: text, lines, or a Doc, which has
// a line of its own. A line whose hole has nothing is left out.
type With map[string]any

// Fill writes a template.
func (f *Facts) Fill(template string, with With) layout.Doc {
	if template == None {
		return nil
	}
	var texts []string
	for name, value := range with {
		if text, ok := value.(string); ok {
			texts = append(texts, "{"+name+"}", text)
		}
	}
	replacer := strings.NewReplacer(texts...)
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
			add(0, f.line(replacer.Replace(line)))
		}
	}
	return layout.Concat(docs...)
}

// Lines are lines of code as they read.
func (f *Facts) Lines(lines ...string) layout.Doc { return f.Fill(strings.Join(lines, "\n"), nil) }

func (f *Facts) line(text string) layout.Doc {
	code := strings.TrimLeft(text, " ")
	if code == text {
		return layout.Text(f.Lexer.Tokens(text)...)
	}
	indent := figure.Token{Text: text[:len(text)-len(code)]}
	return layout.Text(append([]figure.Token{indent}, f.Lexer.Tokens(code)...)...)
}

// Guard ends a program where what later steps need of a run is not there; nil where they
// need nothing, and in the shell, where one would see it.
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
	lacks := strings.NewReplacer("{variable}", r.Variable, "{least}", fmt.Sprint(r.Needs.Least)).Replace(condition)
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
	foot := of.Templates.Foot
	if t.IsScoped && of.Templates.ScopedFoot != None {
		foot = of.Templates.ScopedFoot
	}
	return layout.Concat(of.Fill(of.Templates.Head, with), layout.Nest(t.Body.lower(l)), t.Commit.lower(l), of.Fill(foot, with))
}

func (h *Holds) lower(l Language) layout.Doc {
	of := l.Facts()
	message := fmt.Sprintf("%s does not hold %d documents", h.Collection, h.Count)
	collection := figure.Line{Tokens: l.Collection(h.Collection)}.Text()
	return of.Fill(of.Templates.Holds, With{"collection": collection, "count": fmt.Sprint(h.Count), "message": of.Quote(message)})
}

// Title begins with the end of the line before.
func (t *Title) lower(Language) layout.Doc {
	if t.IsScript {
		return layout.Concat(layout.Empty(), layout.Mark(t.Step))
	}
	return layout.Concat(layout.Hard(), layout.Mark(t.Step))
}

func (*Gap) lower(Language) layout.Doc { return layout.Empty() }

func (c *Comment) lower(l Language) layout.Doc {
	return layout.Commented(l.Facts().Comment, layout.Within(l.Facts().Page.Width, c.Body.lower(l)))
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
		if !isBegun && !isTitle && !isGap {
			docs = append(docs, layout.Hard())
		}
		docs, isBegun = append(docs, doc), isTitle || isGap
	}
	return layout.Concat(docs...)
}

// Lines are statements below each other, without those that are nil.
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

// Done is the statement of a run whose result is kept in its variable, or printed, or
// neither.
func (f *Facts) Done(r *Run, isKept bool, expression, end layout.Doc, printed func(expression layout.Doc) layout.Doc) layout.Doc {
	switch {
	case r.Prints && isKept:
		return Lines(layout.Concat(expression, end), f.Guard(r), printed(f.Lines(r.Variable)))
	case r.Prints:
		return Lines(printed(expression), f.Guard(r))
	}
	return Lines(layout.Concat(expression, end), f.Guard(r))
}

// Passed passes an expression to a function, with what stands behind it in the call.
func (f *Facts) Passed(function string, expression layout.Doc, behind ...layout.Doc) layout.Doc {
	return layout.Group(f.Lines(function+"("), layout.Nest(layout.Line(""), expression), layout.Concat(behind...))
}

// Expected says which error a step expects, by its label if a driver has one for it.
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
	// WriteConflict is the code of a transaction that meets another. A driver says by the
	// label Transient that the whole of it may be tried again.
	WriteConflict = 112
	Transient     = "TransientTransactionError"
	// IllegalOperation is the code of what a server refuses that is no member of a replica
	// set. Drivers put an error of their own before it.
	IllegalOperation = 20
)

// Noted is a comment that names an error's code, behind a mark. Codes that have no name
// are called by their location in the server.
func Noted(mark string, e *example.ExpectedError) string {
	if e.CodeName == "" || strings.HasPrefix(e.CodeName, "Location") {
		return ""
	}
	return mark + e.CodeName
}
