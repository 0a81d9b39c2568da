package run

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// known is what was asked about the collections of a database, by their names, for as
// long as no step may have changed it: what there was after one is there before
// the next.
type known struct {
	replies   map[string]map[string]bson.Raw // by the name of the command
	documents map[string]looked
}

func knowNothing() known {
	return known{replies: map[string]map[string]bson.Raw{"validate": {}, "listIndexes": {}}, documents: map[string]looked{}}
}

// ask sends a command unless its reply is known.
func (k known) ask(command bson.D, send func(bson.D) (bson.Raw, error)) (bson.Raw, error) {
	collection, _ := command[0].Value.(string)
	replies := k.replies[command[0].Key]
	if reply, known := replies[collection]; known {
		return reply, nil
	}
	reply, err := send(command)
	if err == nil && replies != nil {
		replies[collection] = reply
	}
	return reply, err
}

// forget drops what an operation may have changed, of other collections too if it
// was sent in a session, whose transaction perhaps ended, or nothing tells what it did.
func (k known) forget(o example.Operation, in *session) {
	switch {
	case in == nil && o.Effect() == example.EffectNothing && o.Name != "rename": // it changes no document
	case in == nil && o.ChangesDocuments():
		delete(k.replies["validate"], o.Object)
		delete(k.documents, o.Object)
	default:
		clear(k.replies["validate"])
		clear(k.replies["listIndexes"])
		clear(k.documents)
	}
}
