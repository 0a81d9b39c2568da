// Package build makes a site of a source folder. Four values follow from each
// other, each made by one function: a Source holds the files that were read,
// Verified the results of the examples, an outline the pages in their order, and
// a Site lists the files to write.
package build

import (
	"context"
	"fmt"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/load"
	"modelbook/generator/output"
	"modelbook/generator/search"
	"modelbook/generator/wasm"
)

// Options are the options of a build.
type Options struct {
	Source string // folder that holds content/ and examples/
	Output string // folder that the site is written to
	// Cache is a folder of this user's in which a build records a hash of its
	// inputs, so that the next one can tell that nothing changed; "" for none.
	Cache string
	// MongoDB is the URI of the server that runs the examples, "" for the
	// embedded database.
	MongoDB     string
	AllowRemote bool
	// AllOrders says that all orders of "explore" are tried on MongoDB's server, in
	// place of one of each outcome.
	AllOrders bool
	// Update writes the results that the database returned into the examples.
	Update bool
	// Record is the day of which the run of examples that the embedded database
	// lacks a part of is recorded, "" for none.
	Record string
	// Release makes a record that no longer fits its example an error.
	Release bool
	// Playground makes the program of the playground; nil leaves it out.
	Playground *wasm.Maker
	// Cards is the folder of the images that previews of links show, "" for none.
	Cards string
	// Doing, if set, is called when a stage begins.
	Doing func(stage string)
	// Progress, if set, is called after each example has run, never concurrently.
	Progress func(Progress)
	// Waiting, if set, is called once if another build of the same output
	// folder has to end first.
	Waiting func()
}

// Report holds the counts of a run.
type Report struct {
	Server                               string
	Run, Failed, Refused, Skipped, Steps int
	Orders                               example.OrderCounts // that were tried
	Worked                               time.Duration       // processor time of the examples, 0 on a server
	Dearest                              Work                // the example with the most of it
	Reasons                              []string            // why examples were skipped
	Updated                              []string            // files
	Tests                                []diag.Test

	Page                     string // the only one that was checked, "" for all
	Guides, Pages, Fallbacks int
	Languages                []string
	Output                   string // "" if no site was written
	Unchanged                bool
}

// Work is the processor time that an example took, in all its runs together.
type Work struct {
	Example string
	Worked  time.Duration
}

// Build runs every example and writes the site. The error says why the command
// could not run. Mistakes in the content are in the list, and the previous site
// is then kept.
func Build(ctx context.Context, options Options) (Report, diag.List, error) {
	source, messages, err := openSource(options)
	if err != nil {
		return Report{}, nil, err
	}
	defer source.Close()
	target, err := openOutput(ctx, options)
	if err != nil {
		return Report{}, nil, err
	}
	defer target.Close()
	messages = append(messages, source.readAll(options, nil, nil)...)
	if err := source.readCards(options); err != nil {
		return Report{}, messages, err
	}
	verified, found, err := Verify(ctx, options, source, nil)
	messages = append(messages, found...)
	if err != nil {
		return verified.report(), messages, err
	}
	inputs := fingerprint(source, verified)
	if !messages.Failed() && target.Current(inputs) {
		report := verified.report()
		report.Unchanged, report.Output = true, options.Output
		return report, messages, nil
	}
	site, found := newSite(source, verified, search.NewVocabularies())
	messages = append(messages, found...)
	options.doing("writing the pages")
	all, messages, err := site.write(ctx, target, messages, maxSite)
	report := site.report(all)
	if err != nil || messages.Failed() {
		return report, messages, err
	}
	report.Output = options.Output
	return report, messages, target.Commit(inputs)
}

// openOutput opens the output folder, which must not be one that is read.
func openOutput(ctx context.Context, options Options) (*output.Folder, error) {
	if name, inside := load.Inside(options.Source, options.Output); inside && load.IsRead(name) {
		return nil, fmt.Errorf("the output folder %s: what the site is built from stands there; name another folder with --output", options.Output)
	}
	return output.Open(ctx, output.Options{Target: options.Output, Untrusted: options.Source, Cache: options.Cache, Waiting: options.Waiting})
}

// VerifyOnly runs the chosen examples and writes no site.
func VerifyOnly(ctx context.Context, options Options, choice Choice) (Report, diag.List, error) {
	source, messages, err := readExamples(options, choice)
	if err != nil {
		return Report{}, nil, err
	}
	defer source.Close()
	if err := source.folder.MustHaveExamples(); err != nil {
		return Report{}, nil, err
	}
	if len(source.files.Examples) == 0 {
		messages.Errorf(diag.Pos{File: "examples"}, "there is no example to run")
	}
	verified, found, err := Verify(ctx, options, source, nil)
	messages = append(messages, found...)
	if err == nil && options.Update && source.folder.MustHavePages() == nil {
		found, err = verified.renumber(ctx, options)
		messages = append(messages, found...)
	}
	if err == nil && options.Record != "" {
		err = verified.record(source, options.Record)
	}
	return verified.report(), messages, err
}

// Examples reads the chosen examples and runs none.
func Examples(folder string, choice Choice) ([]*example.Example, diag.List, error) {
	source, messages, err := readExamples(Options{Source: folder}, choice)
	if err != nil {
		return nil, nil, err
	}
	defer source.Close()
	return source.examples(), messages, nil
}
