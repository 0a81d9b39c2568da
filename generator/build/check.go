package build

import (
	"context"
	"runtime"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/search"
)

// Check holds all that Build does but what a database has to say: no example
// runs, so their results and the numbers that are measured are taken for right.
// Nothing is written.
func Check(ctx context.Context, options Options) (Report, diag.List, error) {
	source, messages, err := openSource(options)
	if err != nil {
		return Report{}, nil, err
	}
	defer source.Close()
	messages = append(messages, source.readAll(options, nil, nil)...)
	verified, found := unrun(ctx, source)
	messages = append(messages, found...)
	options.doing("checking the pages")
	site, found := newSite(source, verified, search.NewVocabularies())
	messages = append(messages, found...)
	messages = append(messages, site.check(ctx)...)
	return site.report(), messages, ctx.Err()
}

// unrun is what is known of examples that did not run.
func unrun(ctx context.Context, source *Source) (*Verified, diag.List) {
	v := &Verified{Results: map[string]*example.Result{}}
	var messages diag.List
	for _, file := range source.files.Examples {
		v.Results[file.Name] = nil
		if e := source.read[file.File].example; e != nil {
			v.Results[file.Name] = &example.Result{Example: e, Status: example.Skipped, Reason: "only its file was checked"}
			messages = append(messages, example.CheckReferences(ctx, e)...)
			messages = append(messages, example.CheckExpectedAnswers(e)...)
		}
	}
	return v, messages
}

// check gives what is wrong with the pages, and makes one of each kind.
func (s *Site) check(ctx context.Context) diag.List {
	w := &siteWriter{site: s}
	w.units(ctx, runtime.GOMAXPROCS(0), func(u *unit) bool { return !u.last })
	return append(append(w.messages, s.linkMessages(&w.links)...), s.tryTheme()...)
}
