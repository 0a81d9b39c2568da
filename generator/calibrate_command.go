package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"modelbook/generator/calibrate"
	"modelbook/generator/diag"
	"modelbook/generator/verify"
)

func newCalibrate() *cobra.Command {
	var f flags
	var seconds float64
	var site string
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Time the weights by which guides compare models, on your server",
		Long: `Calibrate times on a server what a command, an index entry, a document and the
other units of work cost there, and prints these weights with their spread, as a
block for content/site.yaml, and as a link that opens a guide with them. It works in
a database of its own, named modelbook_…, and drops it. Run it where the application
runs, while the server has nothing else to do.`,
		Example: `  modelbook calibrate --mongodb mongodb://localhost:27017/?directConnection=true
  modelbook calibrate --mongodb mongod   # on the mongod that is installed here
  modelbook calibrate --mongodb mongodb://localhost:27017 --site https://handbook.example/en/bucket.html`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, err := url.Parse(site)
			if err != nil || site != "" && (page.Scheme != "http" && page.Scheme != "https" || page.Host == "") {
				return fmt.Errorf("--site %s: write the address of a guide, as https://handbook.example/en/bucket.html", site)
			}
			switch {
			case f.options.MongoDB == "":
				return errors.New("name the server whose weights are timed with --mongodb")
			case !(seconds >= 0.1 && seconds <= 3600):
				return errors.New("--seconds: write a number from 0.1 to 3600")
			}
			return f.onServer(cmd.Context(), func() error {
				return f.calibrate(cmd, time.Duration(seconds*float64(time.Second)), page)
			})
		},
	}
	f.addServer(cmd, "URI of the server, or mongod to start the one on the PATH (also $MODELBOOK_MONGODB_URI)")
	cmd.Flags().Float64Var(&seconds, "seconds", 60, "how long it takes")
	cmd.Flags().StringVar(&site, "site", "", "address of a guide that the link leads to")
	return cmd
}

func (f *flags) calibrate(cmd *cobra.Command, long time.Duration, page *url.URL) error {
	ctx := cmd.Context()
	c, err := verify.Connect(ctx, verify.Options{URI: f.options.MongoDB, AllowRemote: f.options.AllowRemote})
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	var result calibrate.Result
	progress := stderr(cmd)
	err = c.InDatabase(ctx, "calibrate", func(database string) (err error) {
		result, err = calibrate.Run(ctx, calibrate.Options{
			Server: c, Database: database, Time: long, Now: time.Now, Shuffle: rand.Shuffle,
			Sleep: func(d time.Duration) {
				ctx, cancel := context.WithTimeout(ctx, d)
				defer cancel()
				<-ctx.Done()
			},
			Progress: func(round int) { progress.Status(fmt.Sprintf("calibrating … round %d", round)) },
		})
		return err
	})
	progress.Status("")
	if err != nil {
		return err
	}
	printWeights(stdout(cmd), c, result, page)
	return nil
}

// printWeights prints the weights as a table, as a block of site.yaml, and as a link.
func printWeights(w *diag.Terminal, c *verify.Connection, r calibrate.Result, page *url.URL) {
	w.Printf("server    %s, %s, at %s\n", c.Server, c.Server.Topology, c.Host())
	if r.NoProcessor == "" {
		w.Printf("times     processor time of the server, %s\n", count(r.Rounds, "round"))
	} else {
		w.Printf("times     by the clock, less that of pings, %s: the server does not tell its processor time (%s)\n", count(r.Rounds, "round"), r.NoProcessor)
	}
	if c.Server.Embedded() {
		w.Printf("warning   this is the embedded database: its times prove nothing about MongoDB\n")
	}
	if r.IsBusy {
		w.Printf("warning   others use this server meanwhile, so that part of what was timed is their work; do it again when they don't\n")
	}
	if r.IsUncertain() {
		w.Printf("warning   some weights are not certain: let it take more --seconds, or do it when this machine and the server have less to do\n")
	}
	w.Printf("\n")
	printLines(w, r.Table())
	w.Printf("\nin content/site.yaml:\n\n")
	printLines(w, r.YAML())
	if page.Host == "" {
		w.Printf("\nbehind the address of a guide:\n\n%s\n", r.Link(page))
	} else {
		w.Printf("\na guide with these weights:\n\n%s\n", r.Link(page))
	}
}

func printLines(w *diag.Terminal, text string) {
	for line := range strings.Lines(text) {
		w.Printf("%s\n", strings.TrimSuffix(line, "\n"))
	}
}
