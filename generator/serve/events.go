package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"modelbook/generator/build"
	"modelbook/generator/diag"
)

type server struct {
	preview *build.Preview
	log     *diag.Terminal
	port    int
	// token is told to our own pages alone, which send it with what they ask to be
	// written.
	token   string
	build   build.Options
	working sync.Mutex // held by whoever reads the source or writes it

	mu      sync.Mutex
	last    event
	clients map[chan event]bool
	closed  bool
}

// event tells a page what is wrong, and by its number whether it is current.
type event struct {
	Version  int       `json:"version"`
	Messages diag.List `json:"messages"`
	Token    string    `json:"token"`
	Accepted *accepted `json:"accepted,omitempty"` // what the change was, if a page asked for it
}

// update looks at the source, and tells the pages if it changed.
func (s *server) update(ctx context.Context) error {
	s.working.Lock()
	defer s.working.Unlock()
	return s.take(ctx, nil)
}

// take is update for whoever works on the source already.
func (s *server) take(ctx context.Context, by *accepted) error {
	noticed := time.Now()
	changed, messages, err := s.preview.Update(ctx)
	if err == nil && !changed && by != nil {
		// Another file is being written: the next look takes it as it is.
		changed, messages, err = s.preview.Update(ctx)
	}
	if err != nil || !changed {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = event{s.last.Version + 1, messages.Errors().Typed(s.log), s.token, by}
	for client := range s.clients {
		now := s.last
		select {
		case old := <-client: // one that was not read yet is old now
			now.Accepted = cmp.Or(now.Accepted, old.Accepted)
		default:
		}
		client <- now
	}
	s.log.Printf("%s, %d ms after noticing\n", summary(messages), time.Since(noticed).Milliseconds())
	return nil
}

func summary(messages diag.List) string {
	errors := messages.Errors().Sorted()
	if len(errors) == 0 {
		return "ready"
	}
	return fmt.Sprintf("%d wrong; %s: %s", len(errors), errors[0].Pos, errors[0].Text)
}

// events streams the events to a page, the last one first.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	client := make(chan event, 1)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.clients[client] = true
	first := s.last
	first.Accepted = nil // whoever asked for it was there
	client <- first
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.clients, client)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	flusher := http.NewResponseController(w)
	for {
		select {
		case <-r.Context().Done():
			return
		case e, open := <-client:
			if !open {
				return
			}
			data, err := json.Marshal(e)
			if err != nil {
				return
			}
			if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil || flusher.Flush() != nil {
				return
			}
		}
	}
}

// hangUp ends all streams.
func (s *server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for client := range s.clients {
		select {
		case <-client:
		default:
		}
		close(client)
	}
}
