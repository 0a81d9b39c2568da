package verify

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/example"
	"modelbook/generator/run"
)

// stream is a change stream of the driver as a run.Stream.
type stream struct{ *mongo.ChangeStream }

// Watch opens a change stream by the driver's method.
func (s sender) Watch(ctx context.Context, o example.Operation) (run.Stream, error) {
	d, _ := example.Describe(o.Name)
	a := argumentsOf(o.Name, d.Arguments, o.Arguments)
	pipeline, given := take[bson.A](a, "pipeline")
	if !given {
		pipeline = bson.A{}
	}
	settings := set(a, options.ChangeStream())
	if err := a.finish(); err != nil {
		return nil, err
	}
	on := s.target(ctx, o.Object)
	opened, err := on.collection.Watch(on.ctx, pipeline, settings)
	return stream{opened}, serverError(err)
}

// Next waits for the next change.
func (s stream) Next(ctx context.Context) (bson.Raw, error) {
	if !s.ChangeStream.Next(ctx) {
		return nil, serverError(s.Err())
	}
	return s.Current, nil
}
