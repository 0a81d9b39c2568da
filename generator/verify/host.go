package verify

import (
	"context"

	"modelbook/generator/run"
)

// host is a server as one worker uses it, an example at a time.
type host struct {
	*client
	end func() // of a server that was started for it
}

// open connects to the server of the options, or to a new one.
func open(ctx context.Context, o Options) (*host, error) {
	h := &host{end: func() {}}
	var direct func(database string) run.Client
	if o.Start != nil {
		server := o.Start()
		o.URI, o.dialer, h.end, direct = server.URI, server.Dialer, server.End, server.Direct
	}
	var err error
	if h.client, err = connect(ctx, o); err != nil {
		h.end()
		return nil, err
	}
	h.direct = direct
	return h, nil
}

// leave ends the server that was started for the host, and disconnects. The server
// goes first, since it may be busy with an abandoned command.
func (h *host) leave(ctx context.Context) {
	h.end()
	h.client.close(ctx)
}
