package build

import (
	"context"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/search"
)

// Check makes all checks of Build that need no database: no example runs, so
// expected results and measured numbers are assumed to be right. Nothing is
// written.
func Check(ctx context.Context, options Options) (Report, diag.List, error) {
	source, messages, err := openSource(options)
	if err != nil {
		return Report{}, nil, err
	}
	defer source.Close()
	messages = append(messages, source.readAll(options, nil, nil)...)
	verified, found := skipAll(ctx, source)
	messages = append(messages, found...)
	options.doing("checking the pages")
	site, found := newSite(source, verified, search.NewVocabularies())
	messages = append(messages, found...)
	all, found := site.check(ctx)
	messages = append(messages, found...)
	return site.report(all), messages, ctx.Err()
}

// skipAll returns all examples as skipped, with the mistakes that can be found
// without running them.
func skipAll(ctx context.Context, source *Source) (*Verified, diag.List) {
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

// check reads all units and renders one page of each kind. It returns the findings
// and the messages.
func (s *Site) check(ctx context.Context) (*findings, diag.List) {
	w := &siteWriter{site: s, found: newFindings(len(s.units), nil)}
	w.units(ctx)
	return w.found, append(append(w.messages, s.linkMessages(&w.links, w.found)...), s.tryTheme()...)
}
