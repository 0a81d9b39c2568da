package command

import (
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/storage"
)

// genericArguments are the fields that every command takes
// (src/mongo/idl/generic_argument.idl).
type genericArguments struct {
	Database     *string       `idl:"$db"`
	Session      *sessionID    `idl:"lsid,path=lsid"`
	_            bson.D        `idl:"$clusterTime"`
	_            bson.D        `idl:"$readPreference,accepted"`
	_            any           `idl:"comment,accepted"`
	_            idl.UUID      `idl:"clientOperationKey,accepted"`
	RawData      *bool         `idl:"rawData"`
	_            idl.Refused   `idl:"$audit $client $configServerState $configTime $oplogQueryData $queryOptions $replData $topologyTime"`
	_            idl.Refused   `idl:"allowImplicitCollectionCreation databaseVersion shardVersion coordinator txnRetryCounter"`
	_            idl.Refused   `idl:"maxTimeMSOpOnly mayBypassWriteBlocking versionContext tracking_info"`
	MaxTimeMS    *int64        `idl:"maxTimeMS,whole,min=0,max=2147483647"`
	ReadConcern  *readConcern  `idl:"readConcern,path=readConcern"`
	WriteConcern *writeConcern `idl:"writeConcern,path=writeConcern"`
	engine.APIParameters
	TransactionNumber *int64 `idl:"txnNumber"`
	Autocommit        *bool  `idl:"autocommit"`
	StartTransaction  *bool  `idl:"startTransaction"`
}

func (g *genericArguments) generic() *genericArguments { return g }

// operation returns the operation that runs a command with these arguments.
func (g *genericArguments) operation(db *engine.DB, c *namedCommand, doc bson.D) *engine.Operation {
	op := &engine.Operation{
		Writer:            engine.Writer{DB: db, Store: &db.Store, Now: db.Clock()},
		Name:              c.name,
		Command:           doc,
		API:               g.APIParameters,
		TxnNumber:         g.TransactionNumber,
		StartsTransaction: g.StartTransaction != nil,
		ReadsSnapshot:     g.Autocommit == nil && g.ReadConcern.level() == "snapshot",
		IsUnacknowledged:  g.unacknowledged(),
	}
	op.Budget = &expr.Budget{YieldOrInterrupt: op.YieldOrInterrupt, Together: &db.Memory}
	if g.Session != nil {
		op.Session = g.Session.key()
	}
	if op.ReadsSnapshot {
		op.AtClusterTime, _ = g.ReadConcern.AtClusterTime.(bson.Timestamp)
	}
	if g.MaxTimeMS != nil && *g.MaxTimeMS != 0 && !c.waits {
		op.Deadline = time.Now().Add(time.Duration(*g.MaxTimeMS) * time.Millisecond)
	}
	if g.Database != nil {
		op.Database = *g.Database
	}
	return op
}

// check returns the server's errors for generic arguments that this command does not
// take, or not together. fields are those of the command.
func (g *genericArguments) check(c *namedCommand, fields runner, set bool) error {
	if g.Database == nil {
		return errcode.New(40571, "OP_MSG requests require a $db argument")
	}
	if err := storage.CheckDatabase(*g.Database); err != nil {
		return err
	}
	if c.admin && *g.Database != "admin" {
		return errcode.New(13, "%s may only be run against the admin database.", c.name)
	}
	if err := g.checkTransaction(c, fields, set); err != nil {
		return err
	}
	if g.RawData != nil && *g.RawData && !c.rawData {
		return errcode.NotImplemented(c.name + ".rawData")
	}
	if g.Autocommit != nil {
		return g.checkConcerns(c)
	}
	if err := g.ReadConcern.check(c, fields, set); err != nil {
		return err
	}
	return g.WriteConcern.check(c)
}

// checkTransaction returns the errors of the arguments of a transaction or a retryable
// write; a standalone takes none of them.
// Source: src/mongo/db/initialize_operation_session_info.cpp, session/session_catalog.
func (g *genericArguments) checkTransaction(c *namedCommand, fields runner, set bool) error {
	switch {
	case g.TransactionNumber != nil && g.Session == nil:
		return errcode.New(errcode.InvalidOptions, "Transaction number requires a session ID to also be specified")
	case g.TransactionNumber == nil && (g.Autocommit != nil || g.StartTransaction != nil):
		return errcode.New(errcode.InvalidOptions, "'autocommit' and 'startTransaction' require a transaction number")
	case g.TransactionNumber == nil:
		return nil
	case !set:
		return errcode.New(errcode.IllegalOperation, "Transaction numbers are only allowed on a replica set member or mongos")
	case *g.TransactionNumber < 0:
		return errcode.New(errcode.InvalidOptions, "Transaction number cannot be negative")
	case g.StartTransaction != nil && g.Autocommit == nil:
		return errcode.New(errcode.InvalidOptions, "'startTransaction' field requires 'autocommit' field to also be specified")
	case g.Autocommit != nil && *g.Autocommit:
		return errcode.New(errcode.InvalidOptions, "Specifying autocommit=true is not allowed.")
	case g.StartTransaction != nil && !*g.StartTransaction:
		return errcode.New(errcode.InvalidOptions, "Specifying startTransaction=false is not allowed.")
	case g.Autocommit != nil:
		return g.checkInTransaction(c, fields)
	case !c.retryable:
		return errcode.New(50768, "txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and %s is not a retryable write command.", c.name)
	}
	return checkRetryable(fields)
}

// checkInTransaction returns the errors of commands that no transaction may have.
func (g *genericArguments) checkInTransaction(c *namedCommand, fields runner) error {
	ends := c.name == "commitTransaction" || c.name == "abortTransaction"
	switch {
	case c.name == "count":
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot run 'count' in a multi-document transaction. Please see http://dochub.mongodb.org/core/transaction-count for a recommended alternative.")
	case !c.transaction:
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot run '%s' in a multi-document transaction.", c.name)
	case ends && g.StartTransaction != nil:
		return errcode.NotImplemented(c.name + ".startTransaction")
	case ends || c.name == "bulkWrite" || c.name == "killCursors":
		return nil
	case slices.Contains([]string{"admin", "config", "local"}, *g.Database):
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot run command against the '%s' database in a transaction.", *g.Database)
	}
	return checkStages(fields)
}

// checkStages returns the errors of stages and options that no transaction may have.
func checkStages(fields runner) error {
	switch c := fields.(type) {
	case *aggregateCommand:
		if c.Explain {
			return errcode.NotImplemented("aggregate.explain in a transaction")
		}
		return pipeline.CheckInTransaction(c.Pipeline)
	case *findCommand:
		if c.Tailable {
			return errcode.NotImplemented("find.tailable in a transaction")
		}
	case *createCommand:
		if c.ViewOn != nil || bool(c.Capped) {
			return errcode.NotImplemented("create of a view or a capped collection in a transaction")
		}
	}
	return nil
}

// checkConcerns returns the errors of the concerns of a command in a transaction: only
// the first may have a read concern, only the last a write concern.
func (g *genericArguments) checkConcerns(c *namedCommand) error {
	switch rc := g.ReadConcern; {
	case rc == nil:
	case g.StartTransaction == nil:
		return errcode.New(errcode.InvalidOptions, "Only the first command in a transaction may specify a readConcern")
	case rc.AtClusterTime != nil:
		return errcode.NotImplemented("readConcern.atClusterTime")
	case rc.Level != nil && !slices.Contains([]string{"local", "majority", "snapshot"}, *rc.Level):
		return errcode.New(errcode.InvalidOptions, "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction")
	default:
		if err := rc.checkTimes(); err != nil {
			return err
		}
	}
	if g.WriteConcern != nil && c.name != "commitTransaction" && c.name != "abortTransaction" {
		return errcode.New(errcode.InvalidOptions, "%s is not allowed with a writeConcern in a multi-document transaction", c.name)
	}
	return g.WriteConcern.check(c)
}

// sessionID is an lsid (src/mongo/db/session/logical_session_id.idl).
type sessionID struct {
	ID idl.UUID `idl:"id,required"`
	_  any      `idl:"uid,accepted"`
	_  any      `idl:"txnNumber,accepted"`
	_  any      `idl:"txnUUID,accepted"`
}

// key returns the key of the session.
func (s *sessionID) key() string { return string(s.ID[:]) }

func sessionKeys(ids []sessionID) []string {
	keys := make([]string, len(ids))
	for i := range ids {
		keys[i] = ids[i].key()
	}
	return keys
}

// unacknowledged reports whether the write concern is {w: 0}.
func (g *genericArguments) unacknowledged() bool {
	return g.WriteConcern != nil && g.WriteConcern.Members.none
}
