package calibrate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// facts are what a server says about itself.
type facts struct {
	hasOplog  bool
	hasStatus bool
	cache     float64 // bytes
	// Why it does not tell these; "" if it does.
	noProcessor, noCache string
}

// examine refuses servers whose weights can't be timed.
func examine(ctx context.Context, server Server) (f facts, err error) {
	reply, err := server.RunCommand(ctx, "admin", bson.D{{Key: "hello", Value: 1}})
	if err != nil {
		return f, err
	}
	var hello struct {
		Msg               string
		SetName           string `bson:"setName"`
		IsWritablePrimary bool   `bson:"isWritablePrimary"`
		ReadOnly          bool   `bson:"readOnly"`
	}
	if err := bson.Unmarshal(reply, &hello); err != nil {
		return f, fmt.Errorf("the reply to hello can't be read: %w", err)
	}
	switch {
	case hello.Msg == "isdbgrid":
		return f, errors.New("this is mongos, a router, whose work is that of no weight; name the primary of a shard, or a server like it")
	case hello.ReadOnly:
		return f, errors.New("this server is read-only; calibrate has to write")
	case !hello.IsWritablePrimary:
		return f, errors.New("this server is not the primary of its set, so that it takes no writes; name the primary")
	}
	f.hasOplog = hello.SetName != ""
	status, err := server.RunCommand(ctx, "admin", bson.D{{Key: "serverStatus", Value: 1}})
	if err != nil {
		f.noProcessor, f.noCache = err.Error(), err.Error()
		return f, ctx.Err()
	}
	f.hasStatus = true
	if _, ok := processorTime(status); !ok {
		f.noProcessor = "its serverStatus does not have it"
	}
	f.cache, _ = number(status, "wiredTiger", "cache", "maximum bytes configured")
	if f.cache <= 0 {
		f.noCache = "the server's status does not have it"
	}
	return f, nil
}

func number(status bson.Raw, path ...string) (float64, bool) {
	n, ok := status.Lookup(path...).AsInt64OK()
	return float64(n), ok
}

// processorTime returns the processor time of the server so far.
func processorTime(status bson.Raw) (time.Duration, bool) {
	user, hasUser := number(status, "extra_info", "user_time_us")
	system, hasSystem := number(status, "extra_info", "system_time_us")
	return time.Duration(user+system) * time.Microsecond, hasUser && hasSystem
}
