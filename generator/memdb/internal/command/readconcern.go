package command

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/pipeline"
)

// readConcern is the argument of that name (src/mongo/db/repl/read_concern.idl).
type readConcern struct {
	Level            *string     `idl:"level,enum=local|available|majority|snapshot|linearizable"`
	AfterClusterTime any         `idl:"afterClusterTime,notnull,types=timestamp"`
	AtClusterTime    any         `idl:"atClusterTime,notnull,types=timestamp"`
	_                string      `idl:"provenance,enum=clientSupplied|implicitDefault|customDefault|getLastErrorDefaults|internalWriteDefault"`
	_                idl.Refused `idl:"afterOpTime $_allowTransactionTableSnapshot $_waitLastStableRecoveryTimestamp"`
}

// level is the given level, "local" if there is none.
func (rc *readConcern) level() string {
	if rc == nil || rc.Level == nil {
		return "local"
	}
	return *rc.Level
}

func (rc *readConcern) check(c *namedCommand, fields runner, set bool) error {
	if rc == nil {
		return nil
	}
	if err := rc.checkTimes(); err != nil {
		return err
	}
	level := rc.level()
	switch {
	case rc.AfterClusterTime != nil && !set:
		return errcode.New(errcode.IllegalOperation, "Cannot specify afterClusterTime readConcern unless the node is a replica set member")
	case rc.Level == nil, level == "local" && c.refusesLevel == nil:
		return nil
	case !c.readConcern:
		return errcode.New(errcode.InvalidOptions, "Command %s does not support { readConcern: { level: \"%s\" } }", c.name, level)
	}
	if c.refusesLevel != nil {
		if err := c.refusesLevel(fields, level); err != nil {
			return err
		}
	}
	if level == "local" {
		return nil
	}
	if set && level == "snapshot" {
		return checkSnapshot(c, fields)
	}
	if !set && (level == "snapshot" || level == "linearizable") {
		return errcode.New(123, "node needs to be a replica set member to use read concern %s", level)
	}
	return nil
}

// checkTimes returns the errors of times that do not go with the level, or with
// each other, wherever the command is run.
func (rc *readConcern) checkTimes() error {
	level := rc.level()
	switch {
	case rc.AfterClusterTime != nil && rc.AtClusterTime != nil:
		return errcode.New(errcode.InvalidOptions, "Can not specify both afterClusterTime and atClusterTime")
	case rc.AfterClusterTime != nil && (level == "available" || level == "linearizable"):
		return errcode.New(errcode.InvalidOptions, "afterClusterTime field can be set only if level is equal to majority, local, or snapshot")
	case rc.AtClusterTime != nil && level != "snapshot":
		return errcode.New(errcode.InvalidOptions, "atClusterTime field can be set only if level is equal to snapshot")
	case rc.AtClusterTime != nil && rc.AtClusterTime.(bson.Timestamp).T == 0:
		return errcode.New(errcode.InvalidOptions, "atClusterTime must not be a null timestamp")
	case rc.AfterClusterTime == bson.Timestamp{}:
		return errcode.New(errcode.InvalidOptions, "afterClusterTime must not be a null timestamp")
	}
	return nil
}

// checkSnapshot refuses the commands and options for which it is not known how they
// read a snapshot.
func checkSnapshot(c *namedCommand, fields runner) error {
	if !slices.Contains([]string{"find", "aggregate", "distinct"}, c.name) {
		return errcode.NotImplemented(c.name + ".readConcern.level snapshot outside a transaction")
	}
	if a, is := fields.(*aggregateCommand); is && (a.Explain || pipeline.CheckInTransaction(a.Pipeline) != nil) {
		return errcode.NotImplemented("this aggregate with readConcern.level snapshot")
	}
	if f, is := fields.(*findCommand); is && f.Tailable {
		return errcode.NotImplemented("find.tailable with readConcern.level snapshot")
	}
	return nil
}
