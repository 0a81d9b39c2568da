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
	// token is sent only to our own pages, which send it with a request to write.
	token   string
	build   build.Options
	working sync.Mutex // held while the source is read or written

	mu       sync.Mutex
	last     event
	clients  map[chan event]bool
	isClosed bool
}

// event is sent to pages: the messages, and a version by which a page sees
// whether it is current.
type event struct {
	Version  int       `json:"version"`
	Messages diag.List `json:"messages"`
	Token    string    `json:"token"`
	Accepted *accepted `json:"accepted,omitempty"` // the written files, if a page asked for the change
}

// update reads the source if it changed, and sends an event to the pages.
func (s *server) update(ctx context.Context) error {
	s.working.Lock()
	defer s.working.Unlock()
	return s.refresh(ctx, nil)
}

// refresh is update for callers that hold working.
func (s *server) refresh(ctx context.Context, by *accepted) error {
	noticed := time.Now()
	changed, messages, err := s.preview.Update(ctx)
	if err == nil && !changed && by != nil {
		// Another file is being written: the second update reads it as it is.
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
	if s.isClosed {
		s.mu.Unlock()
		return
	}
	s.clients[client] = true
	first := s.last
	first.Accepted = nil // the page that requested it has received it
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
	s.isClosed = true
	for client := range s.clients {
		select {
		case <-client:
		default:
		}
		close(client)
	}
}
