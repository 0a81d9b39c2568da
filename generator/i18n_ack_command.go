package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func newI18nAck() *cobra.Command {
	var f workspace
	var editorial bool
	var lang string
	cmd := &cobra.Command{
		Use:   "ack --editorial page:line",
		Short: "Record that a change of the original needs no new translation",
		Long: `Ack takes the line at which a block of the original page begins. It records that
what changed there since it was translated is a mistake of writing that was
mended: the translations stay fresh, and their bases say of which text they
are. It leaves a translation as it is if code, links or numbers changed, or more
than a few words; with --language you say that you have read the translation in
that language, and then words do not matter, those for numbers included.`,
		Example: `  modelbook i18n ack --editorial one-to-one:34
  modelbook i18n ack --editorial one-to-one:34 --language bg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !editorial {
				return errors.New("say --editorial: nothing else can be acknowledged")
			}
			page, number, _ := strings.Cut(args[0], ":")
			line, err := strconv.Atoi(number)
			if err != nil {
				return fmt.Errorf("%s does not say at which line of the original page, as in one-to-one:34", args[0])
			}
			w, err := f.open(lang)
			if err != nil {
				return err
			}
			defer w.Close()
			changed, left, messages, err := w.Acknowledge(page, line, lang)
			if err != nil {
				return err
			}
			printFiles(stdout(cmd), changed)
			for _, reason := range left {
				stdout(cmd).Printf("left as it is: %s\n", reason)
			}
			if len(changed) == 0 {
				stdout(cmd).Printf("nothing was recorded\n")
				return errContent
			}
			return printErrors(stdout(cmd), messages)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&editorial, "editorial", false, "the change is one of writing only")
	cmd.Flags().StringVar(&lang, "language", "", "only in this language, whose translation you have read")
	return cmd
}
