// Package build runs the stages one after another. It takes a source folder
// and gives a site, what was counted on the way, and all that is wrong.
package build

import (
	"context"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/output"
)

// Options say what to build and where.
type Options struct {
	Source string // folder that holds content/ and examples/
	Output string // folder that the site is written to
	// MongoDB is the URI of the server that runs the examples, "" for the
	// embedded database.
	MongoDB     string
	AllowRemote bool
	// Update writes what the database returned into the examples.
	Update bool
	// Doing, if set, is told each stage that begins.
	Doing func(stage string)
}

// Report is what a run counted.
type Report struct {
	Server                               string
	Run, Failed, Refused, Skipped, Steps int
	Updated                              []string // files

	Guides, Pages, Fallbacks int
	Languages                []string
	Output                   string // "" if no site was written
	Unchanged                bool
}

// Build runs every example and writes the site. The error says why the
// command could not run; what is wrong with the content is in the list, and
// then the last site stands as it was.
func Build(ctx context.Context, options Options) (Report, diag.List, error) {
	b, err := open(options)
	if err != nil {
		return Report{}, nil, err
	}
	defer b.close()
	target, err := output.Open(options.Output)
	if err != nil {
		return Report{}, nil, err
	}
	defer target.Close()

	b.readPages()
	b.readExamples()
	if err := b.verify(ctx); err != nil {
		return b.report, b.messages, err
	}
	inputs := b.fingerprint()
	if !b.messages.Failed() && target.Current(inputs) {
		b.report.Unchanged, b.report.Output = true, options.Output
		return b.report, b.messages, nil
	}
	b.outlinePages()
	if err := b.guides(ctx, target); err != nil {
		return b.report, b.messages, err
	}
	if b.messages.Failed() {
		return b.report, b.messages, nil
	}
	if err := b.rest(target); err != nil {
		return b.report, b.messages, err
	}
	b.report.Output = options.Output
	return b.report, b.messages, target.Commit(inputs)
}

// Verify runs the named examples, or all of them, and writes no site.
func Verify(ctx context.Context, options Options, names []string) (Report, diag.List, error) {
	b, err := open(options)
	if err != nil {
		return Report{}, nil, err
	}
	defer b.close()
	if err := b.choose(names); err != nil {
		return b.report, nil, err
	}
	b.readExamples()
	err = b.verify(ctx)
	return b.report, b.messages, err
}

// Examples reads the named examples, or all of them, and runs none.
func Examples(source string, names []string) ([]*example.Example, diag.List, error) {
	b, err := open(Options{Source: source})
	if err != nil {
		return nil, nil, err
	}
	defer b.close()
	if err := b.choose(names); err != nil {
		return nil, nil, err
	}
	b.readExamples()
	return b.examples, b.messages, nil
}
