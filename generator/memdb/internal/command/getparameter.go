//go:build !js

package command

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

type getParameterCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[getParameterCommand](command{names: []string{"getParameter"}, admin: true})

func (c *getParameterCommand) run(*engine.Operation) (bson.D, error) {
	reply := bson.D{}
	switch asked := c.Others[0].Value.(type) {
	case string:
		if strings.HasPrefix(asked, "*") { // the server looks no further
			return nil, errcode.NotImplemented("getParameter: \"*\"")
		}
	case bson.D:
		return nil, errcode.NotImplemented("getParameter with an object of showDetails, allParameters and setAt")
	}
	for _, f := range c.Others[1:] {
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

// knownParameters are parameters that clients ask for and memdb refuses.
var knownParameters = []string{
	"logLevel", "quiet", "enableTestCommands", "authenticationMechanisms", "internalQueryExecMaxBlockingSortBytes",
	"ttlMonitorEnabled", "ttlMonitorSleepSecs", "notablescan", "transactionLifetimeLimitSeconds", "cursorTimeoutMillis",
	"localLogicalSessionTimeoutMinutes", "maxTransactionLockRequestTimeoutMillis", "internalQueryPlannerMaxIndexedSolutions",
	"internalDocumentSourceGroupMaxMemoryBytes", "wiredTigerConcurrentReadTransactions", "internalQueryFrameworkControl",
}
