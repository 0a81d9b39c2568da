package run

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/example"
)

// call runs an operation in a session, nil for none.
func (r *Runner) call(ctx context.Context, o example.Operation, in *session, save string) (any, error) {
	d, known := example.Describe(o.Name)
	if !known {
		return nil, fmt.Errorf("there is no operation %s", o.Name)
	}
	var to Sender = r.client
	if in != nil {
		to = in
	}
	switch {
	case d.On == example.OnSession && in == nil:
		return nil, fmt.Errorf("%s needs a session", o.Name)
	case d.On == example.OnSession:
		return nil, in.call(ctx, o.Name)
	case d.On == example.OnStream:
		return r.next(ctx, o.Object)
	case d.Returns == example.ReturnsStream:
		stream, err := to.Watch(ctx, o)
		if err == nil {
			r.streams[save] = stream
		}
		return nil, err
	case d.ByCommand:
		return r.callByCommand(ctx, o, to)
	}
	return to.Call(ctx, o)
}

// callByCommand sends the command of an operation that drivers have no method for.
func (r *Runner) callByCommand(ctx context.Context, o example.Operation, to Sender) (any, error) {
	database, command := r.database, o.Command()
	if o.Name == "rename" {
		database, command = "admin", inNamespaces(command, database)
	}
	reply, err := to.Command(ctx, database, command)
	switch {
	case err != nil:
		return nil, err
	case o.Name == "explain":
		return cost.Explanation(reply)
	}
	return o.Result(example.Reply{Command: command, Raw: reply}), nil
}

// inNamespaces puts the database before the names of collections, since
// renameCollection takes namespaces.
func inNamespaces(command bson.D, database string) bson.D {
	for i, e := range command {
		if collection, ok := e.Value.(string); ok {
			command[i].Value = database + "." + collection
		}
	}
	return command
}

// next returns the next event of a change stream that an earlier step opened.
func (r *Runner) next(ctx context.Context, name string) (any, error) {
	stream := r.streams[name]
	if stream == nil {
		return nil, UnsavedError{fmt.Errorf("nothing watches as %q: the step that should have failed", name)}
	}
	event, err := stream.Next(ctx)
	if event == nil || err != nil {
		return nil, err
	}
	return example.ChangeEvent(event)
}
