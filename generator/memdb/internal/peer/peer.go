// Package peer identifies the client that sent a command. A context carries it from
// the server of connections to the commands.
package peer

import (
	"context"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Client describes the sender of a command, as far as replies report it.
type Client struct {
	ConnectionID int32
	Address      string    // "127.0.0.1:50000"; empty if there is no network
	Port         int32     // where it came in; 0 if there is no network
	Metadata     *Metadata // sent by its driver; nil if no client is known
}

type key struct{}

// With returns a context in which commands come from a client.
func With(ctx context.Context, c Client) context.Context {
	c.Metadata = &Metadata{}
	return context.WithValue(ctx, key{}, c)
}

// Of returns the client of a context, the zero value if it has none.
func Of(ctx context.Context) Client {
	c, _ := ctx.Value(key{}).(Client)
	return c
}

// Metadata holds the description of its driver that a client sends with its first
// hello.
type Metadata struct {
	mu  sync.Mutex
	doc bson.D
}

// Learn keeps the client field of a hello, if it is the first.
func (m *Metadata) Learn(hello bson.D) {
	doc, ok := value.Get(hello, "client").(bson.D)
	if m == nil || !ok {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.doc == nil {
		m.doc = doc
	}
}

// Fields are those of an operation in the output of currentOp.
func (m *Metadata) Fields() bson.D {
	m.mu.Lock()
	defer m.mu.Unlock()
	var fields bson.D
	application, _ := value.Get(m.doc, "application").(bson.D)
	if name, ok := value.Get(application, "name").(string); ok && name != "" {
		fields = append(fields, bson.E{Key: "appName", Value: name})
	}
	if m.doc != nil {
		fields = append(fields, bson.E{Key: "clientMetadata", Value: m.doc})
	}
	return fields
}
