package verify

import (
	"strings"
	"testing"
	"testing/synctest"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// TestServerIsNamed: another server is not named MongoDB.
func TestServerIsNamed(t *testing.T) {
	for _, tt := range []struct {
		build bson.D
		want  string
	}{
		{nil, "MongoDB"},
		{bson.D{{Key: "gitVersion", Value: "v1.24.0"}, {Key: "ferretdbVersion", Value: "v1.24.0"}}, "FerretDB"},
		{bson.D{{Key: "ferretdb", Value: bson.D{{Key: "version", Value: "v2.5.0"}}}}, "FerretDB"},
		{bson.D{{Key: "psmdbVersion", Value: "8.0.4-1"}, {Key: "allocator", Value: "tcmalloc"}}, "Percona Server for MongoDB"},
		{bson.D{{Key: "gitVersion", Value: "45947f4b26"}}, "another server than MongoDB's, as of"},
	} {
		f := startFake(t, nil)
		f.build = tt.build
		c, err := connect(t.Context(), Options{URI: f.uri})
		if err != nil {
			t.Fatal(err)
		}
		defer c.close(t.Context())
		if server, err := c.server(t.Context()); err != nil || server.Name != tt.want || server.Version != "8.2.4" {
			t.Errorf("%v: %+v, %v; want %s", tt.build, server, err, tt.want)
		}
	}
}

// TestMayDial: which machine a URI names is decided before anything is dialed,
// as the driver will read it.
func TestMayDial(t *testing.T) {
	const (
		remote = "is on another machine; " + onlyHere
		sign   = "has a sign in its user or password that must be written"
		scheme = "does not begin with mongodb://"
		unread = "can't be used: "
	)
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
		{"mongodb://localhost:1@10.0.0.1", "10.0.0.1 " + remote},
		{"mongodb://[2001:db8::1]:27017", "[2001:db8::1]:27017 " + remote},
		{"mongodb://localhost.example.org", "localhost.example.org " + remote},
		{"mongodb://localhost.", "localhost. " + remote},
		{"mongodb://127.1", "127.1 " + remote},
		{"mongodb://0.0.0.0", "0.0.0.0 " + remote},
		{"mongodb://2130706433", "2130706433 " + remote},
		{"mongodb://0x7f000001", "0x7f000001 " + remote},
		{"mongodb://[::ffff:10.0.0.1]", "[::ffff:10.0.0.1] " + remote},
		{"mongodb://db.example.sock", "db.example.sock " + remote},
		{"mongodb://localhost?x@10.0.0.1", sign},
		{"mongodb://localhost/?x@10.0.0.1", sign},
		{"mongodb://localhost#@10.0.0.1", sign},
		{"mongodb://localhost/@10.0.0.1", sign},
		{"mongodb://a@localhost@10.0.0.1", sign},
		{"mongodb://a:b@localhost,c:d@10.0.0.1", sign},
		{"mongodb://a:b:c@10.0.0.1", sign},
		{"mongodb://localhost?x=1", unread},
		{"mongodb://localhost,", ""},
		{"mongodb://", unread},
		{"mongodb://local host", "not of ASCII, or a space"},
		{"mongodb://localhost\n10.0.0.1", "not of ASCII, or a space"},
		{"mongodb://lоcalhost", "not of ASCII, or a space"},
		{"mongodb+srv://cluster.example.org", "mongodb+srv names a remote database; " + onlyHere},
		{"mongodb+srv://localhost", "mongodb+srv names a remote database; " + onlyHere},
		{"MONGODB://localhost", scheme},
		{"localhost:27017", scheme},
		{"http://localhost", scheme},
		{"", scheme},
	}
	for _, tt := range tests {
		settings, err := ClientOptions(Options{URI: tt.uri})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.uri, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s\ngot  %v\nwant %s", tt.uri, err, tt.want)
		case err == nil && settings.Dialer == nil:
			t.Errorf("%s: nothing watches what is dialed", tt.uri)
		}
	}
	if _, err := ClientOptions(Options{URI: "mongodb://db.example.org", AllowRemote: true}); err != nil {
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
		"mongodb://alice:sEcr?t@localhost",
		"mongodb://alice:sEcr#t@localhost",
		"mongodb://alice:sEcr t@localhost",
		"mongodb://alice:sEcr\nt@localhost",
		"mongodb://alice:sEcr:t@localhost",
		"mongodb://alice:sEcrét@localhost",
		"mongodb://localhost/?tlsCertificateKeyFile=none&tlsCertificateKeyFilePassword=sEcr",
		"mongodb://localhost/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:sEcr,x",
		"mongodb://alice:sEcr%40t@localhost/?w=x&wtimeoutMS=-5&serverSelectionTimeoutMS=10",
		"mongodb://alice:sEcr%40t@localhost/?authMechanism=NOPE&serverSelectionTimeoutMS=10",
		"mongodb://alice:sEcr%40t@127.0.0.1:1/?serverSelectionTimeoutMS=10",
	} {
		_, _, _, err := runNoted(t.Context(), Options{URI: uri, AllowRemote: true})
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
		{"mongodb://localhost/x?a=b", "localhost is gone", "localhost is gone"},
		{"mongodb://localhost/?a=b&tlsCertificateKeyFilePassword=c%41", "neither c%41 nor cA", "neither … nor …"},
	}
	for _, tt := range tests {
		u, err := readURI(tt.uri)
		if err != nil {
			t.Fatal(err)
		}
		if got := u.redact(tt.message); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// In a bubble the driver's time passes only while all wait: it has been refused by then.
func TestNobodyAnswers(t *testing.T) {
	synctest.Test(t, nobodyAnswers)
}

func nobodyAnswers(t *testing.T) {
	_, _, _, err := runNoted(t.Context(), Options{URI: "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50"})
	if err == nil || err.Error() != "no database answers at 127.0.0.1:1: connection refused" {
		t.Errorf("got %v", err)
	}
}
