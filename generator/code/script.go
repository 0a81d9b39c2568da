package code

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// Script is a whole example as a program: the collections of its first size,
// and its steps, or those of its Program, each of which prints its result. It runs without changes, in a database
// of the example's name, any number of times; if its documents are left out, once on a
// database that has them. Its code is the same in every language of readers; In writes it
// with its comments.
type Script struct {
	LeftOut int // number of documents that it leaves out
	facts   *Facts
	example *example.Example
	text    string
	slots   []slot
}

// Comments are the comments of a script, in the language of its readers.
type Comments struct {
	// Heading has lines for the title, the sources, the server that it needs, and the one
	// that it ran on.
	Heading []string
	// Run explains how to run it, with {command} for the command; Empties warns that it
	// empties its database first, or counts the documents that it leaves out.
	Run, Empties string
	// Steps are the titles of the steps of the example's Program, all in order.
	Steps []string
}

// slot is the place of a step's title in a script's text.
type slot struct {
	offset int
	indent string
	step   int
}

// placeMark begins the text of a line that is the place for a comment. Code has no such
// character: literals escape it.
const placeMark = "\x00"

// WriteScript writes the code of a whole example, with the documents that it stores.
func WriteScript(l Language, stored *Stored) (*Script, error) {
	of := l.Facts()
	e, repeats := Program(stored.example)
	script := &Script{facts: of, example: e, LeftOut: stored.LeftOut()}
	tree, before := Block{}, of.Empty
	switch {
	case Consumes(l, e): // which goes on in a database that others have filled
		before, script.LeftOut = nil, stored.count()
	case stored.isLeftOut:
		tree, before = stored.holds(), nil
	}
	for i := range e.Collections {
		if before == nil && script.LeftOut > 0 {
			break
		}
		setup, err := collection(l, &e.Collections[i], stored.documents[e.Collections[i].Name])
		if err != nil {
			return nil, err
		}
		tree = append(tree, setup...)
	}
	steps, err := program(l, e, repeats, true)
	if err != nil {
		return nil, err
	}
	printed := layout.Lines(append(tree, steps...).lower(l), of.Script)
	statements := append(slices.Clone(before), placed(printed)...)
	script.hold(l.File(e, namesIn(l, printed.Lines), statements))
	return script, nil
}

// collection makes a collection and fills it.
func collection(l Language, c *example.Collection, documents ejson.Node) (Block, error) {
	calls, err := schema(l, c)
	if err != nil {
		return nil, err
	}
	if len(documents.Fields) > 0 {
		name, given := "insertMany", ejson.Field{Key: "documents", Value: documents}
		if len(documents.Fields) == 1 {
			name, given = "insertOne", ejson.Field{Key: "document", Value: documents.Fields[0].Value}
		}
		of, _ := example.Describe(name)
		insert := &Call{Name: of.Name, Object: c.Name, Of: of, Given: []ejson.Field{given}}
		if err := keepsOrder(l, insert.Given); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Pos, err)
		}
		calls = append(calls, insert)
	}
	var tree Block
	for i, call := range calls {
		if i == 0 {
			tree = append(tree, &Gap{})
		}
		tree = append(tree, &Run{Call: call, IsScript: true})
	}
	return tree, nil
}

// schema returns the calls that make a collection and its indexes.
func schema(l Language, c *example.Collection) ([]*Call, error) {
	var calls []*Call
	create, err := createCollection(c)
	if err == nil && create != nil {
		calls, err = append(calls, create), keepsOrder(l, create.Given)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Pos, err)
	}
	for _, index := range c.Indexes {
		create, err := createIndex(c.Name, index)
		if err == nil {
			calls, err = append(calls, create), keepsOrder(l, create.Given)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", index.Pos, err)
		}
	}
	return calls, nil
}

// Schema writes the code that makes a collection with its validator and options, which
// has no lines if there are none, and the code of each index.
func Schema(l Language, c *example.Collection) (validator figure.Code, indexes []figure.Code, err error) {
	calls, err := schema(l, c)
	if err != nil {
		return validator, nil, err
	}
	for _, call := range calls {
		code := Figure(l, layout.Lines(l.Run(&Run{Call: call}), l.Facts().Page).Lines)
		if call.Name == "createCollection" {
			validator = code
		} else {
			indexes = append(indexes, code)
		}
	}
	return validator, indexes, nil
}

// program returns the tree of all steps, some of which it may repeat.
func program(l Language, e *example.Example, repeats *Repeats, isScript bool) (Block, error) {
	var tree Block
	var within *Transaction // that is being written
	steps, apart, hasTogether := sentSteps(e), 0, false
	c, isConsumer := consumerOf(e)
	isConsumer = isConsumer && !l.Facts().IsShell
	for i, s := range steps {
		switch {
		case i < apart: // written with one before
			continue
		case isConsumer && i == c.watch:
			w, err := watch(l, s, isScript)
			if err != nil {
				return nil, err
			}
			tree = append(tree, &Title{i, isScript}, w)
			continue
		case isConsumer && i == c.next:
			f, err := follow(l, steps, c, isScript)
			if err != nil {
				return nil, err
			}
			tree, apart = append(tree, f), c.end
			continue
		case isConsumer && isScript: // a step of another program
			continue
		case repeats != nil && i == repeats.First:
			a, err := beginAgain(l, steps, repeats)
			if err != nil {
				return nil, err
			}
			tree, apart = append(tree, a), repeats.Last+1
			continue
		}
		apart = i + togetherFrom(l, steps[i:])
		title := &Title{i, isScript}
		if apart > i+1 {
			group, err := together(l, steps[i:apart], i, isScript)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Pos, err)
			}
			group.IsFirst, hasTogether = !hasTogether, true
			tree = append(tree, title, group)
			continue
		}
		into := &tree
		if within != nil {
			into = &within.Body
		}
		if l.Facts().IsShell && !isScript {
			s.part = alone // each statement is entered by itself
		}
		if s.part == alone || s.part == inside {
			nodes, err := statements(l, s, isScript)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Pos, err)
			}
			*into = append(*into, title)
			if s.Unsent && isScript {
				nodes = Block{&Comment{nodes}}
			}
			*into = append(*into, nodes...)
			if run, ok := nodes[len(nodes)-1].(*Run); ok && run.Fails && within != nil {
				within.Fails = run
			}
		} else if s.part == begins {
			within = &Transaction{Session: Named(s.Session), IsScoped: s.isOnly}
			*into = append(*into, title)
			if s.Begins {
				*into = append(*into, &Begin{Named(s.Session), isScript, s.isOnly})
			}
			*into = append(*into, within)
		} else {
			within.End, within = title, nil
		}
		if isLast := !slices.ContainsFunc(e.Steps[i+1:], func(later example.Step) bool { return later.Session == s.Session }); isLast && s.Session != "" && !s.Unsent {
			if within == nil {
				into = &tree
			}
			*into = append(*into, &End{Named(s.Session), s.isOnly})
		}
	}
	return tree, nil
}

// placed returns the text of lines, with places for the titles of steps.
func placed(p layout.Printed) []string {
	var lines []string
	for i, line := range p.Lines {
		text := line.Text()
		for _, m := range p.Marks {
			if m.Line == i {
				lines = append(lines, text[:len(text)-len(strings.TrimLeft(text, " "))]+placeMark+strconv.Itoa(m.Mark))
			}
		}
		lines = append(lines, text)
	}
	return lines[1:] // the first line is empty
}

// Indented returns lines of code with an indentation before those that are not empty.
func Indented(lines []string, columns int) []string {
	indented := make([]string, len(lines))
	for i, line := range lines {
		if line != "" {
			indented[i] = spaces(columns) + line
		}
	}
	return indented
}

// namesIn returns the names that code uses from elsewhere, each once.
func namesIn(l Language, lines []figure.Line) []string {
	var names []string
	for _, line := range lines {
		if len(line.Tokens) > 0 && line.Tokens[0].Class == figure.Comment {
			continue
		}
		for i, token := range line.Tokens {
			isMember := i > 0 && strings.HasSuffix(line.Tokens[i-1].Text, ".")
			if name := l.Uses(token, isMember); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// hold sets the text of the script to the lines of a file, without the empty ones that
// begin a block, and its slots to the places for comments in them.
func (s *Script) hold(lines []string) {
	var text strings.Builder
	last := ""
	for _, line := range lines {
		if line == "" && (strings.HasSuffix(last, "{") || strings.HasSuffix(last, ":")) {
			continue
		}
		last = line
		if s.facts.IsTabbed {
			code := strings.TrimLeft(line, " ")
			line = strings.Repeat("\t", (len(line)-len(code))/s.facts.Script.Step) + code
		}
		indent, mark, found := strings.Cut(line, placeMark)
		if !found {
			text.WriteString(line + "\n")
			continue
		}
		step, _ := strconv.Atoi(mark)
		s.slots = append(s.slots, slot{offset: text.Len(), indent: indent, step: step})
	}
	s.text = text.String()
}

// In writes the script with its comments.
func (s *Script) In(words *Comments) string {
	var b strings.Builder
	comment := func(indent, text string) { b.WriteString(indent + s.facts.commented(text)) }
	for _, line := range words.Heading {
		comment("", line)
	}
	if s.facts.Least != "" {
		comment("", s.facts.Name+" ≥ "+s.facts.Least)
	}
	for _, command := range s.facts.Install {
		comment("", command)
	}
	comment("", strings.ReplaceAll(words.Run, "{command}", s.facts.Command+" "+s.example.Name+s.facts.Ending))
	comment("", words.Empties)
	written := 0
	for i, slot := range s.slots { // which a consumer does not have for all steps
		b.WriteString(s.text[written:slot.offset])
		written = slot.offset
		comment(slot.indent, strconv.Itoa(i+1)+". "+words.Steps[slot.step])
	}
	b.WriteString(s.text[written:])
	return b.String()
}

// commented returns a comment line, with spaces for invisible characters of the text, so
// that none of it runs.
func (f *Facts) commented(text string) string {
	visible := func(r rune) rune {
		if invisible.Is(r) {
			return ' '
		}
		return r
	}
	return strings.Join(strings.Fields(f.Comment+strings.Map(visible, text)), " ") + "\n"
}

// Steps writes each step for pages, and the code with which a program connects to the
// example's database.
func Steps(l Language, e *example.Example) (connection figure.Code, steps []figure.Code, err error) {
	tree, err := program(l, e, nil, false)
	if err != nil {
		return connection, nil, err
	}
	printed := layout.Lines(tree.lower(l), l.Facts().Page)
	for i, m := range printed.Marks {
		end := len(printed.Lines)
		if i < len(printed.Marks)-1 {
			end = printed.Marks[i+1].Line
		}
		steps = append(steps, Figure(l, printed.Lines[m.Line:end]))
	}
	var rest []string
	if l.Facts().HasWholeProgram {
		rest = []string{"", l.Facts().Comment + "…"}
	}
	lines := l.File(e, namesIn(l, printed.Lines), rest)
	return figure.NewCode(l.Facts().Label, []figure.Token{{Text: strings.Join(lines, "\n")}}), steps, nil
}

// HasInt64 reports whether an example has an int64 in its data, its steps or its rules.
func HasInt64(e *example.Example) bool {
	text := e.Standalone()
	return bytes.Contains(text, []byte(`"$numberLong"`)) || bytes.Contains(text, []byte(`"long"`))
}
