package verify

import (
	"context"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// Load makes a database for each example, named like the example, with its
// collections, indexes and initial data. The list has a message for everything that
// the server refuses. The server must have been started for it, since Load does not
// check whether databases of these names exist.
func Load(ctx context.Context, uri string, examples []*example.Example) (diag.List, error) {
	o := Options{URI: uri}
	client, err := connect(ctx, o)
	if err != nil {
		return nil, err
	}
	defer client.close(ctx)
	if _, err := client.server(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := within(ctx, serverLimits.Example, "putting the data in")
	defer cancel()
	var list diag.List
	for _, e := range examples {
		r := newVerification(ctx, o, client.Database(e.Name), e, e.FirstSize(), func(error) {})
		r.fill(ctx)
		list = append(list, r.list...)
	}
	return list, ctx.Err()
}
