package serve

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"modelbook/generator/build"
	"modelbook/generator/diag"
)

// accepted holds the files that were written at the request of a page.
type accepted struct {
	Example string    `json:"example"`
	Files   []string  `json:"files"`
	Notices diag.List `json:"notices"` // for the author
}

// accept writes the results of the database for an example into its file, and its
// numbers into pages, as verify --update does. The response only says why it
// failed; the written files are sent to all pages as an event.
func (s *server) accept(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	var asked struct{ Example string }
	// Every browser names the origin of such a request; guard has compared it.
	token := subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Modelbook-Token")), []byte(s.token)) == 1
	switch err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&asked); {
	case r.Header.Get("Origin") == "" || !token:
		http.Error(w, "only a page of this preview may ask for this; reload it", http.StatusForbidden)
	case err != nil:
		http.Error(w, "the request can't be read", http.StatusBadRequest)
	default:
		if err := s.write(ctx, asked.Example); err != nil {
			http.Error(w, s.log.Typed(err.Error()), http.StatusConflict)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

func (s *server) write(ctx context.Context, name string) error {
	s.working.Lock()
	defer s.working.Unlock()
	// The page may have been open before a change: its request is checked
	// against the current results.
	if err := s.refresh(ctx, nil); err != nil {
		return err
	}
	if !s.offers(name) {
		return fmt.Errorf("what the example %s expects is what the database returns by now", name)
	}
	options := s.build
	options.Update = true
	report, messages, err := build.VerifyOnly(ctx, options, build.Choice{Names: []string{name}})
	if err != nil {
		return err
	}
	if len(report.Updated) == 0 {
		if wrong := messages.Errors().Sorted(); len(wrong) > 0 {
			return fmt.Errorf("nothing was written: %s: %s", wrong[0].Pos, wrong[0].Text)
		}
		return errors.New("nothing was written: the database returns what is expected when it is asked once more")
	}
	notices := slices.DeleteFunc(messages, func(m diag.Message) bool { return m.Severity == diag.Error })
	s.log.Printf("accepted what %s returns\n", name)
	return s.refresh(ctx, &accepted{name, report.Updated, notices.Typed(s.log)})
}

// offers reports whether the last event has a different result for an example.
func (s *server) offers(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return name != "" && slices.ContainsFunc(s.last.Messages, func(m diag.Message) bool { return m.Update == name })
}
