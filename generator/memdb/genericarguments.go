package memdb

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/idl"
	"modelbook/generator/memdb/storage"
)

// genericArguments are the fields that every command takes
// (src/mongo/idl/generic_argument.idl).
type genericArguments struct {
	Database             *string       `idl:"$db"`
	Session              *sessionID    `idl:"lsid,path=lsid"`
	_                    bson.D        `idl:"$clusterTime"`
	_                    bson.D        `idl:"$readPreference,accepted"`
	_                    any           `idl:"comment,accepted"`
	_                    idl.UUID      `idl:"clientOperationKey,accepted"`
	RawData              *bool         `idl:"rawData"`
	_                    idl.Refused   `idl:"$audit $client $configServerState $configTime $oplogQueryData $queryOptions $replData $topologyTime"`
	_                    idl.Refused   `idl:"allowImplicitCollectionCreation databaseVersion shardVersion coordinator txnRetryCounter"`
	_                    idl.Refused   `idl:"maxTimeMSOpOnly mayBypassWriteBlocking versionContext tracking_info"`
	MaxTimeMS            *int64        `idl:"maxTimeMS,whole,min=0,max=2147483647"`
	ReadConcern          *readConcern  `idl:"readConcern,path=readConcern"`
	WriteConcern         *writeConcern `idl:"writeConcern,path=writeConcern"`
	APIVersion           *string       `idl:"apiVersion"`
	APIStrict            *bool         `idl:"apiStrict"`
	APIDeprecationErrors *bool         `idl:"apiDeprecationErrors"`
	TransactionNumber    *int64        `idl:"txnNumber"`
	Autocommit           *bool         `idl:"autocommit"`
	StartTransaction     *bool         `idl:"startTransaction"`
}

func (g *genericArguments) generic() *genericArguments { return g }

// check gives the server's errors for what a command takes and this one does
// not, or not together. fields are those of the command.
func (g *genericArguments) check(c *namedCommand, fields runner) error {
	if g.Database == nil {
		return errcode.New(40571, "OP_MSG requests require a $db argument")
	}
	if err := storage.CheckDatabase(*g.Database); err != nil {
		return err
	}
	if err := g.checkAPI(c); err != nil {
		return err
	}
	if c.admin && *g.Database != "admin" {
		return errcode.New(13, "%s may only be run against the admin database.", c.name)
	}
	if err := g.checkTransaction(); err != nil {
		return err
	}
	if g.RawData != nil && *g.RawData && !c.rawData {
		return errcode.NotImplemented(c.name + ".rawData")
	}
	if err := g.ReadConcern.check(c, fields); err != nil {
		return err
	}
	return g.WriteConcern.check(c)
}

func (g *genericArguments) checkAPI(c *namedCommand) error {
	strict := g.APIStrict != nil && *g.APIStrict
	switch {
	case g.APIVersion == nil && (g.APIStrict != nil || g.APIDeprecationErrors != nil):
		return errcode.New(4886600, "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion")
	case g.APIVersion != nil && *g.APIVersion != "1":
		return errcode.New(322, "API version must be \"1\"")
	case strict && !c.api1:
		return errcode.New(323, "Provided apiStrict:true, but the command %s is not in API Version 1", c.name)
	case strict: // fields and stages would have to be looked through
		return errcode.NotImplemented(c.name + ".apiStrict")
	}
	return nil
}

// checkTransaction gives the standalone's answer to what belongs to a
// transaction or a retryable write.
func (g *genericArguments) checkTransaction() error {
	switch {
	case g.TransactionNumber != nil && g.Session == nil:
		return errcode.New(errcode.InvalidOptions, "Transaction number requires a session ID to also be specified")
	case g.TransactionNumber == nil && (g.Autocommit != nil || g.StartTransaction != nil):
		return errcode.New(errcode.InvalidOptions, "'autocommit' and 'startTransaction' require a transaction number")
	case g.TransactionNumber != nil:
		return errcode.New(errcode.IllegalOperation, "Transaction numbers are only allowed on a replica set member or mongos")
	}
	return nil
}

// deadline is when the command's time is over by the machine's clock, zero for
// never.
func (g *genericArguments) deadline() time.Time {
	if g.MaxTimeMS == nil || *g.MaxTimeMS == 0 {
		return time.Time{}
	}
	return time.Now().Add(time.Duration(*g.MaxTimeMS) * time.Millisecond)
}
