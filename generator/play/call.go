package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Codes of errors that drivers take for an answer.
const namespaceNotFound = 26

// split gives the database and the collection of a namespace.
func split(namespace string) (database, collection string) {
	database, collection, _ = strings.Cut(namespace, ".")
	return database, collection
}

// call sends an operation as a driver does, and gives its result as the Unified
// Test Format writes results.
func (s *sender) call(o example.Operation) (bson.RawValue, error) {
	value, err := s.value(o)
	if err != nil {
		return bson.RawValue{}, err
	}
	return ejson.Raw(value)
}

func (s *sender) value(o example.Operation) (any, error) {
	d, known := example.Describe(o.Name)
	command := o.Command()
	switch {
	case !known || d.On == example.OnSession && s.session == nil:
		return nil, fmt.Errorf("%s does not run here", o.Name)
	case d.On == example.OnSession:
		return nil, transactions[o.Name](s)
	case d.On == example.OnStream:
		return s.next(o)
	case d.Returns == example.ReturnsStream:
		return nil, s.watch(o)
	case o.Name == "bulkWrite":
		return s.bulkWrite(o)
	case command == nil:
		return nil, fmt.Errorf("%s sends nothing", o.Name)
	}
	switch o.Name {
	case "find", "aggregate":
		return s.documents(command, o.Argument("batchSize"))
	case "listIndexes":
		list, err := s.documents(command, nil)
		return list, unless(namespaceNotFound, err)
	case "findOne":
		found, err := s.documents(command, nil)
		return first(found), err
	case "countDocuments":
		found, err := s.documents(command, nil)
		if err != nil || len(found) == 0 {
			return int32(0), err
		}
		n, _ := found[0].(bson.Raw).Lookup("n").AsInt64OK()
		return int32(n), nil
	case "drop", "dropIndex":
		_, err := s.send(command)
		return nil, unless(namespaceNotFound, err)
	case "createCollection", "createView":
		_, err := s.send(command)
		return nil, err
	case "rename":
		return nil, s.rename(o, command)
	}
	if write := writes[d.Command.Name]; write != nil {
		return write(s, o, command)
	}
	reply, err := s.send(command)
	if err != nil {
		return nil, err
	}
	return fromReply(o, reply)
}

func first(list bson.A) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// unless takes one of the server's errors for none.
func unless(code int32, err error) error {
	var server *serverError
	if errors.As(err, &server) && server.code == code {
		return nil
	}
	return err
}

// fromReply gives what a driver's method gives of the reply to its command.
func fromReply(o example.Operation, reply bson.Raw) (any, error) {
	switch o.Name {
	case "distinct":
		return reply.Lookup("values"), nil
	case "estimatedDocumentCount":
		n, _ := reply.Lookup("n").AsInt64OK()
		return int32(n), nil
	case "createIndex":
		index := ejson.Elements(mustRaw(o.Command()).Lookup("indexes"))
		return index[0].Document().Lookup("name"), nil
	case "explain":
		p, ok := cost.ReadPlan(reply)
		if !ok {
			return nil, cost.ErrPlan
		}
		return p.Document(), nil
	case "runCommand":
		return reply, nil
	}
	return reply.Lookup("value"), nil // of findAndModify
}

func mustRaw(d bson.D) bson.Raw {
	raw, err := bson.Marshal(d)
	if err != nil {
		return nil
	}
	return raw
}

// rename goes to the database admin, with both names in full.
func (s *sender) rename(o example.Operation, command bson.D) error {
	sent := bson.D{{Key: "renameCollection", Value: s.database + "." + o.Object}}
	for _, e := range command[1:] {
		if to, ok := e.Value.(string); ok {
			e.Value = s.database + "." + to
		}
		sent = append(sent, e)
	}
	_, err := s.sendTo("admin", sent)
	return err
}

// writes give the results of commands that write, by the command's name.
var writes = map[string]func(s *sender, o example.Operation, command bson.D) (any, error){
	"insert": func(s *sender, o example.Operation, command bson.D) (any, error) {
		ids := withIDs(command)
		if _, err := s.write(command); err != nil {
			return nil, err
		}
		if o.Name == "insertOne" {
			return example.InsertOneResult(ids[0].Value), nil
		}
		return example.InsertManyResult(ids), nil
	},
	"update": func(s *sender, _ example.Operation, command bson.D) (any, error) {
		reply, err := s.write(command)
		if err != nil {
			return nil, err
		}
		var w written
		w.add("update", reply, 0)
		return w.UpdateResult(), nil
	},
	"delete": func(s *sender, _ example.Operation, command bson.D) (any, error) {
		reply, err := s.write(command)
		if err != nil {
			return nil, err
		}
		var w written
		w.add("delete", reply)
		return w.DeleteResult(), nil
	},
}

// withIDs gives documents that have no _id one, as drivers do, and gives all of
// them by their index.
func withIDs(insert bson.D) bson.D {
	ids := bson.D{}
	for _, e := range insert {
		list, ok := e.Value.(bson.A)
		if !ok || e.Key != "documents" {
			continue
		}
		for i, item := range list {
			document, _ := item.(bson.D)
			id, found := idOf(document)
			if !found {
				id = bson.NewObjectID()
				list[i] = append(bson.D{{Key: "_id", Value: id}}, document...)
			}
			ids = append(ids, bson.E{Key: strconv.Itoa(i), Value: id})
		}
	}
	return ids
}

func idOf(document bson.D) (any, bool) {
	for _, e := range document {
		if e.Key == "_id" {
			return e.Value, true
		}
	}
	return nil, false
}
