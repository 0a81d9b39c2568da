package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/example"
	"modelbook/generator/run"
)

const (
	// answerLimit is how long a server may take to answer a simple command.
	answerLimit = 5 * time.Second
	// longestSearch is the longest serverSelectionTimeoutMS that a URI may ask for.
	longestSearch = 30 * time.Second
	// interruptedLimit takes the place of answerLimit once the run was interrupted.
	interruptedLimit = 300 * time.Millisecond
)

// client is a connection to the server at a URI.
type client struct {
	*mongo.Client
	uri   uri
	hosts string // as they may be printed
	// direct is that of Started.
	direct func(database string) run.Client
}

func connect(ctx context.Context, o Options) (*client, error) {
	u, err := readURI(o.URI)
	if err != nil {
		return nil, err
	}
	settings, err := u.options(o)
	if err != nil {
		return nil, err
	}
	settings.SetMonitor(monitor())
	c := &client{uri: u, hosts: strings.Join(settings.Hosts, ",")}
	if c.Client, err = mongo.Connect(settings); err != nil {
		return nil, fmt.Errorf("connect to %s: %s", c.hosts, u.redact(err.Error()))
	}
	return c, nil
}

func (c *client) close(ctx context.Context) {
	ctx, cancel := cleanupContext(ctx)
	defer cancel()
	// The commands have reported the errors of the connection.
	_ = c.Disconnect(ctx)
}

// server returns the name, version and topology of the server that answers.
func (c *client) server(ctx context.Context) (example.Server, error) {
	ctx, cancel := context.WithTimeout(ctx, longestSearch+answerLimit)
	defer cancel()
	info, err := c.Database("admin").RunCommand(ctx, bson.D{{Key: "buildInfo", Value: 1}}).Raw()
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return example.Server{}, ctx.Err()
	case mongo.IsTimeout(err) || mongo.IsNetworkError(err):
		return example.Server{}, fmt.Errorf("no database answers at %s: %s", c.hosts, lastCause(err))
	case err != nil:
		return example.Server{}, fmt.Errorf("the database at %s does not say what it is: %s", c.hosts, c.uri.redact(err.Error()))
	}
	version, _ := info.Lookup("version").StringValueOK()
	topology, err := c.topology(ctx)
	return example.Server{Name: product(info), Version: version, Topology: topology}, err
}

// products are the servers that MongoDB's drivers can talk to, each by a field that
// only its buildInfo has. MongoDB's own, mongos included, has its allocator there.
var products = []struct{ field, name string }{
	{"memdb", "memdb"},
	{"ferretdb", "FerretDB"},
	{"ferretdbVersion", "FerretDB"},
	{"psmdbVersion", "Percona Server for MongoDB"},
	{"allocator", "MongoDB"},
}

// product returns the name of the server that sent a reply to buildInfo.
func product(info bson.Raw) string {
	for _, p := range products {
		if !info.Lookup(p.field).IsZero() {
			return p.name
		}
	}
	return "another server than MongoDB's, as of"
}

// topology asks the server whether it belongs to a sharded cluster or a replica set.
func (c *client) topology(ctx context.Context) (string, error) {
	var hello struct {
		SetName string `bson:"setName"`
		Msg     string
	}
	if err := c.Database("admin").RunCommand(ctx, bson.D{{Key: "hello", Value: 1}}).Decode(&hello); err != nil {
		return "", fmt.Errorf("the database at %s does not say what it belongs to: %s", c.hosts, c.uri.redact(err.Error()))
	}
	switch {
	case hello.Msg == "isdbgrid":
		return example.Sharded, nil
	case hello.SetName != "":
		return example.ReplicaSet, nil
	}
	return example.Single, nil
}

// lastCause leaves out the description of the topology that the driver adds.
func lastCause(err error) string {
	text := err.Error()
	for _, known := range []string{"connection refused", "is on another machine", "no such host", "no such file", "AuthenticationFailed", "certificate"} {
		if strings.Contains(text, known) {
			return known
		}
	}
	return "no answer in time"
}
