package verify

import (
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/example"
)

// streams are the calls of operations on change streams.
var streams = map[string]func(*arguments) call{
	"watch": func(a *arguments) call {
		o := options.ChangeStream()
		pipeline, given := take[bson.A](a, "pipeline")
		if !given {
			pipeline = bson.A{}
		}
		set(a, "fullDocument", func(s string) any { return o.SetFullDocument(options.FullDocument(s)) })
		set(a, "fullDocumentBeforeChange", func(s string) any { return o.SetFullDocumentBeforeChange(options.FullDocument(s)) })
		return func(on target) (any, error) {
			stream, err := on.collection.Watch(on.ctx, pipeline, o)
			if err == nil {
				on.run.streams[on.save] = stream
			}
			return nil, err
		}
	},
	"next": func(*arguments) call {
		return func(on target) (any, error) {
			stream := on.run.streams[on.object]
			if stream == nil {
				return nil, savedError{fmt.Errorf("nothing watches as %q: the step that should have failed", on.object)}
			}
			if !stream.Next(on.ctx) {
				return nil, stream.Err()
			}
			return example.ChangeEvent(stream.Current)
		}
	},
}
