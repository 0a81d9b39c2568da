package play

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// A batch of documents is sent when it has so many bytes or documents: few are
// held at once.
const (
	batchBytes     = 4 << 20
	batchDocuments = 5000
)

// fill makes the collections and puts the initial data in.
func (s *Session) fill(ctx context.Context) error {
	to := s.sender(ctx)
	data := s.example.Data(s.size)
	for i := range s.example.Collections {
		c := &s.example.Collections[i]
		for _, command := range setup(c) {
			if _, err := to.send(command); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		if err := insert(to, c.Name, data); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	if wrong := data.Wrong(); wrong != nil {
		return errors.New(wrong.Text)
	}
	return nil
}

// setup gives the commands that make a collection and its indexes.
func setup(c *example.Collection) []bson.D {
	commands := []bson.D{c.Create()}
	for _, index := range c.Indexes {
		commands = append(commands, index.Create(c.Name))
	}
	return commands
}

func insert(to *sender, collection string, data *example.Data) error {
	var batch bson.A
	size := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		_, err := to.write(bson.D{{Key: "insert", Value: collection}, {Key: "documents", Value: batch}})
		batch, size = nil, 0
		return err
	}
	for document := range data.Documents(collection) {
		batch = append(batch, document.Raw)
		if size += len(document.Raw); size > batchBytes || len(batch) == batchDocuments {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
