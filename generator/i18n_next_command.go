package main

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/i18n"
	"modelbook/generator/translate"
)

func newI18nNext() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "next language " + pageArguments,
		Short: "Say what there is to do, with what changed in the original",
		Long: `Next lists the blocks that are to be translated, page by page, first what
misleads readers. Of each it shows what changed in the original, word by word:
[-before-]{+now+}.`,
		Example: `  modelbook i18n next bg
  modelbook i18n next bg one-to-one`,
	}
	return onPages(cmd, func(w *i18n.Workspace, lang string, pages []string) (changed []string, messages diag.List, err error) {
		list, messages, err := w.Next(lang, pages)
		if err != nil {
			return nil, messages, err
		}
		p := worklist{stdout(cmd)}
		p.print(lang, list, w.MissingStrings(lang))
		return nil, messages, nil
	})
}

// worklist prints the tasks.
type worklist struct{ *diag.Terminal }

func (p worklist) print(lang string, list []i18n.Work, strings []string) {
	for _, work := range list {
		p.work(lang, work)
	}
	if len(strings) > 0 {
		p.Printf("%s: %s to translate: %s\n\n", build.StringsFile(lang), count(len(strings), "string"), join(strings))
	}
	if len(list) == 0 && len(strings) == 0 {
		p.Printf("%s is up to date\n", lang)
	}
}

func join(words []string) string { return strings.Join(words, ", ") }

func (p worklist) work(lang string, work i18n.Work) {
	switch {
	case work.Begin:
		slug := strings.TrimSuffix(work.File[strings.LastIndexByte(work.File, '/')+1:], ".md")
		p.Printf("%s: no translation; begin it with %s\n\n", work.File, p.Typed("modelbook new translation "+lang+" "+slug))
		return
	case work.Rewritten:
		p.Printf("%s: the original page was written anew; %s puts it there, and marks what is left of the translation\n\n", work.File, p.Typed("modelbook i18n update"))
		return
	}
	p.Printf("%s: %s\n\n", work.File, count(len(work.Tasks), "block"))
	for _, task := range work.Tasks {
		p.task(task)
	}
}

var stateWords = map[guide.State]string{guide.Stale: "stale", guide.Misleading: "misleading", guide.Missing: "missing", guide.Fresh: "translated"}

func (p worklist) task(t i18n.Task) {
	what := stateWords[t.State]
	switch {
	case t.Obsolete:
		what = "obsolete"
	case t.Unsealed:
		what += ", not sealed"
	}
	if t.Marked {
		what += ", marked"
	}
	p.Printf("%s: %s %s in %s\n", t.Pos, what, t.Kind, t.Place)
	switch {
	case t.Changes != nil:
		p.changes(t.Changes)
	case t.Obsolete:
		p.indent(oneLine(t.Text))
	default:
		p.indent(t.Text)
	}
	p.Printf("\n")
}

func (p worklist) indent(text string) { p.lines(diag.Plain, indented(text)+"\n") }

// lines writes a text with its line ends.
func (p worklist) lines(color diag.Color, text string) {
	// It fails if the reader has closed the pipe.
	_ = p.WriteIn(color, text)
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}

var change = regexp.MustCompile(`(?s)\[-.*?-\]|\{\+.*?\+\}`)

func (p worklist) changes(changes []translate.Change) {
	text := indented(translate.WordDiff(changes)) + "\n"
	written := 0
	for _, at := range change.FindAllStringIndex(text, -1) {
		color := diag.Red
		if text[at[0]] == '{' {
			color = diag.Green
		}
		p.lines(diag.Plain, text[written:at[0]])
		p.lines(color, text[at[0]:at[1]])
		written = at[1]
	}
	p.lines(diag.Plain, text[written:])
}
