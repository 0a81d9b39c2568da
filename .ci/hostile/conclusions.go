package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"modelbook/.ci/smallbook"
)

// weighed is an input with a guide that weighs two models: more is front matter behind
// the usual keys, and the sentence begins the text.
func weighed(name, more, sentence string) input {
	return input{name: name, holds: concluded, varies: long, change: func(b *book) error {
		const answers, notes = `{ "id": "find", "operation"`, `{ "id": "find", "answers": { "id": "a-ferry", "fields": ["name"] }, "operation"`
		one := strings.Replace(smallbook.Files[smallbook.ExampleFile], answers, notes, 1)
		two := strings.Replace(one, `"name": "Galeb" }] }]`, `"name": "Galeb", "built": 1931 }] }]`, 1)
		two = strings.Replace(two, `[{ "_id": 1, "name": "Galeb" }]`, `[{ "_id": 1, "name": "Galeb", "built": 1931 }]`, 1)
		if err := b.write(smallbook.ExampleFile, one); err != nil {
			return err
		}
		if err := b.write("examples/ferries-two.json", two); err != nil {
			return err
		}
		head := strings.TrimSuffix(smallbook.GuideHead, "---\n\n") + more + "\n---\n\n"
		const weighing = "\n## Work {#work}\n\nThe work:\n\n- [One](../../examples/ferries-one.json#weigh)\n- [Two](../../examples/ferries-two.json#weigh)\n"
		return b.write(smallbook.GuideFile, head+sentence+"\n\n"+smallbook.GuideBody+weighing)
	}}
}

// Messages about the guide, and those that say where and show the line.
var (
	aboutGuide    = regexp.MustCompile(`(?m)^content/en/ferries\.md:.*$`)
	placedInGuide = regexp.MustCompile(`(?m)^content/en/ferries\.md:\d+:\d+: .+$`)
	noNumber      = regexp.MustCompile(`\b(NaN|[Ii]nf(inity)?|[0-9]e\+?[0-9]+)\b`)
)

// concluded reports messages without a place, and pages with what is no number.
func concluded(b *book, got outcome) []string {
	if got.exit != 0 {
		all := len(aboutGuide.FindAllString(got.printed, -1)) - strings.Count(got.printed, "there is more to tell of this file")
		if all == 0 || all != len(placedInGuide.FindAllString(got.printed, -1)) {
			return []string{fmt.Sprintf("it does not say where: %.600s", got.printed)}
		}
		return nil
	}
	page, err := os.ReadFile(b.path("site/public/en/ferries.md"))
	if err != nil {
		return []string{err.Error()}
	}
	if found := noNumber.FindString(string(page)); found != "" {
		return []string{"the page has " + found}
	}
	return nil
}

const (
	rateLinked = "[A ferry](#question/a-ferry) is looked up [%s](#workload/a-ferry) times a day."
	oneRate    = "workload:\n  rates:\n    a-ferry: { day: 5, peak: 3 }"
)

// rate is an input with another rate, as a sentence says it.
func rate(name, written, said string) input {
	return weighed(name, "workload:\n  rates:\n    a-ferry: { day: "+written+" }", fmt.Sprintf(rateLinked, said))
}

func workloads() []input {
	five := fmt.Sprintf(rateLinked, "5")
	inputs := []input{weighed("as it should be", oneRate, five)}
	for i, r := range [][2]string{{"1000000000000", "1,000,000,000,000"}, {"1e12", "1,000,000,000,000"}, {"0.000000000001", "0.000000000001"}, {"1e-300", "0"}, {"1.5", "1.5"}, {"5.0", "5"}, {"5.", "5"}, {".5", "0.5"}, {"+5", "5"}, {"1_000", "1,000"}, {"0x10", "16"}, {"0o17", "15"}, {"0b11", "3"}, {"1:30", "90"},
		{"1000000000001", "5"}, {"1e13", "5"}, {"1e400", "5"}, {"1e-400", "5"}, {".inf", "5"}, {"-.inf", "5"}, {".nan", "5"}, {"NaN", "5"}, {"Infinity", "5"}, {"-5", "5"}, {"0", "5"}, {"-0.0", "5"}, {"null", "5"}, {"''", "5"}, {"'5'", "5"}, {"five", "5"}, {"[5]", "5"}, {"{ peak: 5 }", "5"}, {"5 a day", "5"}, {"5 kB", "5"}, {strings.Repeat("9", 400), "5"}, {"0." + strings.Repeat("0", 400) + "1", "5"}} {
		inputs = append(inputs, rate(fmt.Sprintf("rate %02d", i+1), r[0], r[1]))
	}
	// The rest of a rate.
	inputs = append(inputs, numbered("peak", func(name, text string) input {
		return weighed(name, "workload:\n  rates:\n    a-ferry: { day: 5, "+text+" }", five)
	}, []string{"peak: 1000000000000", "peak: 1e13", "peak: .nan", "peak: .inf", "peak: -1", "peak: 0", "peak: 0.00001", "peak: 0.000052", "peak: 1e-12", "peak: 3 a second", "peak: [3]", "peak: {day: 3}", "hour: 1", "second: 5", "fortnight: 5", "days: 5", "Day: 5", "day: 6", "cached: yes", "cached: 1", "cached: 'true'", "cached: null", "cached: [true]", "price: 5", "__proto__: 5", "'': 5"})...)
	// Of the workload.
	inputs = append(inputs, numbered("workload", func(name, text string) input { return weighed(name, text, five) }, []string{
		"workload:", "workload: 12", "workload: text", "workload: []", "workload: {}", "workload: null", "workload: { rates: }", "workload: { rates: [] }", "workload: { rates: {} }", "workload: { rates: 5 }", "workload: { rates: { a-ferry: } }", "workload: { rates: { a-ferry: 5 } }", "workload: { rates: { a-ferry: {} } }",
		"workload: { rates: { a-ferry: { day: 5 }, a-ferry: { day: 6 } } }", oneRate + "\n" + oneRate, "workload: { rates: { ferries: { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, " + strings.Repeat("a", 3_000) + ": { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, \"\\e[31m\": { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, \"\\u202e\": { day: 5 } } }",
		"workload: { rates: { a-ferry: { day: 5 }, __proto__: { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, size: { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, </script>: { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, A: { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }, ../x: { day: 5 } } }", "workload: { rates: { a-ferry: { day: 5 }" + manyRates(120) + " } }",
		oneRate + "\n  size: -1", oneRate + "\n  size: 0", oneRate + "\n  size: 1.5", oneRate + "\n  size: 1e99", oneRate + "\n  size: 99999999999999999999", oneRate + "\n  size: 7", oneRate + "\n  size: .nan", oneRate + "\n  size: [1, 2]",
		oneRate + "\n  data: -1", oneRate + "\n  data: 0", oneRate + "\n  data: 0.5", oneRate + "\n  data: 1000000000000", oneRate + "\n  data: 1e13", oneRate + "\n  data: .inf", oneRate + "\n  data: many", oneRate + "\n  data: { a: 1 }", oneRate + "\n  dta: 5", oneRate + "\n  evil: 5",
		oneRate + "\n  amounts: 5", oneRate + "\n  amounts: { a-ferry: 5 }", oneRate + "\n  amounts: { quays: .nan }", oneRate + "\n  amounts: { quays: 1e13 }", oneRate + "\n  amounts: { quays: -3 }", oneRate + "\n  amounts: { quays: 3 }", oneRate + "\n  amounts: { \"\\e[31m\": 3 }", oneRate + "\n  amounts: { __proto__: 3 }", oneRate + "\n  amounts: { quays: [3] }", oneRate + "\n  amounts: { quays: &a 3, docks: *a }", oneRate + "\n  amounts: { " + strings.Repeat("q", 3_000) + ": 3 }",
		"workload: &w { rates: { a-ferry: { day: 5 } } }", "workload: !!map { rates: { a-ferry: { day: 5 } } }", "workload: " + strings.Repeat("{ rates: ", 300), "workload: " + strings.Repeat("[", 2_000), "workload:\n  <<: { rates: { a-ferry: { day: 5 } } }", "workload: |\n  rates", "workload:\n\trates: { a-ferry: { day: 5 } }", "title: Ferries", "",
	})...)
	// Of sentences that link to it.
	inputs = append(inputs, numbered("sentence", func(name, text string) input { return weighed(name, oneRate, text) }, []string{
		"It is asked [50](#workload/a-ferry) times.", "It is asked [5](#workload/a-fery) times.", "It is asked [5](#workload/a-ferry/low) times.", "It is asked [5](#workload/) times.", "It is asked [5](#workload/__proto__) times.", "It is asked [5](#workload/a-ferry/peak/peak) times.", "It is asked [5](#workload/" + strings.Repeat("a", 2_000) + ") times.",
		five + " Above [5](#flip/a-ferry), choose B.", five + " Above [5](#flip/size), choose B.", five + " Above [5](#flip/a-ferry/peak), choose B.", five + " Above [5](#flip/constructor), choose B.", five + " [Choose A](#verdict/clear).", five + " [Choose A](../../examples/ferries-one.json#verdict/clear).", five + " [Choose A](../../examples/ferries-one.json#verdict/__proto__).", five + " [It doesn't matter](#verdict/indifferent).", five + " [Choose A](../../examples/../../outside/secret.json#verdict/close).",
		five + " [fewer](../../examples/ferries-one.json#ratio/bytesRead/a-ferry/ferries-two) bytes.", five + " [more](../../examples/ferries-one.json#ratio/bytesRead/a-ferry/ferries-two) bytes.", five + " [fewer](../../examples/ferries-one.json#ratio/bytesRead/a-ferry/ferries-one) bytes.", five + " [more or less](../../examples/ferries-one.json#ratio/bytesRead/a-ferry/ferries-two) bytes.", five + " [" + strings.Repeat("fewer ", 500) + "](../../examples/ferries-one.json#ratio/bytesRead/a-ferry/ferries-two) bytes.",
	})...)
	return inputs
}

// manyRates returns further rates, which no example answers.
func manyRates(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, ", q%d: { day: %d }", i, i+1)
	}
	return text.String()
}

// calculated is an input with one named figure, in single quotation marks.
func calculated(name, expression string) input {
	return weighed(name, oneRate+"\nfigures:\n  it: '"+strings.ReplaceAll(expression, "'", "''")+"'", fmt.Sprintf(rateLinked, "5")+" That is [1](#figure/it).")
}

// chain returns figures of which each takes the next one several times.
func chain(n, times int, last string) string {
	var text strings.Builder
	for i := range n - 1 {
		fmt.Fprintf(&text, "\n  f%d: %s", i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("f%d+", i+1), times), "+"))
	}
	fmt.Fprintf(&text, "\n  f%d: %s", n-1, last)
	return text.String()
}

func namedFigures() []input {
	inputs := numbered("expression", calculated, []string{
		"1", "1.0000000001", "0.5 + 0.5", "bytesRead(\"ferries-one\", \"a-ferry\") / bytesRead(\"ferries-one\", \"find\")", "workload[\"a-ferry\"] / 5", "peak[\"a-ferry\"] / 3", "flip[\"a-ferry\"]",
		// Numbers that are none.
		"1 / 0", "0 / 0", "1 / (1 - 1)", "-1 / 0", "1e308 * 10", "1e400", "-1e400", "1e-400", strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1", "9223372036854775808", "0x8000000000000000", "0xffffffffffffffffffff", "-1", "1 - 2", "NaN", "Inf", "nan", "infinity",
		// Depth.
		strings.Repeat("(", 240) + "1" + strings.Repeat(")", 240), strings.Repeat("(", 499), strings.Repeat("-", 499) + "1", strings.Repeat("1+", 249) + "1", strings.Repeat("1/", 249) + "1", strings.Repeat("not ", 120) + "1", strings.Repeat("[", 499), strings.Repeat("{a:", 160), strings.Repeat("it.", 160) + "it", strings.Repeat("1?", 160), strings.Repeat("f(", 240), strings.Repeat("workload[", 50) + "1" + strings.Repeat("]", 50), "\"" + strings.Repeat("a", 480) + "\"", strings.Repeat("1|", 240) + "1",
		// Functions that allocate or loop.
		"repeat(\"a\", 1000000000)", "len(repeat(\"a\", 1000000000))", "map(1..1000000000, #)", "filter(1..1000000000, true)", "reduce(1..1000000000, #acc + #)", "sum(1..1000000000)", "len(1..1000000000)", "1..1000000000", "count(1..1000000000, true)", "all(1..1000000000, true)", "groupBy(1..1000000, #)", "sort(1..1000000)", "flatten([[1]])", "find(1..1000000000, false)", "split(\"a\", \"\")", "toJSON(1..1000000)", "fromJSON(\"[[[[\")", "mean(1..1000000000)", "max(1..1000000000)", "now()", "duration(\"1h\")", "date(\"2026-11-01\")", "get([1], 0)", "abs(-1)", "int(\"1\")", "float(\"1\")", "ceil(0.5)", "concat([1], [2])", "uniq(1..1000000)", "take(1..1000000, 1)", "bitshl(1, 62)", "trim(\" \")", "fromPairs([])", "keys($env)", "print(1)",
		// Syntax that is no arithmetic.
		"2 ** 1000000", "2 ^ 10", "7 % 0", "7 % 2", "1 == 1", "true", "nil", "1 in [1]", "1 ?? 2", "it?.it", "it ?? 1", "true ? 1 : 2", "if true { 1 } else { 2 }", "let a = 1; a", "1; 2", "#", "$env", "$env.workload", "[1][0]", "{a: 1}.a", "[1, 2][0:1]", "\"a\" + \"b\"", "\"a\" matches \"(a+)+$\"", "\"a\" contains \"a\"", "`a`", "// 1", "1 /* */", "1 | abs()", "map([1], {# + 1})", "func() { 1 }", "a = 1", "1 1", "1,5", "1.5.5", "0x1p4", "1e", "1_", "_1", "é", "ｉｔ", "１", "1 ", " ", "", "\\", "'", "\"", "(", ")", "+", "*", "1 +", "\x00", "\u202e1", "1\u00a0+ 1",
		// Names and arguments.
		"it", "it + 1", "itt", "__proto__", "constructor", "workload", "workload.constructor", "workload[\"__proto__\"]", "workload[0]", "workload[\"a-ferry\"][\"peak\"]", "flip.size", "bytesRead", "bytesRead()", "bytesRead(1)", "bytesRead(\"ferries-one\")", "bytesRead(ferries, find)", "bytesRead(\"ferries-one\", \"find\", 1)", "bytesRead(\"ferries-one\", \"find\", -1)", "bytesRead(\"ferries-one\", \"find\", 1e30)", "bytesRead(\"ferries-one\", \"find\", 0.5)", "bytesRead(\"ferries-one\", \"find\", \"1\")",
		"bytesRead(\"../../outside/secret\", \"find\")", "bytesRead(\"/etc/passwd\", \"find\")", "bytesRead(\"ferries-one.json\", \"find\")", "bytesRead(\"\", \"\")", "bytesRead(\"ferries-one\", \"\x1b[31m\")", "bytesRead(\"ferries-one\", \"__proto__\")", "bytesRead(bytesRead(\"ferries-one\", \"find\"), \"find\")", "bytesRead(\"ferries-one\", \"find\")(1)", "bytesread(\"ferries-one\", \"find\")", "count(\"ferries-one\", \"outside\")", "size(\"ferries-one\", \"ferries\", 1)", "size(\"ferries-one\", \"ferries\", 2147483647)", "size(\"ferries-one\", \"ferries\", 2147483648)", "size(\"ferries-one\", \"ferries\", -1)", "storedBytes(\"ferries-one\", 5)", "keysRead(\"ferries-one\", \"find\") / keysRead(\"ferries-one\", \"find\")", "bytesRead(" + strings.TrimSuffix(strings.Repeat("1, ", 150), ", ") + ")",
		// Units.
		"1 kB", "1kB", "1 s", "5%", "1 a day", "$1", "1 / day", "1000 ms",
	})
	five := fmt.Sprintf(rateLinked, "5")
	figures := func(name, text string) input {
		return weighed(name, oneRate+"\nfigures:"+text, five+" That is [1](#figure/f0).")
	}
	inputs = append(inputs, numbered("figures", figures, []string{
		"", " 12", " text", " []", " {}", " { f0: 1 }", " { f0: 1, f0: 2 }", " [f0: 1]", "\n  f0: 1\n  f1: 2", "\n  f0: f0", "\n  f0: f1\n  f1: f0", "\n  f0: f1\n  f1: f2\n  f2: f0", "\n  f0: f1 + f1\n  f1: f2 * f2\n  f2: f0 - f0",
		chain(50, 1, "1"), chain(50, 2, "1"), chain(50, 8, "1"), chain(50, 2, "f0"), chain(51, 1, "1"), chain(250, 1, "1"), chain(10_000, 1, "1"), chain(50, 2, "1 / 0"), chain(50, 1, "nothing"),
		"\n  f0: " + strings.Repeat("1+", 300) + "1", "\n  f0: " + strings.Repeat("1+", 50_000) + "1", "\n  f0: \"" + strings.Repeat("(", 100_000) + "\"", "\n  f0: >-\n" + strings.Repeat("    1 +\n", 400) + "    1", "\n  f0: |\n    1", "\n  f0: |\n    1 +\n    x", "\n  f0: \"\\u0031 / 0\"", "\n  f0: \"\\e[31m\"", "\n  f0: '1 + ''a'''", "\n  f0: &a 1\n  f1: *a", "\n  f0: !!str 1", "\n  f0: [1]", "\n  f0: { a: 1 }", "\n  f0: null", "\n  f0:", "\n  f0: true", "\n  f0: 1", "\n  f0: .nan", "\n  f0: 2026-11-01", "\n\tf0: 1",
		"\n  f0: 1\n  F: 1", "\n  f0: 1\n  a-b: 1", "\n  f0: 1\n  \"\": 1", "\n  f0: 1\n  \"a b\": 1", "\n  f0: 1\n  é: 1", "\n  f0: 1\n  1: 1", "\n  f0: 1\n  __proto__: 1", "\n  f0: constructor\n  constructor: 1", "\n  f0: 1\n  workload: 1", "\n  f0: 1\n  bytesRead: 1", "\n  f0: true + 1\n  true: 1", "\n  f0: nil\n  nil: 1", "\n  f0: let\n  let: 1", "\n  f0: 1\n  \"\\e[31m\": 1", "\n  f0: 1\n  \"\\u202ea\": 1", "\n  f0: 1\n  " + strings.Repeat("a", 3_000) + ": 1", "\n  f0: " + strings.Repeat("a", 400) + "\n  " + strings.Repeat("a", 400) + ": 1", "\n  ? [a, b]\n  : 1",
	})...)
	return append(inputs, numbered("link", func(name, text string) input {
		return weighed(name, oneRate+"\nfigures:\n  it: 1", five+" That is "+text+".")
	}, []string{"[2](#figure/it)", "[1](#figure/itt)", "[1](#figure/)", "[1](#figure/it/it)", "[1](#figure/__proto__)", "[one](#figure/it)", "[more](#figure/it)", "[1 or 1](#figure/it)", "[](#figure/it)", "**[1](#figure/it)**", "[`1`](#figure/it)", "[1](../../examples/ferries-one.json#figure/it)", "[1](#figure/%69t)", "[1](#figure/" + strings.Repeat("a", 2_000) + ")", "[" + strings.Repeat("1", 2_000) + "](#figure/it)", "[1\x1b[31m](#figure/it)", "[1](#FIGURE/it)"})...)
}
