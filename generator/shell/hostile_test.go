package shell_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/shell"
)

// bombs are sources whose middle is repeated until they are as long as a
// source may be. They are meant to take more than their share of time, memory
// or stack.
var bombs = map[string]struct{ head, middle, tail string }{
	"arrays":              {"db.a.find({ a: ", "[", ""},
	"objects":             {"db.a.find(", "{a:", ""},
	"parentheses":         {"db.a.find(", "(", ""},
	"computed keys":       {"db.a.find(", "{[", ""},
	"constructors":        {"db.a.find(", "Long(", ""},
	"brackets and calls":  {"", "[a](", ""},
	"skipped brackets":    {"x ", "([{", ""},
	"calls":               {"db.a.find", "()", ""},
	"properties":          {"db", ".a", ""},
	"indexes":             {"db", "['a']", ""},
	"methods":             {"db.a.find()", ".pretty()", ""},
	"signs":               {"db.a.find({ a: ", "-", "1 })"},
	"new":                 {"db.a.find({ a: ", "new ", ""},
	"joined strings":      {"db.a.find({ a: ''", "+'a'", " })"},
	"numbers":             {"db.a.find({ a: [", "1,", "] })"},
	"empty arrays":        {"db.a.find({ a: [", "[],", "] })"},
	"empty objects":       {"db.a.insertMany([", "{},", "])"},
	"dates":               {"db.a.find({ a: [", "new Date(1),", "] })"},
	"regular expressions": {"db.a.find({ a: [", "/a/,", "] })"},
	"one key":             {"db.a.find({", "a:1,", "})"},
	"unknown names":       {"db.a.find([", "x,", "])"},
	"one long name":       {"db.a.find({ a: ", "x", " })"},
	"one long method":     {"db.a.", "find", "()"},
	"one long option":     {"db.a.find({}, {}, { ", "sort", ": 1 })"},
	"one long number":     {"db.a.find({ a: ", "9", " })"},
	"one long integer":    {"db.a.find({ a: 0x", "f", "n })"},
	"separators":          {"db.a.find({ a: 1", "_1", " })"},
	"wrong ids":           {"db.a.find({ a: [", "ObjectId('x'),", "] })"},
	"wrong wrappers":      {"db.a.find({ a: [", "{$Oid:1},", "] })"},
	"wrong requests":      {"db.a.bulkWrite([", "{a:1},", "])"},
	"commas":              {"db.a.find([", ",", "])"},
	"missing commas":      {"db.a.find({ a: [", "1 ", "] })"},
	"closing brackets":    {"db.a.find(", "]", ""},
	"statements":          {"", "db.a.find();", ""},
	"wrong statements":    {"", "x;", ""},
	"lines":               {"", "x\n", ""},
	"semicolons":          {"", ";", ""},
	"open strings":        {"db.a.find([", "'\n", ""},
	"open comments":       {"db.a.find(", "/*", ""},
	"comments":            {"db.a.find(", "/**/", ")"},
	"templates":           {"db.a.find({ a: `", "${`", ""},
	"slashes":             {"x ", "/ ", ""},
	"open expressions":    {"x ", "(/[\n", ""},
	"classes":             {"db.a.find({ a: /", "[", "/ })"},
	"flags":               {"db.a.find({ a: /a/", "i", " })"},
	"escapes":             {"db.a.find({ a: '", `\u`, "' })"},
	"half surrogates":     {"db.a.find({ a: '", `\ud800`, "' })"},
	"braced escapes":      {"db.a.find({ a: '", `\u{`, "' })"},
	"typographic marks":   {"db.a.find([", "“", "])"},
	"functions":           {"db.a.find([", "a=>", "])"},
	"not UTF-8":           {"db.a.find('", "\xff", "')"},
}

// TestBombs reads what is as long and as bad as may be. It must not overflow
// the stack, and what it takes must be in proportion to the source: memory is
// counted here, since time differs between machines, and what takes too much
// time would be seen by the length of this test.
func TestBombs(t *testing.T) {
	for name, bomb := range bombs {
		t.Run(name, func(t *testing.T) {
			n := (shell.MaxSize - len(bomb.head) - len(bomb.tail)) / len(bomb.middle)
			readBomb(t, bomb.head+strings.Repeat(bomb.middle, n)+bomb.tail)
		})
	}
	t.Run("different keys", func(t *testing.T) {
		var b strings.Builder
		b.WriteString("db.a.find({")
		for i := shell.MaxSize / 9; i > 0; i-- {
			fmt.Fprintf(&b, "%d:1,", i)
		}
		readBomb(t, b.String()+"})")
	})
	t.Run("different options", func(t *testing.T) {
		var b strings.Builder
		b.WriteString("db.a.find({}, {}, {")
		for i := range shell.MaxSize / 10 {
			fmt.Fprintf(&b, "a%d:1,", i)
		}
		readBomb(t, b.String()+"})")
	})
}

func readBomb(t *testing.T, source string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	operations, list := shell.Parse(diag.NewText("", []byte(source)))
	runtime.ReadMemStats(&after)
	if len(operations) == 0 && !list.Failed() {
		t.Error("neither read nor refused")
	}
	const mostPerByte = 400
	perByte := int(after.TotalAlloc-before.TotalAlloc) / len(source)
	t.Logf("%d bytes of memory for a byte, %d messages", perByte, len(list))
	if len(source) > shell.MaxSize || perByte > mostPerByte {
		t.Errorf("%d bytes: %d bytes of memory for each", len(source), perByte)
	}
}

// TestDepth nests brackets of each kind as deep as may be, and deeper.
func TestDepth(t *testing.T) {
	const around = 2 // brackets, those of the call and of its document
	for _, c := range []struct{ opening, value, closing string }{
		{"[", "1", "]"}, {"{ a: ", "1", " }"}, {"(", "1", ")"}, {"Int32(", "1", ")"},
	} {
		for depth, deeper := range map[int]bool{shell.MaxDepth - around: false, shell.MaxDepth - around + 1: true, 10_000: true} {
			source := "db.c.find({ a: " + strings.Repeat(c.opening, depth) + c.value + strings.Repeat(c.closing, depth) + " })"
			_, list := shell.Parse(diag.NewText("", []byte(source)))
			if told := len(list) == 1 && strings.Contains(list[0].Text, "nested deeper than"); told != deeper || len(list) > 1 {
				t.Errorf("%d times %s: told %q", depth, c.opening, messages(list))
			}
		}
	}
}

func TestMaxStatements(t *testing.T) {
	for count, want := range map[int]int{shell.MaxStatements: shell.MaxStatements, shell.MaxStatements + 1: 0} {
		operations, list := shell.Parse(diag.NewText("", []byte(strings.Repeat("db.c.find();", count))))
		if len(operations) != want || list.Failed() == (want > 0) {
			t.Errorf("%d statements: %d operations, told %q", count, len(operations), messages(list))
		}
	}
}

func TestTooLong(t *testing.T) {
	_, list := shell.Parse(diag.NewText("", []byte(strings.Repeat(" ", shell.MaxSize+1))))
	if len(list) != 1 || !strings.Contains(list[0].Text, "longer than") {
		t.Errorf("%v", list)
	}
}
