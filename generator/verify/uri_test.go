package verify

import (
	"net"
	"strings"
	"testing"
	"time"
)

// FuzzURI looks for URIs that lead elsewhere, and for errors that quote a password,
// wherever it is.
func FuzzURI(f *testing.F) {
	for _, seed := range []string{
		"mongodb://SECRET@localhost:27017/db?authSource=admin", "mongodb://a:SECRET?x@localhost", "mongodb://localhost?SECRET@10.0.0.1",
		"mongodb://a:SECRET@[::1]:99999", "mongodb://%2Ftmp%2Fa.sock,SECRET", "mongodb+srv://a:SECRET@b.example", "mongodb://a:SECRET@localhost/?w=x&wtimeoutMS=-5",
		"mongodb://localhost/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:SECRET", "mongodb://a:SECRET%zz@localhost",
		"mongodb://[::1]]", "mongodb://[::1]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		text := strings.ReplaceAll(pattern, "SECRET", "hunter2")
		settings, err := ClientOptions(Options{URI: text})
		if err != nil {
			if atUser(pattern) && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if len(settings.Hosts) == 0 {
			t.Errorf("%q names no host", text)
		}
		for _, host := range settings.Hosts {
			if !here(host) {
				t.Errorf("%q leads to %s", text, host)
			}
		}
	})
}

// atUser reports whether the secret is part of a user or a password: before an @.
func atUser(pattern string) bool {
	return strings.LastIndex(pattern, "SECRET") < strings.LastIndexByte(pattern, '@')
}

// here reports whether a host is on this machine, in another way than isLoopback.
func here(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	address, err := net.ResolveIPAddr("ip", name)
	return strings.HasSuffix(host, ".sock") && strings.HasPrefix(host, "/") || strings.ToLower(name) == "localhost" ||
		strings.ContainsAny(name, "0123456789") && err == nil && address.IP.IsLoopback()
}

// A URI can't ask to look for its server forever.
func TestSearchIsBounded(t *testing.T) {
	for option, want := range map[string]time.Duration{
		"": answerLimit, "?serverSelectionTimeoutMS=1000": time.Second, "?serverSelectionTimeoutMS=0": longestSearch,
		"?serverSelectionTimeoutMS=2147483647": longestSearch,
	} {
		settings, err := ClientOptions(Options{URI: "mongodb://localhost/" + option})
		if err != nil || *settings.ServerSelectionTimeout != want {
			t.Errorf("%q: %v, %v, want %v", option, settings, err, want)
		}
	}
}
