package main

import (
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"modelbook/generator/serve"
	"modelbook/generator/wasm"
)

func newServe() *cobra.Command {
	var f flags
	var options serve.Options
	var open bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Show the site while you write it",
		Long: `Serve renders pages from memory as you ask for them, watches guides, examples
and the theme, and reloads the page that you look at. A mistake is laid over
the page until it is mended; where the database returned something else, a
button does what verify --update does. Only this machine can reach it.`,
		Example: `  modelbook serve --open
  modelbook serve --port 8080`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			var err error
			if f.options.Playground, err = wasm.Find(cmd.Context(), playgroundSources); err != nil {
				return err
			}
			options.Build, options.Log = f.options, stderr(cmd)
			options.Listening = func(address string) {
				stdout(cmd).Printf("%s  (Ctrl-C ends it)\n", address)
				if open {
					if err := openBrowser(address); err != nil {
						stderr(cmd).Printf("open the address yourself: %v\n", err)
					}
				}
			}
			return f.onServer(cmd.Context(), func() error {
				options.Build.MongoDB = f.options.MongoDB
				return serve.Run(cmd.Context(), options)
			})
		},
	}
	f.add(cmd)
	cmd.Flags().IntVar(&options.Port, "port", 4321, "port on 127.0.0.1; 0 takes any that is free")
	cmd.Flags().BoolVar(&open, "open", false, "open the site in the browser")
	return cmd
}

func openBrowser(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}
