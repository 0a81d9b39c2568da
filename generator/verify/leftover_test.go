package verify

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/example"
)

// A run drops the databases of killed runs on this machine, and no others.
func TestLeftoversAreDropped(t *testing.T) {
	ended := exec.Command(filepath.Join(os.Args[0]), "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	gone := strconv.FormatInt(int64(ended.Process.Pid), 16)
	parent := strconv.FormatInt(int64(os.Getppid()), 16)
	uri := startMemdb(t)
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Disconnect(t.Context())
	left := "modelbook_" + thisMachine + "_" + gone + "_0123abcd_huts"
	kept := []string{
		"modelbook_" + thisMachine + "_" + parent + "_0123abcd_huts",  // of one that runs
		"modelbook_" + thisMachine + "_" + thisProcess + "_0123abcd_", // ours
		"modelbook_00000000_" + gone + "_0123abcd_huts",               // of another machine
		"modelbook_" + gone, "modelbook", "huts", // no names of a run
	}
	for _, name := range append(kept, left) {
		if _, err := client.Database(name).Collection("huts").InsertOne(t.Context(), bson.D{{Key: "_id", Value: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, _, err := runNoted(t.Context(), Options{URI: uri, Examples: []*example.Example{load(t, "huts", withSchema)}}); err != nil {
		t.Fatal(err)
	}
	names, err := client.ListDatabaseNames(t.Context(), bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range names {
		found[name] = true
	}
	for _, name := range kept {
		if !found[name] {
			t.Errorf("%s was dropped", name)
		}
	}
	if found[left] {
		t.Errorf("%s was left", left)
	}
	for name := range found {
		if isLeftover("modelbook", name) {
			t.Errorf("%s was left", name)
		}
	}
}
