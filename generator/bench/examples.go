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
	// pings are so many that they cost what a thousand examples are meant to.
	pings = 20_000
	// keptOfExample is how many bytes more the peak may be for an example more: its
	// file, what was read of it and what came back, with as much garbage. Its
	// database is gone.
	keptOfExample = 32 << 10
)

// compareExamples measures a run of examples beside pings through the same driver
// to the same database, and fails if their databases stay in memory.
func compareExamples(w io.Writer, rounds int) error {
	if err := os.Setenv("GOGC", "100"); err != nil {
		return err
	}
	return withFolder("", func(folder string) error {
		modelbook := filepath.Join(folder, "modelbook.exe")
		if output, err := exec.Command("go", "build", "-o", modelbook, "modelbook/generator").CombinedOutput(); err != nil {
			return fmt.Errorf("build modelbook: %w\n%s", err, output)
		}
		self, err := os.Executable()
		if err != nil {
			return err
		}
		const some, many, pinged = "1,000 examples", "3,000 examples", "20,000 pings"
		commands := []command{{name: pinged, args: []string{self, "-pings"}}}
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
		fmt.Fprintf(w, "%s ÷ %s: %.2f\n%d bytes of memory for each example more\n", some, pinged,
			medians[some].cpu.Seconds()/medians[pinged].cpu.Seconds(), grown)
		if grown > keptOfExample {
			return errors.New("memory grows with the number of examples")
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

// ping sends the embedded database as many pings.
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
