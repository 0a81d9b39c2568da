package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"
	"text/template/parse"
)

// A handbook's own templates may never end: they range over a number, call each
// other, or double a text. Execute can't be interrupted, so templates count
// their steps, and fail when they are too many.
const (
	maxWork   = 1_000_000 // nodes that one execution walks over
	roundWork = 10        // nodes that a round or a call counts for in addition
	maxFrame  = 16 << 20  // bytes that it writes
	maxText   = 64 << 10  // bytes of a text that it makes
	maxArgs   = 32        // values from which it makes one
	// maxRanges is how deep ranges may be nested. html/template processes the body
	// of each twice to escape it, so the innermost two to the power of this.
	maxRanges = 8
	// maxCalls is how deep templates may call each other: html/template takes time and
	// memory by the square of it to escape them.
	maxCalls = 50
)

// templates are the templates of a theme. Each execution needs a copy with a
// counter of its own; copies are reused.
type templates struct {
	parsed *template.Template // never executed, so that it can be copied

	mu   sync.Mutex
	idle []*execution
}

type execution struct {
	templates *template.Template
	left      int // of maxWork
	frame     limited
}

func loadTemplates(files files) (*templates, error) {
	all := template.New("")
	for _, name := range files.matching("templates/*.html") {
		if _, err := all.New(path.Base(name)).Parse(string(files[name])); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	c := counter{trees: map[string]*parse.Tree{}, depths: map[string]depth{}}
	for _, t := range all.Templates() {
		if t.Tree != nil && t.Tree.Root != nil {
			c.trees[t.Name()] = t.Tree
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.trees)) {
		if _, err := c.template(name); err != nil {
			return nil, err
		}
	}
	return &templates{parsed: all}, nil
}

// execute executes a template. It writes all of it or nothing.
func (t *templates) execute(to io.Writer, name string, data any) error {
	e, err := t.take()
	if err != nil {
		return err
	}
	e.left, e.frame.name = maxWork, name
	e.frame.Reset()
	if err := e.templates.ExecuteTemplate(&e.frame, name, data); err != nil {
		var limit *endless
		if errors.As(err, &limit) {
			return limit // without the call that counted, which no theme has
		}
		return err
	}
	_, err = to.Write(e.frame.Bytes())
	t.mu.Lock()
	t.idle = append(t.idle, e)
	t.mu.Unlock()
	return err
}

// take returns a copy of the templates that has no other user.
func (t *templates) take() (*execution, error) {
	t.mu.Lock()
	if last := len(t.idle) - 1; last >= 0 {
		e := t.idle[last]
		t.idle = t.idle[:last]
		t.mu.Unlock()
		return e, nil
	}
	copied, err := t.parsed.Clone()
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	e := new(execution)
	e.templates = copied.Funcs(e.functions())
	return e, nil
}

// limited is a buffer that fails when it gets longer than maxFrame.
type limited struct {
	bytes.Buffer
	name string // of the template
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxFrame {
		return 0, fmt.Errorf("the template %s writes more than %d MB", l.name, maxFrame>>20)
	}
	return l.Buffer.Write(p)
}

// endless is the error of templates that walk over too many nodes.
type endless struct{ where string }

func (e *endless) Error() string {
	return fmt.Sprintf("template: %s: the templates take more than %d steps to write one page", e.where, maxWork)
}

// functions returns the function that counts steps, and the functions of
// text/template that make texts, with a limit.
func (e *execution) functions() template.FuncMap {
	limit := func(write func(...any) string) func(...any) (string, error) {
		return func(args ...any) (string, error) {
			if len(args) > maxArgs {
				return "", fmt.Errorf("it takes at most %d values", maxArgs)
			}
			text := write(args...)
			if len(text) > maxText {
				return "", fmt.Errorf("its text is longer than %d kB", maxText>>10)
			}
			e.left -= len(text) / 64
			return text, nil
		}
	}
	return template.FuncMap{
		"spend": func(where string, nodes int) (string, error) {
			if e.left -= nodes; e.left < 0 {
				return "", &endless{where}
			}
			return "", nil
		},
		"print":    limit(fmt.Sprint),
		"println":  limit(fmt.Sprintln),
		"html":     limit(texttemplate.HTMLEscaper),
		"js":       limit(texttemplate.JSEscaper),
		"urlquery": limit(texttemplate.URLQueryEscaper),
		"printf": func(format string, args ...any) (string, error) {
			if strings.Count(format, "%") > maxArgs || wide.MatchString(format) {
				return "", fmt.Errorf("its format has more than %d values, or widths above 999", maxArgs)
			}
			return limit(func(args ...any) string { return fmt.Sprintf(format, args...) })(args...)
		},
	}
}

// wide matches a width that would fill the memory, or that a value decides.
var wide = regexp.MustCompile(`[0-9]{4,}|\*`)

// counter inserts calls of spend into templates: at the beginning of each, and of
// the body of each range.
type counter struct {
	trees  map[string]*parse.Tree
	depths map[string]depth // of a finished template, ranges -1 while one is being processed
}

// depth is how deep ranges, and calls of templates, are nested in each other.
type depth struct{ ranges, calls int }

func (d depth) max(other depth) depth {
	return depth{max(d.ranges, other.ranges), max(d.calls, other.calls)}
}

// template returns the depth of a template with those that it calls.
func (c *counter) template(name string) (depth, error) {
	if d, done := c.depths[name]; done {
		return d, nil
	}
	c.depths[name] = depth{ranges: -1}
	tree := c.trees[name]
	nodes, d, err := c.list(tree, tree.Root)
	c.spend(tree, tree.Root, tree.Root, nodes)
	c.depths[name] = d
	return d, err
}

// list returns the number of nodes that one walk over a list visits, without the
// bodies of its ranges, and its depth.
func (c *counter) list(tree *parse.Tree, list *parse.ListNode) (nodes int, deepest depth, err error) {
	if list == nil {
		return 0, depth{}, nil
	}
	for _, node := range list.Nodes {
		n, d := 1, depth{}
		switch node := node.(type) {
		case *parse.ActionNode:
			n += valuesOf(node.Pipe)
		case *parse.IfNode:
			n, d, err = c.branch(tree, &node.BranchNode)
		case *parse.WithNode:
			n, d, err = c.branch(tree, &node.BranchNode)
		case *parse.RangeNode:
			n, d, err = c.rounds(tree, node)
		case *parse.TemplateNode:
			n += valuesOf(node.Pipe)
			d, err = c.call(tree, node)
		}
		if err != nil {
			return 0, depth{}, err
		}
		nodes, deepest = nodes+n, deepest.max(d)
	}
	return nodes, deepest, nil
}

func (c *counter) branch(tree *parse.Tree, node *parse.BranchNode) (nodes int, deepest depth, err error) {
	nodes, deepest, err = c.list(tree, node.List)
	if err != nil {
		return 0, depth{}, err
	}
	otherwise, d, err := c.list(tree, node.ElseList)
	return 1 + valuesOf(node.Pipe) + nodes + otherwise, deepest.max(d), err
}

// rounds is branch for a range: each round spends its own nodes.
func (c *counter) rounds(tree *parse.Tree, node *parse.RangeNode) (nodes int, deepest depth, err error) {
	inside, deepest, err := c.list(tree, node.List)
	if err != nil {
		return 0, depth{}, err
	}
	if deepest.ranges++; deepest.ranges > maxRanges {
		where, _ := tree.ErrorContext(node)
		return 0, depth{}, fmt.Errorf("templates/%s: template: %s: ranges lie more than %d deep in each other", tree.ParseName, where, maxRanges)
	}
	c.spend(tree, node, node.List, inside)
	otherwise, d, err := c.list(tree, node.ElseList)
	return 1 + valuesOf(node.Pipe) + otherwise, deepest.max(d), err
}

// call looks at a template that another calls. One that calls itself is refused: no
// page is made of itself, and html/template may escape it without end.
func (c *counter) call(tree *parse.Tree, node *parse.TemplateNode) (depth, error) {
	if c.trees[node.Name] == nil {
		return depth{}, nil // Execute returns the error
	}
	d, err := c.template(node.Name)
	switch {
	case err != nil:
		return d, err
	case d.ranges < 0:
		where, _ := tree.ErrorContext(node)
		return d, fmt.Errorf("templates/%s: template: %s: the template %s calls itself", tree.ParseName, where, node.Name)
	case d.calls == maxCalls:
		where, _ := tree.ErrorContext(node)
		return d, fmt.Errorf("templates/%s: template: %s: templates call each other more than %d deep", tree.ParseName, where, maxCalls)
	}
	d.calls++
	return d, nil
}

// valuesOf counts the values of a pipeline.
func valuesOf(pipe *parse.PipeNode) int {
	if pipe == nil {
		return 0
	}
	values := 0
	for _, command := range pipe.Cmds {
		for _, value := range command.Args {
			values++
			if nested, ok := value.(*parse.PipeNode); ok {
				values += valuesOf(nested)
			}
		}
	}
	return values
}

// spend inserts a call before a list. It is assigned to a variable, since
// html/template would write its result into the page.
func (c *counter) spend(tree *parse.Tree, at parse.Node, list *parse.ListNode, nodes int) {
	where, _ := tree.ErrorContext(at)
	call := fmt.Sprintf("{{$_ := spend %q %d}}", where, nodes+roundWork)
	made, err := parse.Parse("spend", call, "", "", map[string]any{"spend": (*execution)(nil).functions()["spend"]})
	if err != nil {
		panic(err) // of a call that is the same for all themes
	}
	list.Nodes = slices.Concat(made["spend"].Root.Nodes, list.Nodes)
}
