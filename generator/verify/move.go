package verify

import (
	"cmp"
	"context"

	"modelbook/generator/example"
	"modelbook/generator/migration"
	"modelbook/generator/run"
)

// tryMove tries the example's move, and returns how often it has run. A run that only
// checks expectations tries it once through: the first has tried all.
func (r *verification) tryMove(ctx context.Context) int {
	ctx, cancel := within(ctx, r.options.Limits.Example, "the move")
	defer cancel()
	trial := migration.Trial{Example: r.example, OnceThrough: r.options.CheckOnly, Open: func(context.Context) (run.Client, func(), error) {
		db := r.db.Client().Database(databaseName(r.options.Prefix, r.example.Name))
		return database{sender{db: db}}, func() {
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
