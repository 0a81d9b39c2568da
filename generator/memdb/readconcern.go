package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// readsAtLevel are the commands that take another level than local.
var readsAtLevel = map[string]bool{"find": true, "aggregate": true, "count": true, "distinct": true}

func (r *request) checkReadConcern() error {
	concern := r.document("readConcern")
	for _, field := range concern {
		switch field.Key {
		case "level", "provenance":
		case "afterClusterTime", "atClusterTime":
			return errcode.New(errcode.IllegalOperation, "Cannot specify %s readConcern unless the node is a replica set member", field.Key)
		default:
			return errcode.New(errcode.IDLUnknownField, "BSON field 'readConcern.%s' is an unknown field.", field.Key)
		}
	}
	level := value.Get(concern, "level")
	if value.IsNullish(level) {
		return nil
	}
	name, ok := level.(string)
	if !ok {
		return errcode.New(errcode.TypeMismatch, "BSON field 'readConcern.level' is the wrong type '%s', expected type 'string'", value.TypeName(level))
	}
	switch name {
	case "local":
		return nil
	case "available", "majority", "snapshot", "linearizable":
		if !readsAtLevel[r.name] {
			return errcode.New(errcode.InvalidOptions, "Command %s does not support { readConcern: { level: \"%s\" } }", r.name, name)
		}
		if name == "linearizable" && writesResult(r.doc) {
			return errcode.New(errcode.InvalidOptions, "$out and $merge do not support readConcern linearizable")
		}
		if name == "snapshot" || name == "linearizable" {
			return errcode.New(123, "node needs to be a replica set member to use read concern %s", name)
		}
		return nil
	}
	return errcode.New(errcode.BadValue, "Enumeration value '%s' for field 'readConcern.level' is not a valid value.", name)
}

// writesResult says whether the command is a pipeline that ends in $out or $merge.
func writesResult(cmd bson.D) bool {
	stages, _ := value.Get(cmd, "pipeline").(bson.A)
	if len(stages) == 0 {
		return false
	}
	last, _ := stages[len(stages)-1].(bson.D)
	return len(last) == 1 && (last[0].Key == "$out" || last[0].Key == "$merge")
}
