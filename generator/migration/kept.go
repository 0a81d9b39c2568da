package migration

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/run"
)

// beginAt makes a database in which the steps before a gap have been sent. Tries begin
// alike: where the database can be copied, each step is sent once for all of them.
func (t *Trial) beginAt(ctx context.Context, gap int) (*moving, error) {
	from := gap
	for from > 0 && t.kept[from] == nil {
		from--
	}
	m, err := t.beginKept(ctx, from)
	if err != nil {
		return nil, err
	}
	if err := m.stepsKept(ctx, from, gap); err != nil {
		m.end(ctx)
		return nil, err
	}
	return m, nil
}

// stepsKept sends the steps of the move from one gap to another, and keeps what each makes.
func (m *moving) stepsKept(ctx context.Context, from, to int) error {
	for gap := from; gap < to; gap++ {
		if err := m.steps(ctx, gap, gap+1); err != nil {
			return err
		}
		m.keep(gap + 1)
	}
	return nil
}

// beginKept makes a database that is a copy of one that was kept, or a new one with the
// data of the first model.
func (t *Trial) beginKept(ctx context.Context, gap int) (*moving, error) {
	if t.kept[gap] == nil {
		m, err := t.begin(ctx)
		if err == nil {
			m.keep(gap)
		}
		return m, err
	}
	client, drop, err := t.Open(ctx)
	if err != nil {
		return nil, err
	}
	client.(run.Copier).CopyFrom(keptName(gap))
	return &moving{trial: t, client: client, drop: drop, runner: t.kept[gap].Resumed(client)}, nil
}

// keep keeps a copy of the database with what the steps before a gap have made of it.
func (m *moving) keep(gap int) {
	copier, isCopier := m.client.(run.Copier)
	if !isCopier {
		return
	}
	if resumed := m.runner.Resumed(m.client); resumed != nil {
		m.trial.kept[gap] = resumed
		copier.CopyTo(keptName(gap))
	}
}

// keptName is the name of the database that is kept of a gap.
func keptName(gap int) string { return fmt.Sprintf("kept%d", gap) }

// dropKept drops the databases that were kept. What can't be dropped, the next trial
// overwrites.
func (t *Trial) dropKept(ctx context.Context) {
	if len(t.kept) == 0 {
		return
	}
	client, drop, err := t.Open(ctx)
	if err != nil {
		return
	}
	defer drop()
	for gap := range t.kept {
		_, _ = client.Command(ctx, keptName(gap), bson.D{{Key: "dropDatabase", Value: int32(1)}})
	}
}
