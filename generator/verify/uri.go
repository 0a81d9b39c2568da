package verify

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// secretOptions are the options of a URI whose values are not printed.
var secretOptions = []string{"authmechanismproperties", "sslclientcertificatekeypassword", "tlscertificatekeyfilepassword"}

// uri holds the parts of a connection string that must be known before the driver
// reads it, since the driver resolves names and quotes parts that it can't read.
type uri struct {
	isSRV   bool
	secrets []string // texts that must not be printed, both as written and unescaped
}

// userInfo matches RFC 3986's userinfo, a user and perhaps a password. Drivers take
// more, and differ in that: "localhost?x@elsewhere" begins with a host for one and
// with a user for another.
var userInfo = regexp.MustCompile(`^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?::(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$`)

// readURI reads a connection string, and refuses one that drivers may read in more
// than one way. Its errors quote nothing.
func readURI(text string) (uri, error) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || scheme != "mongodb" && scheme != "mongodb+srv" {
		return uri{}, errors.New("the URI of the database does not begin with mongodb://")
	}
	u := uri{isSRV: scheme == "mongodb+srv"}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority, after := rest[:end], rest[end:]
	info, _, hasUser := strings.Cut(authority, "@")
	switch {
	case strings.Count(rest, "@") > 1 || strings.Contains(after, "@") || hasUser && !userInfo.MatchString(info):
		return uri{}, errors.New("the URI of the database has a sign in its user or password that must be written as % and two digits: @ as %40, / as %2F, ? as %3F, : as %3A, % as %25")
	case strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7F }):
		return uri{}, errors.New("the URI of the database has a sign that is not of ASCII, or a space; write it as % and two digits")
	}
	if hasUser {
		u.secret(info)
		user, password, _ := strings.Cut(info, ":")
		u.secret(password)
		u.secret(user)
	}
	_, query, _ := strings.Cut(after, "?")
	for _, option := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(option, "=")
		if slices.Contains(secretOptions, strings.ToLower(name)) {
			u.secret(value)
		}
	}
	return u, nil
}

func (u *uri) secret(text string) {
	if text == "" {
		return
	}
	u.secrets = append(u.secrets, text)
	if plain, err := url.PathUnescape(text); err == nil && plain != text {
		u.secrets = append(u.secrets, plain)
	}
}

// redact removes the credentials from a message.
func (u uri) redact(message string) string {
	for _, secret := range u.secrets {
		message = strings.ReplaceAll(message, secret, "…")
	}
	return message
}

// ClientOptions returns the driver's options for a client of the server at o.URI,
// which repeats no command. It refuses a server on another machine unless
// o.AllowRemote. Its errors do not quote the URI's credentials.
func ClientOptions(o Options) (*options.ClientOptions, error) {
	u, err := readURI(o.URI)
	if err != nil {
		return nil, err
	}
	return u.options(o)
}

func (u uri) options(o Options) (*options.ClientOptions, error) {
	if u.isSRV && !o.AllowRemote {
		// Refused before the driver looks the name up.
		return nil, errors.New("mongodb+srv names a remote database; " + onlyHere)
	}
	settings := options.Client().ApplyURI(o.URI)
	if err := settings.Validate(); err != nil {
		return nil, fmt.Errorf("the URI of the database can't be used: %s", u.redact(err.Error()))
	}
	settings.SetAppName("modelbook")
	switch given := settings.ServerSelectionTimeout; {
	case given == nil:
		settings.SetServerSelectionTimeout(answerLimit)
	case *given <= 0 || *given > longestSearch: // 0 means no limit
		settings.SetServerSelectionTimeout(longestSearch)
	}
	// A repeated command would count as a round trip of the step.
	settings.SetRetryReads(false).SetRetryWrites(false)
	if len(settings.Hosts) == 1 && settings.ReplicaSet == nil && settings.Direct == nil && settings.LoadBalanced == nil {
		settings.SetDirect(true)
	}
	switch {
	case o.dialer != nil:
		return settings.SetDialer(o.dialer), nil
	case o.AllowRemote:
		return settings, nil
	}
	for _, host := range settings.Hosts {
		if !isLoopback(host) {
			return nil, fmt.Errorf("%s is on another machine; %s", host, onlyHere)
		}
	}
	// A server on this machine may name members of its set on others.
	settings.SetDialer(&net.Dialer{Timeout: answerLimit, Control: onlyLoopback})
	return settings, nil
}

const onlyHere = "only a database on this machine is used unless remote ones are allowed (--allow-remote)"

// isLoopback reports whether a host in the driver's form, or an address, is on this
// machine: a socket's file, localhost, or a loopback address in its usual form.
func isLoopback(host string) bool {
	if strings.HasPrefix(host, "/") {
		return strings.HasSuffix(host, ".sock")
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil { // it has no port
		name = host
		if inside, ok := strings.CutPrefix(host, "["); ok {
			name = strings.TrimSuffix(inside, "]")
		}
	}
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// onlyLoopback is the Control function of a dialer: it refuses a connection to
// another machine before it is made.
func onlyLoopback(network, address string, _ syscall.RawConn) error {
	if strings.HasPrefix(network, "unix") || isLoopback(address) {
		return nil
	}
	return fmt.Errorf("%s is on another machine", address)
}
