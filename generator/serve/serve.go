// Package serve shows a site to the person who writes it: pages are rendered
// from memory on request, the source is watched, and each change and each
// mistake is sent to the browser.
//
// It listens on loopback only, and answers only requests that name it as their host
// and come from its own pages: no other site that is open in the same browser can
// read unpublished pages. A page may request only one kind of change: to replace
// the expected results of an example by the results of the database, where they
// were found to differ.
package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"modelbook/generator/build"
	"modelbook/generator/diag"
)

// Options are the options of a server.
type Options struct {
	Build build.Options
	Port  int // 0 for any that is free
	// Log prints each change, and how long it took to be ready.
	Log *diag.Terminal
	// Listening, if set, is called with the site's address. Requests to it wait
	// until the examples have run for the first time.
	Listening func(address string)
}

// Run serves until the context ends. The error says why it could not start.
func Run(ctx context.Context, options Options) error {
	preview, err := build.NewPreview(options.Build)
	if err != nil {
		return err
	}
	defer preview.Close()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", options.Port))
	if err != nil {
		return err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if options.Listening != nil {
		options.Listening(fmt.Sprintf("http://127.0.0.1:%d/", port))
	}
	s := &server{preview: preview, log: options.Log, port: port, token: rand.Text(), build: options.Build, clients: map[chan event]bool{}}
	if err := s.update(ctx); err != nil {
		listener.Close()
		return err
	}
	web := &http.Server{Handler: s.guard(s.routes(ctx)), ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	s.watch(ctx)
	s.hangUp()
	if err := web.Close(); err != nil {
		return err
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// watch looks for changes until the context ends. It rests ten times as long
// as a look takes, so that a large site does not keep a processor busy.
func (s *server) watch(ctx context.Context) {
	const shortest = 25 * time.Millisecond
	rest := shortest
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest):
		}
		begin := time.Now()
		if err := s.update(ctx); err != nil && ctx.Err() == nil {
			s.log.Printf("%s\n", err)
		}
		rest = max(shortest, min(10*time.Since(begin), time.Second))
	}
}
