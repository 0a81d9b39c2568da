package main

import (
	"fmt"
	"strings"
)

func uris() []input {
	var inputs []input
	for i, uri := range []string{
		"mongodb://db.example.org", "mongodb://localhost,10.0.0.1", "mongodb://localhost@10.0.0.1", "mongodb://localhost:1@10.0.0.1", "mongodb://localhost?x@10.0.0.1", "mongodb://localhost/?x@10.0.0.1", "mongodb://localhost#@10.0.0.1", "mongodb://localhost/@10.0.0.1",
		"mongodb://bob:hunter2?x@localhost", "mongodb://bob:hunter2@10.0.0.1", "mongodb://bob:hunter2@localhost@10.0.0.1", "mongodb://bob:hunter2%zz@localhost", "mongodb://bob:hunter2/x@localhost", "mongodb://bob:hunter2#x@localhost", "mongodb://bob:hunter2@",
		"mongodb+srv://bob:hunter2@cluster.example.org", "mongodb+srv://localhost", "MONGODB://bob:hunter2@localhost", "http://bob:hunter2@localhost", "bob:hunter2@localhost", "", "mongodb://", "mongodb://,", "mongodb://localhost.", "mongodb://127.1",
		"mongodb://0.0.0.0", "mongodb://2130706433", "mongodb://0x7f000001", "mongodb://[::ffff:10.0.0.1]", "mongodb://[fe80::1%25eth0]", "mongodb://localhost:99999", "mongodb://localhost:-1", "mongodb://localhost:0", "mongodb://local host", "mongodb://localhost\n10.0.0.1",
		"mongodb://lоcalhost", "mongodb://localhost\x1b[31m", "mongodb://localhost/?tlsCAFile=/etc/passwd", "mongodb://localhost/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:hunter2", "mongodb://localhost/?proxyHost=10.0.0.1",
		"mongodb://%2Ftmp%2F..%2Fnothing.sock", "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=300", "mongodb://localhost/?x=::error::y", "mongodb://" + strings.Repeat("a", 10_000),
	} {
		inputs = append(inputs, input{name: fmt.Sprintf("URI %02d", i+1), command: []string{"verify", "--mongodb", uri}, change: func(*book) error { return nil }})
	}
	return inputs
}

// terminal has texts that write to whoever reads the messages, in each format.
func terminal() []input {
	var inputs []input
	for _, format := range []string{"text", "github", "json", "junit"} {
		for i, text := range []string{
			"::error::forged", "  ::add-mask::forged", "##[error]forged", "x\x1b[31mred", "x\u009b31mred", "x\rforged", "x\u202edegrof", "x\u2028::error::forged", "]]></failure><forged/>", "\"}{\"forged\":1", "%0A::error::forged", "x\u200by\U000e0041",
		} {
			bad := body(fmt.Sprintf("%s, a line %02d", format, i+1), text+" [a guide](nothing.md)")
			bad.command = []string{"build", "--format", format}
			inputs = append(inputs, bad)
		}
		for i, name := range []string{"::error::x", "a\n::error::x", "a\x1b[31m", "a\u202eb", "a,line=1::x", "]]>"} {
			name := stranger("content/en/" + name + ".md")
			name.name = fmt.Sprintf("%s, a name %02d", format, i+1)
			name.command = []string{"build", "--format", format}
			inputs = append(inputs, name)
		}
	}
	return inputs
}

func words(name, text string) input {
	return themed(name, "site/strings/en.yaml", text)
}

func stringsFiles() []input {
	inputs := append(append(bombs("YAML", words), hiddenWords()...), input{name: "months that no date names", change: func(b *book) error {
		if err := b.copyTheme(); err != nil {
			return err
		}
		if err := b.replace("site/strings/en.yaml", "months: January February ", "months: "); err != nil {
			return err
		}
		return b.replace("site/strings/en.yaml", "{month} {d}", "{m} {d}")
	}})
	return append(inputs, numbered("file", words, []string{
		"name: English\nshort: EN\n", "name: '<script>'\nshort: EN\n", "name: English\nevil: 1\n", "writing: { quotes: x }\n", "writing: { date: '{evil}' }\n", "\x00", "\xff", "name: \"\\e[31m\"\n", "name: |\n  ::error::x\n", strings.Repeat("a: b\n", 100_000),
		"steps-ran: { evil: x }\n", "steps-ran: { other: '{evil}' }\n",
	})...)
}

// hiddenWords have escapes for characters that are not allowed in the file.
func hiddenWords() []input {
	return numbered("name", func(name, text string) input {
		return input{name: name, change: func(b *book) error {
			if err := b.copyTheme(); err != nil {
				return err
			}
			return b.replace("site/strings/en.yaml", "name: English\n", "name: "+text+"\n")
		}}
	}, []string{`"\u202ehsilgnE"`, `"Eng\u200blish"`, `"English\U000E0041"`, `"\x9b31mEnglish"`, `"\e[31mEnglish"`, `"English\r::error::x"`})
}
