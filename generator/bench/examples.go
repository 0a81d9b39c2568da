package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

const (
	// pings is a number of pings that costs as much as a thousand examples
	// should.
	pings = 20_000
	// keptOfExample is how many bytes each example may add to the peak: its file,
	// the parsed example and its results, with as much garbage. Its database has
	// been released.
	keptOfExample = 32 << 10
	// mostForDocuments is the cost limit for making, inserting and indexing 100,000
	// documents, as a multiple of the cost of the pings: 2 s of processor time
	// where pings take 0.8 s. It is done twice, for an example runs once more in
	// another order.
	mostForDocuments = 2.5
)

// compareExamples measures a run of examples beside pings through the same driver
// to the same database, and fails if their databases stay in memory or if many
// documents cost too much.
func compareExamples(w io.Writer, rounds int) error {
	if err := os.Setenv("GOGC", "100"); err != nil {
		return err
	}
	return withFolder("", func(folder string) error {
		modelbook := filepath.Join(folder, "modelbook.exe")
		if output, err := exec.Command("go", "build", "-tags", "nosources", "-o", modelbook, "modelbook/generator").CombinedOutput(); err != nil {
			return fmt.Errorf("build modelbook: %w\n%s", err, output)
		}
		self, err := os.Executable()
		if err != nil {
			return err
		}
		const some, many, large, pinged = "1,000 examples", "3,000 examples", "100,000 documents", "20,000 pings"
		documents := filepath.Join(folder, "documents")
		if err := writeFile(documents, "examples/readings-many.json", largeExample); err != nil {
			return err
		}
		commands := []command{
			{name: pinged, args: []string{self, "-pings"}},
			{name: large, args: []string{modelbook, "verify", "--source", documents}},
		}
		for name, examples := range map[string]int{some: 1000, many: 3000} {
			source := filepath.Join(folder, fmt.Sprint(examples))
			if err := (corpus{examples: examples, seed: 1}).writeExamples(source); err != nil {
				return err
			}
			commands = append(commands, command{name: name, args: []string{modelbook, "verify", "--source", source}})
		}
		medians, err := measure(w, rounds, commands)
		if err != nil {
			return err
		}
		grown := (medians[many].memory - medians[some].memory) / 2000
		toPings := func(name string) float64 { return medians[name].cpu.Seconds() / medians[pinged].cpu.Seconds() }
		fmt.Fprintf(w, "%s ÷ %s: %.2f\n%s ÷ %s: %.2f (must: %.1f)\n%d bytes of memory for each example more\n",
			some, pinged, toPings(some), large, pinged, toPings(large), mostForDocuments, grown)
		switch {
		case grown > keptOfExample:
			return errors.New("memory grows with the number of examples")
		case toPings(large) > mostForDocuments:
			return errors.New("many documents cost too much")
		}
		return nil
	})
}

func (c corpus) writeExamples(folder string) error {
	for i := range c.examples {
		name, text := c.example(i)
		if err := writeFile(folder, name, text); err != nil {
			return err
		}
	}
	return nil
}

// largeExample has 100,000 documents, and a step that finds the last of them.
const largeExample = `{
  "$schema": "./example.schema.json",
  "description": "Readings of two stations",
  "schema": {
    "readings": {
      "validator": { "$jsonSchema": { "bsonType": "object", "required": ["_id", "station", "at", "pressure"] } },
      "indexes": [{ "key": { "station": 1, "at": 1 } }]
    }
  },
  "initialData": [
    {
      "collectionName": "readings",
      "generate": {
        "count": 100000,
        "seed": 7,
        "document": {
          "_id": { "$$index": 1 },
          "station": { "$$pick": ["KMV", "SKV"] },
          "at": { "$$date": { "start": { "$date": "2026-01-05T00:00:00Z" }, "step": { "hours": 1 } } },
          "pressure": { "$$int": { "min": 1006, "max": 1014 } }
        }
      }
    }
  ],
  "steps": [
    {
      "id": "last",
      "operation": { "name": "find", "object": "readings", "arguments": { "filter": { "_id": 100000 }, "projection": { "at": 1 } } },
      "expectResult": [{ "_id": 100000, "at": { "$date": "2037-06-02T15:00:00Z" } }]
    }
  ]
}
`

// ping sends the embedded database as many pings over loopback, as any program
// would: examples reach it inside their program.
func ping() error {
	server, err := wire.Listen(memdb.New(memdb.Options{}))
	if err != nil {
		return err
	}
	defer server.Close()
	ctx := context.Background()
	client, err := mongo.Connect(options.Client().ApplyURI(server.URI()))
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	for range pings {
		if err := client.Database("admin").RunCommand(ctx, bson.D{{Key: "ping", Value: 1}}).Err(); err != nil {
			return err
		}
	}
	return nil
}
