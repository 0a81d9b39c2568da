package build

import (
	"cmp"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/render"
)

// stepTitle returns what a script's comment says of a step: the guide's caption, or else
// what the operation does, with remarks such as the client that sends it.
func (s *Site) stepTitle(step *example.Step, captions map[string]string, lang string) string {
	title := captions[step.ID]
	if title == "" {
		title = s.theme.Say(lang, figure.Words{
			Key:  "script-words." + deed(step.Operation),
			With: []figure.Argument{{Name: "collection", Phrase: figure.Text(collectionOf(step.Operation))}},
		})
	}
	for _, remark := range render.StepRemarks(step) {
		title += " · " + s.theme.Say(lang, remark)
	}
	if step.Unsent {
		title += " · " + s.theme.Say(lang, figure.Words{Key: "unsent"})
	}
	return title
}

// collectionOf returns the collection that an operation is about, or db.
func collectionOf(o example.Operation) string {
	made, _ := o.Argument("collection").(string)
	modified, _ := o.InCommand("collMod").(string)
	return cmp.Or(o.Object, made, modified, "db")
}

// deeds are the keys of the words for operations that are not found by their names'
// beginnings.
var deeds = map[string]string{
	"startTransaction": "start", "commitTransaction": "commit", "abortTransaction": "abort",
	"createIndex": "index", "dropIndex": "index", "createCollection": "create", "createView": "create",
	"rename": "rename", "drop": "drop", "watch": "watch", "next": "next", "explain": "explain",
	"replaceOne": "update", "findOneAndReplace": "update", "findOneAndUpdate": "update", "findOneAndDelete": "delete",
}

// deed returns the key of the words for an operation.
func deed(o example.Operation) string {
	if key := deeds[o.Name]; key != "" {
		return key
	}
	for _, key := range []string{"insert", "update", "delete"} {
		if strings.HasPrefix(o.Name, key) {
			return key
		}
	}
	switch {
	case o.Name == "runCommand" && o.InCommand("validator") != nil:
		return "validator"
	case o.Name == "runCommand":
		return "command"
	case o.Name == "bulkWrite":
		return "update"
	case o.Writes():
		return "compute"
	}
	return "read"
}
