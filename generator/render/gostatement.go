package render

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// goStatement is a step as it is being written.
type goStatement struct {
	sent
	dialect *Dialect
	chain   chain
	body    []figure.Line
}

// statementInGo writes a step.
func statementInGo(d *Dialect, c chain, s sent) []figure.Line {
	g := &goStatement{sent: s, dialect: d, chain: c}
	if s.Operation.Name == "rename" {
		g.chain = renameInGo(d, s.Operation)
		g.chain.width = c.width
	}
	if name := s.Operation.Name; name == "rename" || name == "explain" {
		g.chain.methods[0].arguments[0].scalar = one(figure.Plain, g.context())
	}
	if s.Begins {
		g.body = beginInGo(s)
	}
	g.runs()
	if s.Repeats() {
		g.body = enclosed(g.loops(), g.body)
	}
	if s.enters {
		g.body = append([]figure.Line{lineInGo(g.context() + " := mongo.NewSessionContext(ctx, " + named(s.Session) + ")")}, g.body...)
	}
	return g.body
}

func (g *goStatement) add(lines ...string) {
	for _, line := range lines {
		g.body = append(g.body, lineInGo(line))
	}
}

// beginInGo starts a session, which ends with the function.
func beginInGo(s sent) []figure.Line {
	session := named(s.Session)
	g := &goStatement{}
	g.add(session + ", err := client.StartSession()")
	g.add(refused...)
	g.add("defer " + session + ".EndSession(ctx)")
	return g.body
}

// loops gives the head of a loop, with the variable that counts where it is used.
func (g *goStatement) loops() string {
	if countsIn(g.body) {
		return fmt.Sprintf("for %s := range %d {", counter, g.Times(g.size))
	}
	return fmt.Sprintf("for range %d {", g.Times(g.size))
}

// refused ends a function where there is an error.
var refused = []string{"if err != nil {", "    return err", "}"}

// runs writes the operation and what is done with what it gives.
func (g *goStatement) runs() {
	name := g.Operation.Name
	switch gives := givesInGo[name]; {
	case gives == singleInGo && g.ExpectError != nil:
		g.chain.methods = append(g.chain.methods, method{name: "Err"})
		g.runsFor("err")
	case gives == singleInGo:
		g.readsDocument()
	case gives == cursorInGo && g.ExpectError == nil && !writesCollection(g.Operation):
		g.readsCursor()
	case gives == valueInGo && (g.prints(g.dialect) || isCount(name)) && g.ExpectError == nil && !g.Repeats():
		g.readsValue()
	default:
		g.runsFor(leftInGo(name))
	}
}

// runsFor runs the operation for its error.
func (g *goStatement) runsFor(left string) {
	if e := g.ExpectError; e != nil {
		g.assigns(left + " = ")
		g.catches(e)
		return
	}
	g.body = append(g.body, checked(left, g.chain.code().Lines)...)
}

// assigns writes the operation behind the variables for what it gives.
func (g *goStatement) assigns(left string) {
	c := g.chain
	c.receiver = append(one(figure.Plain, left), c.receiver...)
	g.body = append(g.body, c.code().Lines...)
}

// catches prints an error that is expected, and returns it if it is none or another.
func (g *goStatement) catches(e *example.ExpectedError) {
	switch {
	case e.Code == 0:
		g.add("if err == nil {")
	case e.CodeName == "DuplicateKey":
		g.add("if !mongo.IsDuplicateKeyError(err) {")
	case e.Code == writeConflict:
		labeled := g.variable + "Err"
		g.add("var "+labeled+" mongo.LabeledError", "if !errors.As(err, &"+labeled+") ||", fmt.Sprintf("    !%s.HasErrorLabel(%q) {", labeled, transient))
	case strings.HasPrefix(e.CodeName, "Location"):
		g.add(fmt.Sprintf("if !slices.Contains(mongo.ErrorCodes(err), %d) {", e.Code))
	default:
		g.add(fmt.Sprintf("if !slices.Contains(mongo.ErrorCodes(err), %d) { // %s", e.Code, e.CodeName))
	}
	g.add(`    return fmt.Errorf("`+expected(e, withLabel)+`, got %v", err)`, "}", "fmt.Println(err)")
}

// readsValue prints what an operation gives besides its error.
func (g *goStatement) readsValue() {
	g.assigns(g.variable + ", err := ")
	g.add(refused...)
	if isCount(g.Operation.Name) || g.Operation.Name == "createIndex" {
		g.add("fmt.Println(" + g.variable + ")")
		return
	}
	g.add(`fmt.Printf("%+v\n", *` + g.variable + ")")
}

// readsCursor reads a cursor to its end.
func (g *goStatement) readsCursor() {
	cursor := g.variable + "Cursor"
	g.assigns(cursor + ", err := ")
	g.add(refused...)
	g.add("var "+g.variable+" []"+g.document(), "if err := "+cursor+".All("+g.context()+", &"+g.variable+"); err != nil {", "    return err", "}")
	if g.isNeeded() {
		g.body = append(g.body, guardInGo(&g.sent)...)
	}
	if g.prints(g.dialect) {
		g.add("show(" + g.variable + "...)")
	}
}

// readsDocument reads the only document that an operation gives, if there is one.
func (g *goStatement) readsDocument() {
	kind, shown := g.document(), ""
	if g.prints(g.dialect) {
		shown = "show(" + g.variable + ")"
	}
	if g.Operation.Name == "distinct" {
		kind = "bson.A"
		shown = strings.Replace(shown, "show", "fmt.Println", 1)
	}
	g.add("var " + g.variable + " " + kind)
	g.chain.methods = append(g.chain.methods, method{name: "Decode", arguments: []piece{{scalar: one(figure.Plain, "&"+g.variable)}}})
	if g.findsNothing() {
		g.assigns("err = ")
		g.add("if errors.Is(err, mongo.ErrNoDocuments) {", "    fmt.Println(err)", "} else if err != nil {", "    return err")
		if shown != "" {
			g.add("} else {", "    "+shown)
		}
		g.add("}")
		return
	}
	g.runsFor("err")
	if shown != "" {
		g.add(shown)
	}
}

// findsNothing reports whether no document is expected, which is an error in the
// driver.
func (g *goStatement) findsNothing() bool {
	if g.Expect == nil {
		return false
	}
	expected, err := ejson.Open(g.Expect.Value)
	return err == nil && expected.Type == "null"
}

// document is the type of what the step reads: BSON where later steps take parts of
// it.
func (g *goStatement) document() string {
	if g.Save != "" {
		return "bson.Raw"
	}
	return documentInGo
}

// context is the variable for the context of the step's operations.
func (g *goStatement) context() string {
	if g.Session != "" {
		return contextInGo(g.Session)
	}
	return "ctx"
}

// What methods of the driver give.
const (
	valueInGo   = iota // and an error
	nothingInGo        // but an error
	cursorInGo         // and an error
	singleInGo         // with an error inside
)

// givesInGo has what methods give that give no value.
var givesInGo = map[string]int{
	"createCollection": nothingInGo, "createView": nothingInGo, "drop": nothingInGo, "dropIndex": nothingInGo, "rename": nothingInGo,
	"startTransaction": nothingInGo, "commitTransaction": nothingInGo, "abortTransaction": nothingInGo,
	"find": cursorInGo, "aggregate": cursorInGo, "listIndexes": cursorInGo,
	"findOne": singleInGo, "findOneAndUpdate": singleInGo, "findOneAndReplace": singleInGo, "findOneAndDelete": singleInGo,
	"distinct": singleInGo, "explain": singleInGo, "runCommand": singleInGo,
}

// leftInGo are the variables for what an operation gives of which only the error is
// looked at.
func leftInGo(operation string) string {
	if gives := givesInGo[operation]; gives == nothingInGo || gives == singleInGo {
		return "err"
	}
	return "_, err"
}

// checkedInGo runs an operation for its error.
func checkedInGo(operation string, lines []figure.Line) []figure.Line {
	return checked(leftInGo(operation), lines)
}

// checked returns the error of an expression.
func checked(left string, lines []figure.Line) []figure.Line {
	head := append(one(figure.Keyword, "if"), one(figure.Plain, " "+left+" := ")...)
	tail := lineInGo("; err != nil {").Tokens
	if len(lines) == 1 {
		line := slices.Concat(head, lines[0].Tokens, tail)
		if columns(line) <= scriptColumns-2*goStep {
			return []figure.Line{{Tokens: line}, lineInGo(refused[1]), lineInGo(refused[2])}
		}
	}
	written := slices.Clone(lines)
	written[0].Tokens = append(one(figure.Plain, left+" = "), written[0].Tokens...)
	for _, line := range refused {
		written = append(written, lineInGo(line))
	}
	return written
}

// enclosed puts code between a line that ends in a brace and one that closes it.
func enclosed(head string, body []figure.Line) []figure.Line {
	return slices.Concat([]figure.Line{lineInGo(head)}, indented(body, goStep), []figure.Line{lineInGo("}")})
}

var wordsOfGo = regexp.MustCompile(`"[^"]*"|//.*|[\w.]+|[^\w."]+`)

// lineInGo gives the tokens of a line of code.
func lineInGo(text string) figure.Line {
	var line figure.Line
	rest := text
	for _, word := range wordsOfGo.FindAllString(text, -1) {
		rest = rest[len(word):]
		class := figure.Plain
		switch {
		case strings.HasPrefix(word, `"`):
			class = figure.String
		case strings.HasPrefix(word, "//"):
			class = figure.Comment
		case token.IsKeyword(word):
			class = figure.Keyword
		case word[0] >= '0' && word[0] <= '9':
			class = figure.Number
		case strings.HasPrefix(rest, "("):
			class = figure.Function
		}
		line.Tokens = append(line.Tokens, figure.Token{Class: class, Text: word})
	}
	return line
}
