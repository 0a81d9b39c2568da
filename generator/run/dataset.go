package run

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// dataset puts a database again and again into the state before an example's first
// step.
type dataset struct {
	client  Client
	copier  Copier // the client, if it is one
	example *example.Example
	isThere bool
	// changed are the collections whose documents steps may change; isMoreChanged
	// says that steps may change more than documents.
	changed       []string
	isMoreChanged bool
}

// newDataset prepares the data of an example for the client's database, which is
// empty.
func newDataset(client Client, e *example.Example) *dataset {
	d := &dataset{client: client, example: e}
	d.copier, _ = client.(Copier)
	steps := slices.Clone(e.Explore.Repair)
	for _, c := range e.Explore.Clients {
		steps = append(steps, c.Steps...)
	}
	for _, step := range steps {
		o := e.Explore.Steps[step].Operation
		switch effect := o.Effect(); {
		case o.ChangesDocuments() || effect == example.EffectMerges:
			collection, _ := o.Target()
			d.changed = append(d.changed, collection)
		case effect != example.EffectNothing || o.Name == "rename":
			d.isMoreChanged = true
		}
	}
	return d
}

// runner returns a runner on a database as it is before the first step. Without a copy,
// collections and indexes are made anew only if a step may have changed them.
func (d *dataset) runner(ctx context.Context) (*Runner, error) {
	r := New(d.client, d.example, d.example.FirstSize())
	if d.isThere && d.copier != nil {
		d.copier.CopyFrom(d.kept())
		return r, nil
	}
	if d.isThere && !d.isMoreChanged {
		return r, d.putBack(ctx, r)
	}
	if d.isThere {
		if _, err := d.client.Command(ctx, d.client.Database(), bson.D{{Key: "dropDatabase", Value: 1}}); err != nil {
			return r, err
		}
	}
	d.isThere = true
	// The same documents were accepted before.
	_, err := r.Fill(ctx, d.data(ctx), func(*example.Collection, example.Document, WriteError) {})
	if err == nil && d.copier != nil {
		d.copier.CopyTo(d.kept())
	}
	return r, err
}

// kept is the name of the database that keeps a copy of the state.
func (d *dataset) kept() string {
	const longest = 63 // bytes, "MongoDB Limits and Thresholds"
	name := "kept_" + d.client.Database()
	return name[:min(len(name), longest)]
}

// close drops the copy that was kept.
func (d *dataset) close(ctx context.Context) {
	if d.isThere && d.copier != nil {
		// What can't be dropped goes with the embedded database.
		_, _ = d.client.Command(ctx, d.kept(), bson.D{{Key: "dropDatabase", Value: 1}})
	}
}

func (d *dataset) data(ctx context.Context) *example.Data {
	return d.example.Data(d.example.FirstSize()).Under(ctx)
}

// putBack replaces the documents that steps may have changed with those before the
// first step.
func (d *dataset) putBack(ctx context.Context, r *Runner) error {
	data := d.data(ctx)
	for i := range d.example.Collections {
		c := &d.example.Collections[i]
		if !slices.Contains(d.changed, c.Name) {
			continue
		}
		f := filling{Runner: r, data: data, collection: c, refused: func(*example.Collection, example.Document, WriteError) {}}
		everything := bson.D{{Key: "q", Value: bson.D{}}, {Key: "limit", Value: int32(0)}}
		if err := f.command(ctx, bson.D{{Key: "delete", Value: c.Name}, {Key: "deletes", Value: bson.A{everything}}}); err != nil {
			return err
		}
		if err := f.insertAll(ctx); err != nil {
			return err
		}
	}
	return nil
}
