package serve

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"modelbook/generator/markup"
)

var (
	//go:embed live.js
	liveScript []byte
	//go:embed live.css
	liveStyle []byte
)

// previewFolder is the folder of the addresses that the built site does not have.
const previewFolder = "/-/"

func (s *server) routes(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+previewFolder+"events", s.events)
	mux.HandleFunc("POST "+previewFolder+"accept", func(w http.ResponseWriter, r *http.Request) { s.accept(ctx, w, r) })
	mux.HandleFunc("GET "+previewFolder+"live.js", static("text/javascript", liveScript))
	mux.HandleFunc("GET "+previewFolder+"live.css", static("text/css", liveStyle))
	mux.HandleFunc("GET /", s.file)
	return mux
}

func static(kind string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, http.StatusOK, kind+"; charset=utf-8", content) }
}

func send(w http.ResponseWriter, status int, kind string, content []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(content)
}

// guard refuses requests that do not come from this server's own pages: a
// foreign name that resolves to loopback, and scripts, images and frames of
// other origins, including other ports of this machine. A link from anywhere
// may be followed: W3C, "Fetch Metadata Request Headers".
func (s *server) guard(next http.Handler) http.Handler {
	hosts := []string{fmt.Sprintf("127.0.0.1:%d", s.port), fmt.Sprintf("localhost:%d", s.port)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		foreign := origin != "" && !slices.Contains(hosts, strings.TrimPrefix(origin, "http://"))
		if !slices.Contains(hosts, r.Host) || foreign || isEmbedded(r.Header) {
			http.Error(w, "this server answers only pages of its own address", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isEmbedded reports whether a page of another site embeds the response.
// Programs that are no browser don't send these headers.
func isEmbedded(h http.Header) bool {
	site := h.Get("Sec-Fetch-Site")
	if site == "" || site == "same-origin" || site == "none" {
		return false
	}
	return h.Get("Sec-Fetch-Mode") != "navigate" || h.Get("Sec-Fetch-Dest") != "document"
}

// file sends a page or another file of the site, as the build would write it.
func (s *server) file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	status := http.StatusOK
	content, ok, err := s.preview.File(name)
	if err == nil && !ok {
		status = http.StatusNotFound
		name = "404.html"
		content, _, err = s.preview.File(name)
	}
	if err != nil || content == nil {
		// The page can't be rendered: the overlay shows the reason.
		name, content, status = "unready.html", unready, http.StatusServiceUnavailable
	}
	kind := kindOf(path.Ext(name))
	if path.Ext(name) == ".html" {
		content = live(content)
	}
	send(w, status, kind, content)
}

// kindOf returns the media type of a file of the site by its ending.
func kindOf(ending string) string {
	switch ending {
	case ".html":
		return "text/html; charset=utf-8"
	case ".md":
		return "text/markdown; charset=utf-8"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(ending)
}

var unready = []byte("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Not ready</title>\n<body></body></html>\n")

// live adds the script that listens for changes.
func live(page []byte) []byte {
	end := []byte("</body>")
	return bytes.Replace(page, end, append([]byte(`<link rel="stylesheet"`+markup.Attribute("href", previewFolder+"live.css")+"><script"+markup.Attribute("src", previewFolder+"live.js")+"></script>"), end...), 1)
}
