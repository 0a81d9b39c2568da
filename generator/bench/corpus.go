package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/i18n"
)

// corpus is a handbook of any size, made from a seed: the same seed gives the
// same bytes. Each guide has code of its own, which its translations share, and each translation its base.
type corpus struct {
	guides, examples int
	languages        []string
	seed             uint64
}

const parts = 28

func (c corpus) write(folder string) error {
	files := map[string]string{"content/site.yaml": c.site()}
	sizes := make([]int, c.examples)
	for i := range c.examples {
		name, text := c.example(i)
		files[name] = text
		size, err := firstDocument(name, text)
		if err != nil {
			return err
		}
		sizes[i] = size
	}
	for name, text := range files {
		if err := writeFile(folder, name, text); err != nil {
			return err
		}
	}
	for _, lang := range c.languages {
		if err := c.writeLanguage(folder, lang, sizes); err != nil {
			return err
		}
	}
	return c.seal(folder)
}

// seal records the base of each translation, as translators do.
func (c corpus) seal(folder string) error {
	w, err := i18n.Open(folder)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, lang := range w.Languages() {
		if _, messages, err := w.Seal(lang, nil); err != nil || messages.Failed() {
			return errors.Join(err, fmt.Errorf("the corpus makes wrong translations: %v", messages.Errors()))
		}
	}
	return nil
}

func (c corpus) writeLanguage(folder, lang string, sizes []int) error {
	words := newVocabulary(lang, c.seed)
	write := func(slug, text string) error {
		return writeFile(folder, "content/"+lang+"/"+slug+".md", text)
	}
	if err := write("index", fmt.Sprintf("---\ntitle: %s\ndescription: %s\n---\n\n%s\n", words.phrase(2), words.phrase(6), words.paragraph())); err != nil {
		return err
	}
	if err := write("404", fmt.Sprintf("---\ntitle: %s\n---\n\n%s\n", words.phrase(2), words.sentence())); err != nil {
		return err
	}
	for part := range parts {
		text := fmt.Sprintf("---\ntitle: %s\nquestion: %s?\ndescription: %s\norder: %d\n---\n\n%s\n",
			words.phrase(2), words.phrase(5), words.phrase(6), part+1, words.paragraph())
		if err := write(fmt.Sprintf("part-%d", part+1), text); err != nil {
			return err
		}
	}
	for i := range c.guides {
		if err := write(slug(i), c.guide(i, words, sizes)); err != nil {
			return err
		}
	}
	return nil
}

func (c corpus) site() string {
	var b strings.Builder
	b.WriteString("name: Corpus\ndescription:\n")
	for _, lang := range c.languages {
		fmt.Fprintf(&b, "  %s: A handbook made for measuring.\n", lang)
	}
	fmt.Fprintf(&b, "languages: [%s]\naddress: https://corpus.example/\naddresses: html\n", strings.Join(c.languages, ", "))
	return b.String()
}

func slug(i int) string { return fmt.Sprintf("guide-%04d", i) }

// guide has the same structure in every language, because its random choices
// depend only on the seed and the guide's number.
func (c corpus) guide(i int, words *vocabulary, sizes []int) string {
	shape := rand.New(rand.NewPCG(c.seed, uint64(i)))
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nquestion: %s?\ndescription: %s\npart: \"%d\"\norder: %d\nupdated: 2026-%02d-%02d\n---\n\n",
		words.phrase(3), words.phrase(6), words.phrase(8), i%parts+1, i/parts+1, 1+i%12, 1+i%28)
	fmt.Fprintf(&b, "%s\n", words.paragraph())
	shown := i % c.examples
	for section := range 8 + shape.IntN(3) {
		fmt.Fprintf(&b, "\n## %s {#s%d}\n\n%s\n", words.phrase(2), section, words.paragraph())
		switch section {
		case 0:
			writeFigures(&b, words, shown)
		case 1:
			fmt.Fprintf(&b, "\n%s [%d](../../examples/example-%03d.json#size/visits/0) %s\n", words.phrase(8), sizes[shown], shown, words.sentence())
			writeCode(&b, "json", codeBlockJSON(shape, i))
		case 2:
			writeList(&b, words, shape)
			writeCode(&b, "js", codeBlockShell(shape, i))
		case 3:
			writeTable(&b, words, shape)
		default:
			fmt.Fprintf(&b, "\n%s [%s](%s.md#s%d) %s\n", words.phrase(5), words.phrase(2), slug(shape.IntN(c.guides)), shape.IntN(8), words.sentence())
			writeCode(&b, "json", codeBlockJSON(shape, i+section))
		}
		fmt.Fprintf(&b, "\n%s `field%d` %s `$op%d` %s\n", words.phrase(6), section, words.phrase(4), section, words.sentence())
		fmt.Fprintf(&b, "\n%s [%s](%s.md#s%d), [%s](%s.md) %s\n", words.phrase(4), words.phrase(2), slug(shape.IntN(c.guides)), shape.IntN(8),
			words.phrase(2), slug(shape.IntN(c.guides)), words.sentence())
	}
	return b.String()
}

func writeFigures(b *strings.Builder, words *vocabulary, shown int) {
	for _, fragment := range []string{"data/visits", "steps/newest"} {
		fmt.Fprintf(b, "\n[%s](../../examples/example-%03d.json#%s)\n", words.phrase(4), shown, fragment)
	}
}

func writeCode(b *strings.Builder, language, code string) {
	fmt.Fprintf(b, "\n```%s\n%s\n```\n", language, code)
}

func writeList(b *strings.Builder, words *vocabulary, shape *rand.Rand) {
	b.WriteByte('\n')
	for range 3 + shape.IntN(3) {
		fmt.Fprintf(b, "- **%s** %s\n", words.phrase(2), words.sentence())
	}
}

func writeTable(b *strings.Builder, words *vocabulary, shape *rand.Rand) {
	fmt.Fprintf(b, "\n| %s | %s | %s |\n| --- | --- | ---: |\n", words.word(), words.word(), words.word())
	for range 3 + shape.IntN(3) {
		fmt.Fprintf(b, "| %s | %s | %d |\n", words.phrase(2), words.phrase(3), shape.IntN(900))
	}
}

func codeBlockJSON(shape *rand.Rand, i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n  \"_id\": %d,\n  \"name\": \"Station %d\",\n", i, shape.IntN(100_000))
	for field := range 4 + shape.IntN(6) {
		fmt.Fprintf(&b, "  \"field%d\": { \"at\": { \"$date\": \"2026-03-%02dT08:%02d:00Z\" }, \"value\": %d.%d },\n",
			field, 1+shape.IntN(28), shape.IntN(60), shape.IntN(100), shape.IntN(10))
	}
	fmt.Fprintf(&b, "  \"tags\": [\"a%d\", \"b%d\", null, true]\n}", shape.IntN(1000), shape.IntN(1000))
	return b.String()
}

func codeBlockShell(shape *rand.Rand, i int) string {
	return fmt.Sprintf("db.stations.find({ code: 'S%d', height: { $gt: %d } })\n  .sort({ _id: 1 })\n  .limit(%d)\n\ndb.stations.updateOne(\n  { _id: %d },\n  { $push: { readings: { $each: [%d, %d], $slice: -5 } } }\n)",
		shape.IntN(10_000), shape.IntN(3000), 1+shape.IntN(20), i, shape.IntN(50), shape.IntN(50))
}

// example is a small model with a find and an insert that must fail.
func (c corpus) example(i int) (name, text string) {
	var documents strings.Builder
	for n := range 4 {
		if n > 0 {
			documents.WriteString(",\n        ")
		}
		fmt.Fprintf(&documents, `{ "_id": %d, "guest": "Guest %d of %d", "nights": %d, "paid": { "$numberDecimal": "%d.50" }, "at": { "$date": "2026-05-%02dT10:00:00Z" } }`,
			n, n, i, 1+(n+i)%5, 20+i, 1+n)
	}
	name = fmt.Sprintf("examples/example-%03d.json", i)
	return name, fmt.Sprintf(exampleTemplate, i, documents.String(), i)
}

const exampleTemplate = `{
  "$schema": "./example.schema.json",
  "description": "Visits to a hut, number %d",
  "schema": {
    "visits": {
      "validator": {
        "$jsonSchema": {
          "bsonType": "object",
          "required": ["_id", "guest", "nights"],
          "properties": { "nights": { "bsonType": "int", "minimum": 1 } }
        }
      },
      "indexes": [{ "key": { "guest": 1 } }]
    }
  },
  "initialData": [
    {
      "collectionName": "visits",
      "documents": [
        %s
      ]
    }
  ],
  "steps": [
    {
      "id": "newest",
      "operation": {
        "name": "find",
        "object": "visits",
        "arguments": { "filter": { "_id": 3 }, "projection": { "guest": 1 } }
      },
      "expectResult": [{ "_id": 3, "guest": "Guest 3 of %d" }]
    },
    {
      "id": "no-nights",
      "operation": {
        "name": "insertOne",
        "object": "visits",
        "arguments": { "document": { "_id": 9, "guest": "Nobody", "nights": 0 } }
      },
      "expectError": { "code": 121, "codeName": "DocumentValidationFailure" }
    }
  ]
}
`

func firstDocument(name, text string) (bytes int, err error) {
	parsed, messages := example.Parse(diag.NewText(name, []byte(text)))
	if messages.Failed() {
		return 0, fmt.Errorf("the corpus makes a wrong example: %v", messages[0])
	}
	return len(parsed.Collections[0].Written[0].Raw), nil
}

func writeFile(folder, name, text string) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
