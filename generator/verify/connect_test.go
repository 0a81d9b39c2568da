package verify

import (
	"strings"
	"testing"
)

func TestMayDial(t *testing.T) {
	const remote = "is on another machine; only a database on this machine is used unless remote ones are allowed (--allow-remote)"
	tests := []struct{ uri, want string }{
		{"mongodb://127.0.0.1:27017", ""},
		{"mongodb://localhost", ""},
		{"mongodb://LOCALHOST:5/?directConnection=true", ""},
		{"mongodb://[::1]:27017/db", ""},
		{"mongodb://127.8.8.8,localhost:2/", ""},
		{"mongodb://%2Ftmp%2Fmongodb-27017.sock", ""},
		{"mongodb://user:p%40ss@localhost/db", ""},
		{"mongodb://db.example.org", "db.example.org " + remote},
		{"mongodb://localhost,10.0.0.1:27017", "10.0.0.1:27017 " + remote},
		{"mongodb://localhost@10.0.0.1", "10.0.0.1 " + remote},
		{"mongodb://[2001:db8::1]:27017", "[2001:db8::1]:27017 " + remote},
		{"mongodb://localhost.example.org", "localhost.example.org " + remote},
		{"mongodb+srv://cluster.example.org", strings.TrimPrefix(remote, "is on another machine; ") + "; mongodb+srv names a remote one"},
		{"localhost:27017", "the URI of the database does not begin with mongodb://"},
		{"http://localhost", "the URI of the database does not begin with mongodb://"},
		{"", "the URI of the database does not begin with mongodb://"},
	}
	for _, tt := range tests {
		got := ""
		if err := mayDial(Options{URI: tt.uri}); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.uri, got, tt.want)
		}
	}
	if err := mayDial(Options{URI: "mongodb://db.example.org", AllowRemote: true}); err != nil {
		t.Error(err)
	}
}

func TestOnlyLoopback(t *testing.T) {
	for address, refused := range map[string]bool{"127.0.0.1:27017": false, "[::1]:27017": false, "192.0.2.1:27017": true, "[2001:db8::1]:1": true} {
		if err := onlyLoopback("tcp", address, nil); (err != nil) != refused {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestCredentialsAreNotPrinted tries URIs that the driver complains about.
func TestCredentialsAreNotPrinted(t *testing.T) {
	for _, uri := range []string{
		"mongodb://alice:sEcr%40t@localhost:99999",
		"mongodb://alice:sEcr%40t@localhost:1/?serverSelectionTimeoutMS=10",
		"mongodb://alice:sEcr%zzt@localhost",
		"mongodb://alice:sEcr@t@localhost:1/?serverSelectionTimeoutMS=10",
		"mongodb://alice:sEcr/t@localhost",
		"mongodb://alice:sEcr%40t@localhost/?w=x&wtimeoutMS=-5&serverSelectionTimeoutMS=10",
		"mongodb://alice:sEcr%40t@localhost/?authMechanism=NOPE&serverSelectionTimeoutMS=10",
		"mongodb://alice:sEcr%40t@127.0.0.1:1/?serverSelectionTimeoutMS=10",
	} {
		_, _, _, err := Run(t.Context(), Options{URI: uri, AllowRemote: true})
		if err == nil {
			t.Errorf("%s: no error", uri)
			continue
		}
		if strings.Contains(err.Error(), "sEcr") || strings.Contains(err.Error(), "alice") {
			t.Errorf("%s is told as %s", uri, err)
		}
	}
}

func TestRedact(t *testing.T) {
	tests := []struct{ uri, message, want string }{
		{"mongodb://alice:s%40t@localhost/x", `parse "mongodb://alice:s%40t@localhost/x": bad`, `parse "mongodb://…@localhost/x": bad`},
		{"mongodb://alice:s%40t@localhost/x", "alice may not log in with s@t", "… may not log in with …"},
		{"mongodb://alice:s/t@localhost/x", "parse alice:s/t@localhost/x", "parse …@localhost/x"},
		{"mongodb://localhost/x?a=b", "localhost is gone", "localhost is gone"},
	}
	for _, tt := range tests {
		if got := redact(tt.message, tt.uri); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestNobodyAnswers(t *testing.T) {
	_, _, _, err := Run(t.Context(), Options{URI: "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50"})
	if err == nil || err.Error() != "no database answers at 127.0.0.1:1: connection refused" {
		t.Errorf("got %v", err)
	}
}
