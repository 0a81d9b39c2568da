package memdb

import (
	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/idl"
)

// readConcern is the argument of that name (src/mongo/db/repl/read_concern.idl).
type readConcern struct {
	Level            *string     `idl:"level,enum=local|available|majority|snapshot|linearizable"`
	AfterClusterTime any         `idl:"afterClusterTime"`
	AtClusterTime    any         `idl:"atClusterTime"`
	_                any         `idl:"provenance,accepted"`
	_                idl.Refused `idl:"afterOpTime $_allowTransactionTableSnapshot $_waitLastStableRecoveryTimestamp"`
}

func (rc *readConcern) check(c *namedCommand, lock locks) error {
	switch {
	case rc == nil:
		return nil
	case rc.AfterClusterTime != nil:
		return needsReplicaSet("afterClusterTime")
	case rc.AtClusterTime != nil:
		return needsReplicaSet("atClusterTime")
	case rc.Level == nil, *rc.Level == "local":
		return nil
	case !c.readConcern:
		return errcode.New(errcode.InvalidOptions, "Command %s does not support { readConcern: { level: \"%s\" } }", c.name, *rc.Level)
	case *rc.Level == "linearizable" && lock == locksWrite:
		return errcode.New(errcode.InvalidOptions, "$out and $merge do not support readConcern linearizable")
	case *rc.Level == "snapshot", *rc.Level == "linearizable":
		return errcode.New(123, "node needs to be a replica set member to use read concern %s", *rc.Level)
	}
	return nil
}

func needsReplicaSet(field string) error {
	return errcode.New(errcode.IllegalOperation, "Cannot specify %s readConcern unless the node is a replica set member", field)
}
