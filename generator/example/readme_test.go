package example

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

func readme(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../../examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestReadmeNamesAll: what can be written in an example stands in the README.
func TestReadmeNamesAll(t *testing.T) {
	text := readme(t)
	var names []string
	for _, d := range operations {
		names = append(names, d.Name)
	}
	names = slices.Concat(names, sortedKeys(makers()), Measures, FootprintMeasures, topologies, strings.Fields(createOptions), sortedKeys(units))
	for _, table := range []string{exampleKeys, collectionKeys, referenceKeys, dataKeys, generateKeys, stepTable, answersKeys, operationKeys, errorKeys, requirementKeys, arrivesKeys, spanKeys, exploreKeys, furtherKeys, againKeys, holdKeys, ordersKeys} {
		names = append(names, strings.Fields(strings.ReplaceAll(table, "!", ""))...)
	}
	for _, name := range names {
		if !strings.Contains(text, "`"+name+"`") && !strings.Contains(text, `"`+name+`"`) {
			t.Errorf("the README does not name %s", name)
		}
	}
}

// TestReadmeExamples: what the README shows can be read, and its data be made.
func TestReadmeExamples(t *testing.T) {
	var blocks []string
	for _, part := range strings.Split(readme(t), "```json\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	for _, match := range regexp.MustCompile("`({ \"name\": [^`]*\"arguments\": [^`]*})`").FindAllStringSubmatch(readme(t), -1) {
		blocks = append(blocks, `{ "id": "shown", "operation": `+match[1]+` }`)
	}
	const around = `{ "$schema": "./example.schema.json", "description": "x", "sizes": [2, 4], "schema": { "huts": { "validator": null }, "readings": { "validator": null } },
  INITIAL, "steps": [{ "id": "all", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } } EXPECT }] }`
	const find = `"operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }`
	explored := `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } }, "initialData": [], "steps": [`
	for _, id := range []string{"anna-reads", "anna-writes", "bo-reads", "bo-writes", "find-drift"} {
		explored += `{ "id": "` + id + `", ` + find + ` }, `
	}
	explored += `{ "id": "repair", ` + find + ` }], EXPLORE }`
	fill := func(initial, expect string) string {
		return strings.NewReplacer("INITIAL", initial, "EXPECT", expect).Replace(around)
	}
	for _, block := range blocks {
		if strings.HasPrefix(block, `"from"`) {
			readmeMove(t, block)
			continue
		}
		content := block
		switch {
		case strings.HasPrefix(block, `"initialData"`):
			content = fill(block, "")
		case strings.HasPrefix(block, `"runOnRequirements"`):
			content = fill(block+`, "initialData": []`, "")
		case strings.HasPrefix(block, `"explore"`):
			content = strings.Replace(explored, "EXPLORE", block, 1)
		case strings.HasPrefix(block, `"expectError"`):
			content = fill(`"initialData": []`, ", "+block)
		case strings.HasPrefix(block, `"documents"`):
			content = fill(`"initialData": [{ "collectionName": "huts", `+block+`}]`, "")
		case strings.HasPrefix(block, `{ "id"`):
			content = strings.Replace(fill(`"initialData": []`, ""), `"steps": [`, `"steps": [`+block+`, `, 1)
		case !strings.Contains(block, "$schema"):
			content = fill(`"initialData": [`+block+`]`, "")
		}
		e, list := parse(t, content)
		if list != "" {
			t.Errorf("%s\n%s", list, block)
			continue
		}
		data := e.Data(e.FirstSize())
		for _, c := range e.Collections {
			for range data.Documents(c.Name) {
			}
		}
		if wrong := data.Failure(); wrong != nil {
			t.Errorf("%s\n%s", wrong.Text, block)
		}
	}
	if len(blocks) < 5 {
		t.Errorf("%d blocks", len(blocks))
	}
}

// readmeMove reads the keys of a move with the examples of the handbook that they name.
func readmeMove(t *testing.T, block string) {
	t.Helper()
	var steps []string
	for _, id := range strings.Split(regexp.MustCompile(`"steps": \[([^\]]*)\]`).FindStringSubmatch(block)[1], ", ") {
		steps = append(steps, `{ "id": `+id+`, "operation": { "name": "countDocuments", "object": "patients", "arguments": { "filter": {} } } }`)
	}
	content := `{ "$schema": "./example.schema.json", "description": "x", ` + block + `, "steps": [` + strings.Join(steps, ", ") + `] }`
	e, list := ParseAmong(diag.NewText("examples/move.json", []byte(content)), handbook(t))
	if list != nil {
		t.Fatalf("%s\n%s", printed(list), block)
	}
	if got := len(e.Move.Programs); got != 3 {
		t.Errorf("%d programs", got)
	}
}
