package memdb

import (
	"context"
	"fmt"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Client is who sent a command, as far as replies tell it.
type Client struct {
	ConnectionID int32
	Address      string // "127.0.0.1:50000"; empty if there is no network
	Port         int32  // where it came in; 0 if there is no network
	metadata     *metadata
}

type clientKey struct{}

// WithClient gives Run's context a client.
func WithClient(ctx context.Context, c Client) context.Context {
	c.metadata = &metadata{}
	return context.WithValue(ctx, clientKey{}, c)
}

// host is where the client found the database.
func (c Client) host() string {
	if c.Port == 0 {
		return hostName
	}
	return fmt.Sprintf("127.0.0.1:%d", c.Port)
}

func clientOf(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}

// metadata is what a client's first hello says of its driver.
type metadata struct {
	mu  sync.Mutex
	doc bson.D
}

func (m *metadata) learn(hello bson.D) {
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

// fields are those of an operation.
func (m *metadata) fields() bson.D {
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
