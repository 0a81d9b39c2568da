package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/guide"
	"modelbook/generator/i18n"
	"modelbook/generator/translate"
)

func newI18nNext() *cobra.Command {
	var f workspace
	cmd := &cobra.Command{
		Use:   "next language " + pageArguments,
		Short: "Say what there is to do, with what changed in English",
		Long: `Next lists the blocks that are to be translated, page by page, first what
misleads readers. Of each it shows what changed in English, word by word:
[-before-]{+now+}.`,
		Example: `  modelbook i18n next bg
  modelbook i18n next bg one-to-one`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := f.open(args[0])
			if err != nil {
				return err
			}
			defer w.Close()
			list, messages, err := w.Next(args[0], args[1:])
			if err != nil {
				return err
			}
			p := worklist{cmd.OutOrStdout(), inColor(cmd.OutOrStdout())}
			p.print(args[0], list, w.MissingStrings(args[0]))
			return tell(cmd.OutOrStdout(), messages)
		},
	}
	f.add(cmd)
	return cmd
}

// inColor reports whether to write colors: on a terminal, unless NO_COLOR is
// set (no-color.org).
func inColor(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }

// worklist prints what there is to do.
type worklist struct {
	io.Writer
	color bool
}

func (p worklist) print(lang string, list []i18n.Work, strings []string) {
	for _, work := range list {
		p.work(lang, work)
	}
	if len(strings) > 0 {
		fmt.Fprintf(p, "site/strings/%s.yaml: %s to translate: %s\n\n", lang, count(len(strings), "string"), join(strings))
	}
	if len(list) == 0 && len(strings) == 0 {
		fmt.Fprintf(p, "%s is up to date\n", lang)
	}
}

func join(words []string) string { return strings.Join(words, ", ") }

func (p worklist) work(lang string, work i18n.Work) {
	switch {
	case work.Begin:
		slug := strings.TrimSuffix(work.File[strings.LastIndexByte(work.File, '/')+1:], ".md")
		fmt.Fprintf(p, "%s: no translation; begin it with modelbook new translation %s %s\n\n", work.File, lang, slug)
		return
	case work.Rewritten:
		fmt.Fprintf(p, "%s: the English page was written anew; modelbook i18n update puts it there, and marks what is left of the translation\n\n", work.File)
		return
	}
	fmt.Fprintf(p, "%s: %s\n\n", work.File, count(len(work.Tasks), "block"))
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
	fmt.Fprintf(p, "%s: %s %s in %s\n", t.Pos, what, t.Kind, t.Place)
	switch {
	case t.Changes != nil:
		p.indent(p.changes(t.Changes))
	case t.Obsolete:
		p.indent(oneLine(t.Text))
	default:
		p.indent(t.Text)
	}
	fmt.Fprintln(p)
}

func (p worklist) indent(text string) {
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		fmt.Fprint(p, "    ", line)
	}
	fmt.Fprintln(p)
}

const (
	red   = "\x1b[31m"
	green = "\x1b[32m"
	plain = "\x1b[0m"
)

func (p worklist) changes(changes []translate.Change) string {
	text := translate.Marked(changes)
	if !p.color {
		return text
	}
	return strings.NewReplacer("[-", red+"[-", "-]", "-]"+plain, "{+", green+"{+", "+}", "+}"+plain).Replace(text)
}
