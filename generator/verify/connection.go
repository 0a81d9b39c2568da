package verify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/run"
)

// Connection is a server at a URI, for commands that run no examples.
type Connection struct {
	Server example.Server
	client *client
	prefix string
}

// Connect connects to the server of the options, and drops the databases that killed
// runs of this machine have left there.
func Connect(ctx context.Context, o Options) (*Connection, error) {
	if o.Prefix == "" {
		o.Prefix = "modelbook"
	}
	c, err := connect(ctx, o)
	if err != nil {
		return nil, err
	}
	server, err := c.server(ctx)
	if err != nil {
		c.close(ctx)
		return nil, err
	}
	c.dropLeftovers(ctx, o.Prefix)
	return &Connection{server, c, o.Prefix}, nil
}

// Host returns the server's address without the URI's credentials.
func (c *Connection) Host() string { return c.client.hosts }

// Close disconnects.
func (c *Connection) Close(ctx context.Context) { c.client.close(ctx) }

// unauthorized is the code of an error for lack of a role.
const unauthorized = 13

// RunCommand sends a command to a database and returns the reply. Its errors are
// written for the user of the program.
func (c *Connection) RunCommand(ctx context.Context, database string, command bson.D) (bson.Raw, error) {
	limited, cancel := context.WithTimeout(ctx, serverLimits.Step)
	defer cancel()
	reply, err := c.client.Database(database).RunCommand(limited, command).Raw()
	if err == nil {
		return reply, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	err = serverError(err)
	var refused *run.ServerError
	if errors.As(err, &refused) && refused.Code == unauthorized {
		return nil, fmt.Errorf("the database at %s does not let this user run %s on %s", c.client.hosts, command[0].Key, database)
	}
	return nil, fmt.Errorf("%s on the database at %s: %s", command[0].Key, c.client.hosts, c.client.uri.redact(classify(err).String()))
}

// InDatabase calls do with the name of a database that does not exist yet, and drops
// that database afterwards, also if do has failed or was interrupted.
func (c *Connection) InDatabase(ctx context.Context, name string, do func(database string) error) error {
	return c.inDatabase(ctx, databaseName(c.prefix, name), do)
}

func (c *Connection) inDatabase(ctx context.Context, database string, do func(database string) error) error {
	reply, err := c.RunCommand(ctx, database, bson.D{{Key: "listCollections", Value: 1}, {Key: "nameOnly", Value: true}})
	if err != nil {
		return err
	}
	if first := reply.Lookup("cursor", "firstBatch", "0"); !first.IsZero() {
		return fmt.Errorf("the database %s exists already, and is not touched", database)
	}
	err = do(database)
	closing, cancel := cleanupContext(ctx)
	defer cancel()
	// A command that was interrupted may still hold the database's lock.
	for {
		_, dropErr := c.RunCommand(closing, database, bson.D{{Key: "dropDatabase", Value: 1}})
		switch {
		case dropErr == nil:
			return err
		case closing.Err() != nil || ctx.Err() == nil:
			return errors.Join(err, fmt.Errorf("the database %s could not be dropped: %w", database, dropErr))
		}
		time.Sleep(pause)
	}
}
