package parse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

const remarkHint = "a comment is <!-- lint: rule reason -->, in a translation also <!-- +1 -->, <!-- translate … --> or <!-- obsolete -->"

// commentStart is how a comment begins.
const commentStart = "<!-- "

// readRemarks reads the comments of a page, the one piece of HTML that it may
// hold. Each is about the block after it.
func (p *page) readRemarks(root ast.Node) {
	var comments []int
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() == ast.KindHTMLBlock {
			comments = append(comments, start(n))
		}
	}
	if comments == nil {
		return
	}
	p.remarks = map[int]guide.Remarks{}
	below := make([]int, len(comments)) // where what follows each of them begins, or -1
	for k, offset := range slices.Backward(comments) {
		i, found := slices.BinarySearch(p.starts, offset)
		if found {
			i++
		}
		switch {
		case i == len(p.starts):
			below[k] = -1
		case k+1 < len(comments) && p.starts[i] == comments[k+1]:
			below[k] = below[k+1]
		default:
			below[k] = p.starts[i]
		}
	}
	for k, offset := range comments {
		switch {
		case below[k] >= 0:
			p.remark(offset, below[k])
		case strings.HasPrefix(p.sourceOf(offset), commentStart):
			p.fail(offset, "nothing follows this comment", "a comment speaks of the block below it")
		default:
			p.fail(offset, rawHTML, rawHTMLHint)
		}
	}
}

// remark reads the comment at offset, which is about the block at of.
func (p *page) remark(offset, of int) {
	remarks := p.remarks[of]
	text, isComment := strings.CutPrefix(p.sourceOf(offset), commentStart)
	text, closed := strings.CutSuffix(text, "-->")
	keyword, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rule, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	first, _, _ := strings.Cut(rule, "\n")
	switch {
	case !isComment || !closed:
		p.fail(offset, rawHTML, rawHTMLHint)
	case keyword == "lint:" && reason != "":
		remarks.Waivers = append(slices.Clone(remarks.Waivers), guide.Waiver{Rule: rule, Reason: strings.TrimSpace(reason), Pos: p.pos(offset)})
	case keyword == "lint:":
		p.fail(offset, "a rule is left out for a reason", "write <!-- lint: rule reason -->")
	case !p.guide.IsTranslation:
		p.fail(offset, "a page in the first language of the site has no such comment", "only <!-- lint: rule reason --> stands there")
	case keyword == "+1" && rest == "":
		remarks.Extra = true
	case keyword == "obsolete":
		remarks.Obsolete = true
	case keyword == "translate" && first != "":
		remarks.Todo = first
	default:
		p.fail(offset, "an unknown comment", remarkHint)
	}
	if remarks.Line == 0 {
		remarks.Line = p.pos(offset).Line
	}
	p.remarks[of] = remarks
}

// Comments of the front matter. An update writes the first.
const (
	keyTodo   = "# translate "
	keyWaiver = "# lint: "
)

// keyRemarks reads the comments of the front matter. Each speaks of the key below it.
func (s *settings) keyRemarks(yaml []byte) map[string]guide.Remarks {
	if !bytes.Contains(yaml, []byte(keyTodo)) && !bytes.Contains(yaml, []byte(keyWaiver)) {
		return nil
	}
	of, pending, number := map[string]guide.Remarks{}, guide.Remarks{}, s.first
	for line := range strings.Lines(string(yaml)) {
		number++
		if text, ok := strings.CutPrefix(line, keyTodo); ok {
			hash, _, _ := strings.Cut(strings.TrimSpace(text), " ")
			pending.Todo = strings.TrimSuffix(hash, ":")
			continue
		}
		if text, ok := strings.CutPrefix(line, keyWaiver); ok {
			rule, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
			if reason == "" {
				s.failLine(number-s.first, "a rule is left out for a reason", "write # lint: rule reason")
			}
			pending.Waivers = append(pending.Waivers, guide.Waiver{Rule: rule, Reason: reason, Pos: diag.Pos{File: s.text.File, Line: number, Col: 1}})
			continue
		}
		if key, _, isKey := strings.Cut(line, ":"); isKey {
			of[key] = pending
		}
		pending = guide.Remarks{}
	}
	return of
}
