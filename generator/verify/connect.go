package verify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/example"
)

// answerLimit is how long a server may take to answer at all.
const answerLimit = 5 * time.Second

// client is a connection to the server at a URI.
type client struct {
	*mongo.Client
	uri   string
	hosts string // as they may be printed
}

func connect(ctx context.Context, o Options) (*client, error) {
	settings, err := ClientOptions(o)
	if err != nil {
		return nil, err
	}
	settings.SetMonitor(monitor())
	c := &client{uri: o.URI, hosts: strings.Join(settings.Hosts, ",")}
	if c.Client, err = mongo.Connect(settings); err != nil {
		return nil, fmt.Errorf("connect to %s: %s", c.hosts, redact(err.Error(), o.URI))
	}
	return c, nil
}

// ClientOptions gives what a client of the server at o.URI is made with. It
// refuses another machine's unless o.AllowRemote, repeats no command, and
// keeps the URI's credentials out of errors.
func ClientOptions(o Options) (*options.ClientOptions, error) {
	if err := mayDial(o); err != nil {
		return nil, err
	}
	settings := options.Client().ApplyURI(o.URI)
	if err := settings.Validate(); err != nil {
		return nil, fmt.Errorf("the URI of the database can't be used: %s", redact(err.Error(), o.URI))
	}
	settings.SetAppName("modelbook")
	if settings.ServerSelectionTimeout == nil {
		settings.SetServerSelectionTimeout(answerLimit)
	}
	// A repeated command would count as a round trip of the step.
	settings.SetRetryReads(false).SetRetryWrites(false)
	if len(settings.Hosts) == 1 && settings.ReplicaSet == nil && settings.Direct == nil && settings.LoadBalanced == nil {
		settings.SetDirect(true)
	}
	if !o.AllowRemote {
		// A server on this machine may name others as members of its set.
		settings.SetDialer(&net.Dialer{Timeout: answerLimit, Control: onlyLoopback})
	}
	return settings, nil
}

func (c *client) close() {
	ctx, cancel := context.WithTimeout(context.Background(), answerLimit)
	defer cancel()
	// What was to be told of the connection has been told by its commands.
	_ = c.Disconnect(ctx)
}

// mayDial looks at the URI before the driver does, which would resolve names.
func mayDial(o Options) error {
	scheme, rest, ok := strings.Cut(o.URI, "://")
	if !ok || scheme != "mongodb" && scheme != "mongodb+srv" {
		return errors.New(`the URI of the database does not begin with mongodb://`)
	}
	if o.AllowRemote {
		return nil
	}
	const hint = "only a database on this machine is used unless remote ones are allowed (--allow-remote)"
	if scheme == "mongodb+srv" {
		return errors.New(hint + "; mongodb+srv names a remote one")
	}
	for _, host := range hostsOf(rest) {
		if !isLoopback(host) {
			return fmt.Errorf("%s is on another machine; %s", host, hint)
		}
	}
	return nil
}

// hostsOf gives the hosts of a URI without its scheme.
func hostsOf(rest string) []string {
	authority, _, _ := strings.Cut(rest, "/")
	authority, _, _ = strings.Cut(authority, "?")
	return strings.Split(authority[strings.LastIndexByte(authority, '@')+1:], ",")
}

func isLoopback(host string) bool {
	if unescaped, err := url.PathUnescape(host); err == nil && strings.HasSuffix(unescaped, ".sock") {
		return true
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// onlyLoopback stops a connection before it is made.
func onlyLoopback(network, address string, _ syscall.RawConn) error {
	if strings.HasPrefix(network, "unix") || isLoopback(address) {
		return nil
	}
	return fmt.Errorf("%s is on another machine", address)
}

// redact takes the credentials of a URI out of a message.
func redact(message, uri string) string {
	_, rest, _ := strings.Cut(uri, "://")
	authority, _, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	if at < 0 {
		// A slash that is not escaped may stand in a password.
		if at = strings.LastIndexByte(rest, '@'); at < 0 {
			return message
		}
		authority = rest
	}
	secrets := []string{authority[:at]}
	user, password, _ := strings.Cut(authority[:at], ":")
	for _, secret := range []string{password, user} {
		plain, err := url.PathUnescape(secret)
		if err == nil {
			secrets = append(secrets, plain)
		}
		secrets = append(secrets, secret)
	}
	for _, secret := range secrets {
		if secret != "" {
			message = strings.ReplaceAll(message, secret, "…")
		}
	}
	return message
}

// server asks which server answers.
func (c *client) server(ctx context.Context) (example.Server, error) {
	var info struct {
		Version string
		Memdb   bson.Raw
	}
	err := c.Database("admin").RunCommand(ctx, bson.D{{Key: "buildInfo", Value: 1}}).Decode(&info)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return example.Server{}, ctx.Err()
	case mongo.IsTimeout(err) || mongo.IsNetworkError(err):
		return example.Server{}, fmt.Errorf("no database answers at %s: %s", c.hosts, redact(lastCause(err), c.uri))
	case err != nil:
		return example.Server{}, fmt.Errorf("the database at %s does not say what it is: %s", c.hosts, redact(err.Error(), c.uri))
	}
	name := "MongoDB"
	if info.Memdb != nil {
		name = "memdb"
	}
	topology, err := c.topology(ctx)
	return example.Server{Name: name, Version: info.Version, Topology: topology}, err
}

// topology asks what the server belongs to.
func (c *client) topology(ctx context.Context) (string, error) {
	var hello struct {
		SetName string `bson:"setName"`
		Msg     string
	}
	if err := c.Database("admin").RunCommand(ctx, bson.D{{Key: "hello", Value: 1}}).Decode(&hello); err != nil {
		return "", fmt.Errorf("the database at %s does not say what it belongs to: %s", c.hosts, redact(err.Error(), c.uri))
	}
	switch {
	case hello.Msg == "isdbgrid":
		return example.Sharded, nil
	case hello.SetName != "":
		return example.ReplicaSet, nil
	}
	return example.Single, nil
}

// lastCause leaves out the description of the topology that the driver adds.
func lastCause(err error) string {
	text := err.Error()
	for _, known := range []string{"connection refused", "is on another machine", "no such host", "no such file", "AuthenticationFailed", "certificate"} {
		if strings.Contains(text, known) {
			return known
		}
	}
	return "no answer in time"
}
