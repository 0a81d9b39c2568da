package main

import (
	"github.com/spf13/cobra"

	"modelbook/generator/notices"
)

func newLicenses() *cobra.Command {
	return &cobra.Command{
		Use:   "licenses",
		Short: "Print the licenses of what this program is made of",
		Long: `Licenses prints the licenses of Go and of the libraries, fonts and data that are in
this program. Those of the playground's program lie beside it in a built site.`,
		Example: "  modelbook licenses",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := stdout(cmd).Write(notices.Program)
			return err
		},
	}
}
