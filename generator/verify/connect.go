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
)

const (
	// answerLimit is how long a server may take to answer at all.
	answerLimit = 5 * time.Second
	// longestSearch is how long a URI may ask to look for its server.
	longestSearch = 30 * time.Second
	// hurry is how long it may take once the run was interrupted.
	hurry = 300 * time.Millisecond
)

// client is a connection to the server at a URI.
type client struct {
	*mongo.Client
	uri   uri
	hosts string // as they may be printed
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
	ctx, cancel := toEnd(ctx)
	defer cancel()
	// What was to be told of the connection has been told by its commands.
	_ = c.Disconnect(ctx)
}

// server asks which server answers.
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

// products are what answers to MongoDB's drivers, each by a field that only its
// buildInfo has; MongoDB's own server, mongos included, names its allocator.
var products = []struct{ field, name string }{
	{"memdb", "memdb"},
	{"ferretdb", "FerretDB"},
	{"ferretdbVersion", "FerretDB"},
	{"psmdbVersion", "Percona Server for MongoDB"},
	{"allocator", "MongoDB"},
}

// product names what a reply to buildInfo comes from.
func product(info bson.Raw) string {
	for _, p := range products {
		if !info.Lookup(p.field).IsZero() {
			return p.name
		}
	}
	return "another server than MongoDB's, as of"
}

// topology asks what the server belongs to.
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
