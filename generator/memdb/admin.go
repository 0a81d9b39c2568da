package memdb

import (
	"encoding/json"
	"maps"
	"runtime"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

func connectionStatus(r *request) (bson.D, error) {
	auth := bson.D{
		{Key: "authenticatedUsers", Value: bson.A{}},
		{Key: "authenticatedUserRoles", Value: bson.A{}},
	}
	if r.flag("showPrivileges", false) {
		auth = append(auth, bson.E{Key: "authenticatedUserPrivileges", Value: bson.A{}})
	}
	return bson.D{{Key: "authInfo", Value: auth}}, nil
}

func hostInfo(r *request) (bson.D, error) {
	return bson.D{
		{Key: "system", Value: bson.D{
			{Key: "currentTime", Value: bson.DateTime(r.now.UnixMilli())},
			{Key: "hostname", Value: hostName},
			{Key: "cpuAddrSize", Value: int32(64)},
			{Key: "numCores", Value: int32(runtime.NumCPU())},
			{Key: "cpuArch", Value: runtime.GOARCH},
		}},
		{Key: "os", Value: bson.D{{Key: "type", Value: runtime.GOOS}, {Key: "name", Value: "memdb"}, {Key: "version", Value: Version}}},
		{Key: "extra", Value: bson.D{}},
	}, nil
}

// knownParameters are those that clients ask for and memdb can't answer.
var knownParameters = []string{
	"allParameters", "logLevel", "quiet", "enableTestCommands", "authenticationMechanisms", "internalQueryExecMaxBlockingSortBytes",
	"ttlMonitorEnabled", "ttlMonitorSleepSecs", "notablescan", "transactionLifetimeLimitSeconds", "cursorTimeoutMillis",
	"localLogicalSessionTimeoutMinutes", "maxTransactionLockRequestTimeoutMillis", "internalQueryPlannerMaxIndexedSolutions",
	"internalDocumentSourceGroupMaxMemoryBytes", "wiredTigerConcurrentReadTransactions", "internalQueryFrameworkControl",
}

func getParameter(r *request) (bson.D, error) {
	reply := bson.D{}
	if r.fields["getParameter"] == "*" {
		return nil, errcode.NotImplemented("getParameter: \"*\"")
	}
	for _, f := range r.doc[1:] {
		switch {
		case f.Key == "featureCompatibilityVersion":
			reply = append(reply, bson.E{Key: f.Key, Value: bson.D{{Key: "version", Value: "8.2"}}})
		case slices.Contains(knownParameters, f.Key):
			return nil, errcode.NotImplemented("getParameter." + f.Key)
		}
	}
	if len(reply) == 0 {
		return nil, errcode.New(errcode.InvalidOptions, "no option found to get")
	}
	return reply, nil
}

func getCmdLineOpts(*request) (bson.D, error) {
	return bson.D{{Key: "argv", Value: bson.A{"memdb"}}, {Key: "parsed", Value: bson.D{}}}, nil
}

// getLog tells a shell, in one startup warning, what it is connected to.
func getLog(r *request) (bson.D, error) {
	name, ok := r.fields["getLog"].(string)
	if !ok {
		return nil, errcode.New(errcode.TypeMismatch, "Argument to getLog must be of type String; found %s of type %s",
			value.String(r.fields["getLog"]), value.TypeName(r.fields["getLog"]))
	}
	lines := bson.A{}
	switch name {
	case "*":
		return bson.D{{Key: "names", Value: bson.A{"global", "startupWarnings"}}}, nil
	case "global":
	case "startupWarnings":
		lines = append(lines, r.db.warning())
	default:
		return nil, errcode.New(96, "No log named '%s'", name)
	}
	return bson.D{{Key: "totalLinesWritten", Value: int32(len(lines))}, {Key: "log", Value: lines}}, nil
}

// warning is a line in the form of the server's log.
func (db *DB) warning() string {
	line, _ := json.Marshal(map[string]any{
		"t":    map[string]string{"$date": db.started.UTC().Format("2006-01-02T15:04:05.000Z07:00")},
		"s":    "W",
		"c":    "CONTROL",
		"id":   0,
		"ctx":  "memdb",
		"msg":  "This is memdb " + Version + ", an embedded test database, not MongoDB's server. It answers as " + ServerVersion + " does, or with error 238.",
		"tags": []string{"startupWarnings"},
	})
	return string(line)
}

func serverStatus(r *request) (bson.D, error) {
	up := r.now.Sub(r.db.started)
	return bson.D{
		{Key: "host", Value: hostName},
		{Key: "version", Value: ServerVersion},
		{Key: "process", Value: "memdb"},
		{Key: "uptime", Value: up.Seconds()},
		{Key: "uptimeMillis", Value: up.Milliseconds()},
		{Key: "uptimeEstimate", Value: int64(up / time.Second)},
		{Key: "localTime", Value: bson.DateTime(r.now.UnixMilli())},
		{Key: "memdb", Value: whatItIs()},
	}, nil
}

func whatsMyURI(r *request) (bson.D, error) {
	return bson.D{{Key: "you", Value: clientOf(r.ctx).Address}}, nil
}

func listCommands(*request) (bson.D, error) {
	list := bson.D{}
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		list = append(list, bson.E{Key: name, Value: bson.D{
			{Key: "help", Value: support.State(support.Command, name).String()},
			{Key: "requiresAuth", Value: false},
			{Key: "secondaryOk", Value: commands[name].locks != locksWrite},
			{Key: "adminOnly", Value: commands[name].admin},
		}})
	}
	return bson.D{{Key: "commands", Value: list}}, nil
}

func usersInfo(*request) (bson.D, error) { return bson.D{{Key: "users", Value: bson.A{}}}, nil }

func rolesInfo(*request) (bson.D, error) { return bson.D{{Key: "roles", Value: bson.A{}}}, nil }

// profile can say that profiling is off; to switch it on is refused.
func profile(r *request) (bson.D, error) {
	switch level := commandLong(r.fields["profile"]); {
	case level == 0 || level == -1:
	case level > 2 || level < -1:
		return nil, errcode.New(errcode.BadValue, "profile level must be between -1 and 2")
	default:
		return nil, errcode.NotImplemented("profile > 0")
	}
	return bson.D{
		{Key: "was", Value: int32(0)},
		{Key: "slowms", Value: int32(100)},
		{Key: "sampleRate", Value: 1.0},
	}, nil
}

func top(r *request) (bson.D, error) {
	totals := bson.D{{Key: "note", Value: "all times in microseconds"}}
	for _, database := range slices.Sorted(maps.Keys(r.db.databases)) {
		for _, name := range slices.Sorted(maps.Keys(r.db.databases[database].collections)) {
			totals = append(totals, bson.E{Key: database + "." + name, Value: bson.D{}})
		}
	}
	return bson.D{{Key: "totals", Value: totals}}, nil
}

func replSetGetStatus(*request) (bson.D, error) {
	return nil, errcode.New(76, "not running with --replSet")
}

func saslStart(*request) (bson.D, error) {
	return nil, errcode.New(18, "Authentication failed: memdb has no users; connect without credentials.")
}
