package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"modelbook/.ci/smallbook"
)

// Links into the example of the handbook.
const (
	toData  = "[A ferry](../../examples/ferries-one.json#data/ferries)\n\n"
	toStep  = "[Find it](../../examples/ferries-one.json#steps/find)\n\n"
	toNone  = `{ "name": "find", "object": "ferries", "arguments": { "filter": { "_id": 0 } } }`
	oneData = `"initialData": [{ "collectionName": "ferries", "documents": [{ "_id": 1, "name": "Galeb" }] }]`
)

// outputSizes are examples and pages that are within their limits, and of which much
// is made: figures, scripts, the playground's data.
func outputSizes() []input {
	toAll := func(examples int) string {
		var links strings.Builder
		for i := range examples {
			fmt.Fprintf(&links, "[A ferry](../../examples/ferries-%d.json#data/ferries)\n\n", i)
		}
		return links.String()
	}
	generated := func(count int, value string) func(b *book) error {
		return func(b *book) error {
			data := fmt.Sprintf(`"initialData": [{ "collectionName": "ferries", "generate": { "count": %d, "seed": 7, "document": { "_id": { "$$index": 1 }, "name": "Galeb", "a": %s } } }]`, count, value)
			example := strings.Replace(smallbook.Example("ferries", `{ "_id": 1, "name": "Galeb" }`, toNone, `[]`), oneData, data, 1)
			return smallbook.Write(b.dir, map[string]string{smallbook.ExampleFile: example})
		}
	}
	page := func(figures string) func(b *book) error {
		return func(b *book) error {
			return b.write(smallbook.GuideFile, smallbook.GuideHead+"A ferry.\n\n## Data {#data}\n\n"+figures)
		}
	}
	both := func(changes ...func(b *book) error) func(b *book) error {
		return func(b *book) error {
			for _, change := range changes {
				if err := change(b); err != nil {
					return err
				}
			}
			return nil
		}
	}
	repeated := func(count int, value string) string {
		return fmt.Sprintf(`{ "$$repeat": { "count": %d, "value": %s } }`, count, value)
	}
	text := `"` + strings.Repeat("abcdefghi ", 88) + `"`
	nested := `1`
	for range 7 {
		nested = repeated(7, nested)
	}
	many := func(example string) func(b *book) error {
		return func(b *book) error { return b.write(smallbook.ExampleFile, example) }
	}
	documents := make([]string, 500)
	for i := range documents {
		documents[i] = fmt.Sprintf(`{ "_id": %d, "name": "Galeb", "a": { "b": { "c": [1, 2, 3, { "d": %s }] } } }`, i+1, `"`+strings.Repeat("x", 300)+`"`)
	}
	large := smallbook.Example("ferries", strings.Join(documents, ",\n"), toNone, `[]`)
	deep := func(open, value, closed string, depth, values int) string {
		return strings.Repeat(open, depth) + strings.Repeat(value+",\n", values-1) + value + strings.Repeat(closed, depth)
	}
	inserted := func(value string) string {
		return smallbook.Example("ferries", `{ "_id": 1, "name": "Galeb" }`, `{ "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": 2, "name": "Galeb", "a": `+value+` } } }`, `{ "$$type": "object" }`)
	}
	var inputs []input
	add := func(name string, change func(b *book) error) {
		inputs = append(inputs, input{name: name, change: change})
	}
	// A slow machine has used up the time of the run.
	either := regexp.MustCompile(`^(0\texamples  1 run, .*|1\texamples/ferries-one.json: the (example|whole run) takes more than .*)$`)
	inputs = append(inputs, input{name: "100,000 documents", varies: either, change: generated(100_000, text)})
	add("a document of 16 MB, a text", generated(1, repeated(18_000, text)))
	add("a document of 16 MB, numbers", generated(1, repeated(1_000_000, "1")))
	add("a document of 16 MB, documents", generated(1, repeated(200_000, `{ "_id": { "$$int": { "min": 1, "max": 1000 } }, "b": [1, 2] }`)))
	add("documents of 128 kB, nested", generated(2, nested))
	add("2 documents of 16 MB", generated(2, repeated(18_000, text)))
	add("500 links to one figure", both(many(large), page(strings.Repeat(toData, 500))))
	add("500 links to the data of a document of 16 MB", both(generated(1, repeated(200_000, `{ "b": [1, 2] }`)), page(strings.Repeat(toData, 500))))
	add("links to large figures of many examples", func(b *book) error {
		var links strings.Builder
		for i := range 100 {
			if err := b.write(fmt.Sprintf("examples/ferries-%d.json", i), large); err != nil {
				return err
			}
			fmt.Fprintf(&links, "[A ferry](../../examples/ferries-%d.json#data/ferries)\n\n", i)
		}
		return page(toData + toStep + links.String())(b)
	})
	add("a step of many lines, deep", both(many(inserted(deep("[", `{ "b": 1 }`, "]", 90, 15_000))), page(toStep)))
	add("a step of many lines", both(many(inserted(deep("[", `{ "b": 1 }`, "]", 1, 15_000))), page(toStep)))
	add("a step of deep documents", both(many(inserted(strings.Repeat(`{ "a": `, 90)+"1"+strings.Repeat(`, "b": 1 }`, 90))), page(toStep)))
	options := `"projection": { "name": 1 }, "sort": { "name": 1, "_id": 1 }, "skip": 1, "limit": 2, "batchSize": 2, "collation": { "locale": "en" }, "hint": { "_id": 1 }`
	add("a find of many lines with all options", both(many(smallbook.Example("ferries", `{ "_id": 1, "name": "Galeb" }`,
		`{ "name": "find", "object": "ferries", "arguments": { "filter": { "name": { "$in": `+deep("[", `{ "b": 1 }`, "]", 1, 12_000)+` } }, `+options+` } }`, `[]`)), page(toStep)))
	add("a step of many letters", both(many(inserted(deep("[", `"`+strings.Repeat("\\u0007", 600)+`"`, "]", 1, 60))), page(toStep)))
	add("500 links to a step of many lines", both(many(inserted(deep("[", `{ "b": 1 }`, "]", 1, 15_000))), page(strings.Repeat(toStep, 500))))
	manyOf := func(example string) func(b *book) error {
		return func(b *book) error {
			for i := range 20 {
				if err := b.write(fmt.Sprintf("examples/ferries-%d.json", i), example); err != nil {
					return err
				}
			}
			return b.write(smallbook.GuideFile, smallbook.GuideHead+smallbook.GuideBody+"\n"+toAll(20))
		}
	}
	add("many examples of 128 kB", func(b *book) error {
		if err := generated(3_000, "1")(b); err != nil {
			return err
		}
		content, err := os.ReadFile(b.path(smallbook.ExampleFile))
		if err != nil {
			return err
		}
		return manyOf(string(content))(b)
	})
	add("pages of large figures", func(b *book) error {
		if err := b.write(smallbook.ExampleFile, large); err != nil {
			return err
		}
		for i := range 100 {
			head := strings.Replace(smallbook.GuideHead, "order: 1", fmt.Sprintf("order: %d", i+2), 1)
			if err := b.write(fmt.Sprintf("content/en/ferries-%d.md", i), head+"A ferry.\n\n## Data {#data}\n\n"+strings.Repeat(toData, 4)); err != nil {
				return err
			}
		}
		return nil
	})
	return inputs
}
