package memdb

import "context"

// Client is who sent a command, as far as replies tell it.
type Client struct {
	ConnectionID int32
	Address      string // "127.0.0.1:50000"; empty if there is no network
}

type clientKey struct{}

// WithClient gives Run's context a client.
func WithClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

func clientOf(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}
