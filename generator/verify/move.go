package verify

import (
	"cmp"
	"context"

	"modelbook/generator/example"
	"modelbook/generator/migration"
	"modelbook/generator/run"
)

// tryMove tries the example's move, and returns how often it has run. A run that only
// checks expectations tries it once through: the first has tried all. The steps have run
// through the driver before, and package direct has the same answers, so an embedded
// database is spared the driver here.
func (r *verification) tryMove(ctx context.Context, c *client) int {
	ctx, cancel := within(ctx, r.options.Limits.Example, "the move")
	defer cancel()
	trial := migration.Trial{Example: r.example, OnceThrough: r.options.CheckOnly, Open: func(context.Context) (run.Client, func(), error) {
		db := c.Database(databaseName(r.options.Prefix, r.example.Name))
		var client run.Client = database{sender{db: db}}
		if c.direct != nil {
			client = c.direct(db.Name()) // in half of the time
		}
		return client, func() {
			if r.options.Start == nil || ctx.Err() == nil {
				r.drop(ctx, db)
			}
		}, nil
	}}
	runs, list, err := trial.Run(ctx)
	r.list = append(r.list, list...)
	if err = cmp.Or(err, ctx.Err()); err == nil || r.endIfLate(ctx, err, r.example.Move.Pos) || ctx.Err() != nil {
		return runs
	}
	failure := r.failureOf(err)
	if r.refuse(failure) {
		r.list.Add(r.example.Message(r.example.Move.Pos, "the embedded database refuses a part of the move: "+failure.message, ""))
		return runs
	}
	r.list.Add(r.example.Message(r.example.Move.Pos, "the move can't be tried: "+failure.String(), ""))
	r.status = example.Failed
	return runs
}
