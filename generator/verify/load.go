package verify

import (
	"context"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// Load makes a database for each example, named like the example, with its
// collections, indexes and initial data, and leaves it there. What is refused
// is in the list. It is for a server that was started for it: it does not look
// whether a database of that name was there before.
func Load(ctx context.Context, uri string, examples []*example.Example) (diag.List, error) {
	client, err := connect(ctx, Options{URI: uri})
	if err != nil {
		return nil, err
	}
	defer client.close()
	if _, err := client.server(ctx); err != nil {
		return nil, err
	}
	var list diag.List
	for _, e := range examples {
		r := &run{example: e, data: e.Data(e.FirstSize()), first: true, db: client.Database(e.Name)}
		r.fill(ctx)
		list = append(list, r.list...)
	}
	return list, ctx.Err()
}
