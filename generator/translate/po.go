package translate

import (
	"bytes"
	"fmt"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// PO returns a catalog as a PO file: GNU gettext manual, "The Format of PO Files".
// A translation that is behind is fuzzy, with the original text that it was made
// from; one without an original is obsolete.
func (c Catalog) PO() []byte {
	var file bytes.Buffer
	fmt.Fprintf(&file, "# Text is Markdown. What stands in `code`, {1} and so on, which are the addresses of\n# links, and the names of footnotes are those of the original text.\n")
	day := c.Updated
	if day == "" {
		day = "2000-01-01"
	}
	poEntry(&file, "msgid", "")
	poEntry(&file, "msgstr", "Project-Id-Version: Modelbook\nPO-Revision-Date: "+day+" 00:00+0000\nLast-Translator: none\nLanguage-Team: none\nLanguage: "+
		strings.ReplaceAll(c.Lang, "-", "_")+"\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"+headerFile+": "+c.File+"\n")
	for _, unit := range c.Units {
		unit.po(&file)
	}
	return file.Bytes()
}

// headerFile is the field of a PO file's header that names the page.
const headerFile = "X-Modelbook-Page"

func (u CatalogUnit) po(file *bytes.Buffer) {
	var entry bytes.Buffer
	poEntry(&entry, "msgctxt", u.Context)
	poEntry(&entry, "msgid", u.Source)
	poEntry(&entry, "msgstr", u.Target)
	file.WriteByte('\n')
	if u.Obsolete {
		for line := range bytes.Lines(entry.Bytes()) {
			fmt.Fprintf(file, "#~ %s", line)
		}
		return
	}
	file.WriteString(waiverMarks(u.Waivers, keyWaiver))
	for _, term := range u.Terms {
		fmt.Fprintf(file, "#. %s\n", term)
	}
	for i, address := range u.Addresses {
		fmt.Fprintf(file, "#. %s\n", placeholderNote(i, address))
	}
	fmt.Fprintf(file, "#: %s:%d\n", u.Pos.File, u.Pos.Line)
	if u.Fuzzy {
		file.WriteString("#, fuzzy\n")
	}
	if u.Previous != "" {
		var previous bytes.Buffer
		poEntry(&previous, "msgid", u.Previous)
		for line := range bytes.Lines(previous.Bytes()) {
			fmt.Fprintf(file, "#| %s", line)
		}
	}
	file.Write(entry.Bytes())
}

var poEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`, "\n", `\n`)

// poEntry writes a keyword with a string, a line each if it has several.
func poEntry(file *bytes.Buffer, keyword, text string) {
	file.WriteString(keyword)
	if strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
		file.WriteString(" \"\"\n")
		for line := range strings.Lines(text) {
			fmt.Fprintf(file, "\"%s\"\n", poEscapes.Replace(line))
		}
		return
	}
	fmt.Fprintf(file, " \"%s\"\n", poEscapes.Replace(text))
}

// ParsePO reads a PO file that PO wrote and a translator's program changed.
func ParsePO(text *diag.Text) (Catalog, diag.List) {
	p := &poParser{text: text}
	number := 0
	for line := range bytes.Lines(text.Bytes) {
		number++
		p.line(strings.TrimRight(string(line), "\r\n"), number)
	}
	p.finish()
	if p.catalog.File == "" {
		p.fail(1, "this is no PO file of a page: its header has no "+headerFile, "export the page again")
	}
	return p.catalog, p.messages
}

type poParser struct {
	text     *diag.Text
	catalog  Catalog
	messages diag.List

	unit           CatalogUnit
	current        *string         // the text that is being read, nil for none
	reading        strings.Builder // its text so far: a text may have very many lines
	begun          bool
	hasTranslation bool // msgstr was read, so another keyword begins the next entry
	isLineBegun    bool // the string before ended in the middle of a line
}

func (p *poParser) fail(line int, text, hint string) {
	p.messages.Add(diag.Message{Pos: diag.Pos{File: p.text.File, Line: line, Col: 1}, Text: text, Hint: hint, Source: p.text.Line(line)})
}

func (p *poParser) line(line string, number int) {
	rest := line
	if obsolete, ok := strings.CutPrefix(line, "#~"); ok {
		rest = strings.TrimPrefix(strings.TrimLeft(obsolete, " "), "| ")
		p.begin(rest)
		p.unit.Obsolete = true
	}
	switch {
	case strings.TrimSpace(line) == "":
		p.finish()
	case strings.HasPrefix(rest, "#,"):
		p.begin(rest)
		p.unit.Fuzzy = strings.Contains(rest, "fuzzy")
	case strings.HasPrefix(rest, "#"):
		p.begin(rest)
		if waiver, ok := strings.CutPrefix(rest, "# lint: "); ok {
			p.unit.waive(waiver)
		}
		if note, ok := strings.CutPrefix(rest, "#. "); ok {
			p.unit.addAddress(note)
		}
	default:
		p.begin(rest)
		p.entry(rest, number)
	}
}

// waive leaves the translation out of a rule, which a reason follows.
func (u *CatalogUnit) waive(text string) {
	if rule, reason, ok := strings.Cut(text, " "); ok {
		u.Waivers = append(u.Waivers, guide.Waiver{Rule: rule, Reason: reason})
	}
}

// begin ends the entry before, if there is one that is whole.
func (p *poParser) begin(line string) {
	if p.hasTranslation && !strings.HasPrefix(line, `"`) {
		p.finish()
	}
	p.begun = true
}

// entry reads a keyword with a string, or a string that goes on.
func (p *poParser) entry(line string, number int) {
	keyword, text, found := strings.Cut(line, " ")
	switch {
	case strings.HasPrefix(line, `"`):
		text = line
	case !found:
		p.fail(number, "this is no line of a PO file", "")
		return
	case keyword == "msgctxt":
		p.read(&p.unit.Context)
	case keyword == "msgid":
		p.read(&p.unit.Source)
		p.unit.Pos = diag.Pos{File: p.text.File, Line: number, Col: 1}
	case keyword == "msgstr":
		p.read(&p.unit.Target)
		p.hasTranslation = true
	default:
		p.fail(number, "pages have no "+keyword, "")
		p.read(nil)
	}
	value, ok := poString(strings.TrimSpace(text))
	switch {
	case !ok:
		p.fail(number, "this is not a string in quotation marks", "")
	case p.current != nil:
		if p.current == &p.unit.Target {
			p.unit.TargetLines = appendLines(p.unit.TargetLines, value, number, p.isLineBegun)
			p.isLineBegun = value != "" && !strings.HasSuffix(value, "\n") || value == "" && p.isLineBegun
		}
		p.reading.WriteString(value)
	}
}

// appendLines appends the number of a line of a file for each line of a text that begins
// in it.
func appendLines(all []int, text string, number int, isBegun bool) []int {
	for line := range strings.Lines(text) {
		if !isBegun {
			all = append(all, number)
		}
		isBegun = !strings.HasSuffix(line, "\n")
	}
	return all
}

// read ends the text before, which is repeated if its keyword is, and begins
// another.
func (p *poParser) read(next *string) {
	if p.current != nil {
		*p.current += p.reading.String()
	}
	p.current = next
	p.reading.Reset()
}

func poString(quoted string) (string, bool) {
	if len(quoted) < 2 || quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return "", false
	}
	var b strings.Builder
	inside := quoted[1 : len(quoted)-1]
	for i := 0; i < len(inside); i++ {
		if inside[i] != '\\' {
			b.WriteByte(inside[i])
			continue
		}
		i++
		if i == len(inside) {
			return "", false
		}
		switch inside[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '\\', '"':
			b.WriteByte(inside[i])
		default:
			return "", false
		}
	}
	return b.String(), true
}

// finish ends an entry. The first one, whose string is empty, is the header.
func (p *poParser) finish() {
	p.read(nil)
	if p.begun && p.hasTranslation {
		if p.unit.Source == "" && p.unit.Context == "" {
			p.header(p.unit.Target)
		} else {
			p.catalog.Units = append(p.catalog.Units, p.unit)
		}
	}
	p.unit, p.begun, p.hasTranslation, p.isLineBegun = CatalogUnit{}, false, false, false
}

func (p *poParser) header(fields string) {
	for line := range strings.Lines(fields) {
		switch name, value, _ := strings.Cut(strings.TrimSpace(line), ": "); name {
		case headerFile:
			p.catalog.File = value
		case "Language":
			p.catalog.Lang = strings.ReplaceAll(value, "_", "-")
		}
	}
}
