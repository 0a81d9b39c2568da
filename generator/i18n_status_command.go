package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/i18n"
	"modelbook/generator/translate"
)

func newI18nStatus() *cobra.Command {
	var f workspace
	var asJSON bool
	var least int
	cmd := &cobra.Command{
		Use:   "status [language...]",
		Short: "Say what is translated",
		Long: `Status counts, for each page and language, the blocks whose translation is
behind the original: ✕ misleads (code, links or numbers changed), ○ is missing, ▲ is
stale (the original was reworded), – has no original any more, ? was not sealed.`,
		Example: `  modelbook i18n status
  modelbook i18n status bg
  modelbook i18n status --fail-under 95`,
		RunE: func(cmd *cobra.Command, languages []string) error {
			w, err := i18n.Open(f.source)
			if err != nil {
				return err
			}
			defer w.Close()
			for _, lang := range languages {
				if err := w.Language(lang); err != nil {
					return err
				}
			}
			if len(languages) == 0 {
				languages = w.Languages()
			}
			status, messages, err := w.Status(languages)
			if err != nil {
				return err
			}
			if asJSON {
				err = printStatusJSON(stdout(cmd), status)
			} else {
				err = printStatus(stdout(cmd), status)
			}
			if err != nil {
				return err
			}
			if err := printErrors(stderr(cmd), messages); err != nil {
				return err
			}
			return under(stderr(cmd), status, least)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().IntVar(&least, "fail-under", 0, "fail if a language is translated to less than so many per cent")
	return cmd
}

// under fails if a language is not translated enough.
func under(w *diag.Terminal, status i18n.Status, least int) error {
	failed := false
	for _, l := range status.Languages {
		if l.Percent() < least {
			w.Printf("%s is up to date to %d %%, less than %d %%\n", l.Lang, l.Percent(), least)
			failed = true
		}
	}
	if failed {
		return errContent
	}
	return nil
}

func printStatus(w *diag.Terminal, status i18n.Status) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	row := func(name string, cell func(l i18n.LanguageStatus) string) {
		cells := []string{name}
		for _, l := range status.Languages {
			cells = append(cells, cell(l))
		}
		// Flush returns the error.
		_, _ = t.Write([]byte(strings.Join(cells, "\t") + "\n"))
	}
	row("", func(l i18n.LanguageStatus) string { return l.Lang })
	for _, page := range status.Pages {
		row(page.Slug, func(l i18n.LanguageStatus) string { return countCell(page.Counts[l.Lang]) })
	}
	row("up to date", func(l i18n.LanguageStatus) string { return fmt.Sprintf("%d %%", l.Percent()) })
	row("blocks", func(l i18n.LanguageStatus) string { return countCell(l.Count) })
	row("strings in English", func(l i18n.LanguageStatus) string { return fmt.Sprint(len(l.Strings)) })
	if err := t.Flush(); err != nil {
		return err
	}
	w.Printf("\n%s\n", legend)
	return nil
}

// legend says what the signs of countCell count.
const legend = "✓ up to date, ✕ misleads, ○ is missing, ▲ is stale, – has no original, ? was not sealed"

// countCell writes the counts of blocks that are behind, or a check mark.
func countCell(c translate.Count) string {
	var parts []string
	for _, part := range []struct {
		sign string
		n    int
	}{{"✕", c.Misleading}, {"○", c.Missing}, {"▲", c.Stale}, {"–", c.Obsolete}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprint(part.sign, part.n))
		}
	}
	if c.Unsealed {
		parts = append(parts, "?")
	}
	if len(parts) == 0 {
		return "✓"
	}
	return strings.Join(parts, " ")
}

// countJSON are the counts as --json prints them.
type countJSON struct {
	Fresh      int  `json:"fresh"`
	Stale      int  `json:"stale"`
	Misleading int  `json:"misleading"`
	Missing    int  `json:"missing"`
	Obsolete   int  `json:"obsolete"`
	Sealed     bool `json:"sealed"`
	InOriginal bool `json:"inOriginal"`
}

func forJSON(c translate.Count) countJSON {
	return countJSON{c.Fresh, c.Stale, c.Misleading, c.Missing, c.Obsolete, !c.Unsealed, c.InOriginal}
}

type languageJSON struct {
	countJSON
	Percent        int                  `json:"percent"`
	MissingStrings []string             `json:"missingStrings"`
	Pages          map[string]countJSON `json:"pages"`
}

func printStatusJSON(w io.Writer, status i18n.Status) error {
	languages := map[string]languageJSON{}
	for _, l := range status.Languages {
		pages := map[string]countJSON{}
		for _, page := range status.Pages {
			pages[page.Slug] = forJSON(page.Counts[l.Lang])
		}
		languages[l.Lang] = languageJSON{forJSON(l.Count), l.Percent(), append([]string{}, l.Strings...), pages}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(map[string]any{"languages": languages})
}
