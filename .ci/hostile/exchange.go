package main

import (
	"errors"
	"fmt"
	"strings"

	"modelbook/.ci/smallbook"
)

// exchanged is an input whose file comes back from a translator's program.
func exchanged(name, file, content string) input {
	return input{name: name, command: []string{"i18n", "import", file}, change: func(b *book) error {
		return smallbook.Write(b.dir, map[string]string{
			"content/site.yaml": strings.Replace(smallbook.Files["content/site.yaml"], "A small handbook.\nlanguages: [en]", "A small handbook.\n  it: Un manuale.\nlanguages: [en, it]", 1), file: content,
		})
	}}
}

// with is an input with one more file.
func with(in input, file, content string) input {
	before := in.change
	in.change = func(b *book) error { return errors.Join(before(b), b.write(file, content)) }
	return in
}

// exchange has files that translators' programs did not write.
func exchange() []input {
	const po, xliff = "it/ferries.po", "it/ferries.xlf"
	entry := func(i int) string {
		return fmt.Sprintf("msgctxt \"data %d\"\nmsgid \"A ferry\"\nmsgstr \"Un traghetto\"\n\n", i)
	}
	unit := func(i int) string {
		return fmt.Sprintf("<trans-unit id=\"data %d\"><source>A ferry</source><target>Un traghetto</target></trans-unit>", i)
	}
	many := func(n int, each func(int) string) string {
		var text strings.Builder
		for i := range n {
			text.WriteString(each(i))
		}
		return text.String()
	}
	same := func(int) string { return entry(1) }
	sameUnit := func(int) string { return unit(1) }
	head := "msgid \"\"\nmsgstr \"Language: it\\nX-Modelbook-Page: it/ferries.md\\n\"\n\n"
	document := func(units string) string {
		return `<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="it/ferries.md" source-language="en" target-language="it" datatype="plaintext"><body>` + units + `</body></file></xliff>`
	}
	inputs := []input{
		exchanged("PO of 4 MB in one line", po, head+"msgid \""+strings.Repeat("a", 4_000_000)+"\"\nmsgstr \"b\"\n"),
		exchanged("PO of many entries", po, head+many(60_000, entry)), exchanged("PO of one entry, many times", po, head+many(60_000, same)),
		exchanged("PO of many lines of one text", po, head+"msgid \"\"\n"+strings.Repeat("\"a\"\n", 900_000)+"msgstr \"b\"\n"),
		exchanged("XLIFF of 4 MB in one line", xliff, document(many(36_000, unit))), exchanged("XLIFF of one unit, many times", xliff, document(many(36_000, sameUnit))),
		exchanged("XLIFF of deep elements", xliff, document(strings.Repeat("<group>", 500_000))), exchanged("XLIFF of many attributes", xliff, "<xliff "+many(300_000, func(i int) string { return fmt.Sprintf("a%d=\"\" ", i) })+"/>"),
		exchanged("XLIFF of entities", xliff, `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`+document("&b;")),
		exchanged("XLIFF that reads a file", xliff, `<!DOCTYPE x [<!ENTITY a SYSTEM "../outside/secret.md">]>`+document("&a;")),
	}
	// A page of as many blocks as one may have, all of them translated: each unit is looked
	// up, placed and held to the page.
	for _, text := range []struct {
		name string
		of   func(i int) string
	}{{"different", func(i int) string { return fmt.Sprintf("Word%d.", i) }}, {"equal", func(int) string { return "A ferry." }}} {
		const blocks = 20_000
		page := smallbook.GuideHead + many(blocks, func(i int) string { return text.of(i) + "\n\n" })
		for _, context := range []string{"# paragraph", "# nothing"} {
			translated := many(blocks, func(i int) string {
				return fmt.Sprintf("msgctxt \"%s %d\"\nmsgid \"%s\"\nmsgstr \"%s\"\n\n", context, i+1, text.of(i), text.of(i))
			})
			in := exchanged(fmt.Sprintf("PO of a page of %s texts, %s", text.name, context), po, strings.ReplaceAll(head, "it/ferries.md", "content/it/ferries.md")+translated)
			inputs = append(inputs, with(in, smallbook.GuideFile, page))
			units := many(blocks, func(i int) string {
				return fmt.Sprintf("<trans-unit id=\"%d\" resname=\"%s %d\"><source>%s</source><target>%s</target></trans-unit>", i, context, i+1, text.of(i), text.of(i))
			})
			in = exchanged(fmt.Sprintf("XLIFF of a page of %s texts, %s", text.name, context), xliff, strings.ReplaceAll(document(units), "it/ferries.md", "content/it/ferries.md"))
			inputs = append(inputs, with(in, smallbook.GuideFile, page))
		}
	}
	for _, file := range []string{po, xliff} {
		inputs = append(inputs,
			put("a pipe", file, pipe, "i18n", "import", file), put("a folder", file, directory, "i18n", "import", file), put("10 GB", file, hugeFile, "i18n", "import", file),
			put("a link to /dev/zero", file, linkTo("/dev/zero"), "i18n", "import", file),
			put("a link to the secret", file, linkTo("OUTSIDE/secret.md"), "i18n", "import", file), put("a folder that is a link", "it", linkTo("OUTSIDE"), "i18n", "import", file),
		)
		for i, text := range []string{"", "x", "\x00", "\xff\xfe", "\ufeff", "\x1b[31m", "::error::x", "msgid", "msgid \"", "<", "<xliff", strings.Repeat("\n", 1_000_000), strings.Repeat("<", 100_000), strings.Repeat("\"", 100_000)} {
			inputs = append(inputs, exchanged(fmt.Sprintf("%s %02d", file, i+1), file, text))
		}
	}
	return inputs
}
