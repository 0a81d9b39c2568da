package formula

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func names() Names {
	n := Names{Functions: map[string]Function{}}
	n.Values = map[string]any{
		"saved":    250.0,
		"tours":    func() (float64, error) { return 3, nil },
		"broken":   func() (float64, error) { return 0, ErrReported },
		"circle":   func() (float64, error) { return 0, &Wrong{Text: "circle needs itself"} },
		"workload": map[string]any{"sheet": 3000.0, "rename-an-object": map[string]any{"peak": 2.0}},
	}
	for _, name := range []string{"bytes", "count"} {
		usage := name + `("example"[, size])`
		n.Functions[name] = Function{usage, func(arguments []any) (float64, error) {
			var of string
			var size int
			if err := Arguments(usage, arguments, 1, &of, &size); err != nil {
				return 0, err
			}
			if of != "one" {
				return 0, &Wrong{Text: "there is no example " + of, Argument: 1}
			}
			return 770 + float64(size), nil
		}}
	}
	return n
}

func TestCalculate(t *testing.T) {
	for text, want := range map[string]string{
		"1 + 2 * 3":                         "7",
		"(1 + 2) * 3":                       "9",
		"-2 - -3":                           "1",
		"7 / 2":                             "3.5",
		"1_000 * 2.5e3":                     "2.5e+06",
		"9000000000000 * 9000000000000":     "8.1e+25",
		"saved * tours":                     "750",
		`bytes("one") - bytes("one", 3)`:    "-3",
		`count("one", 2 + 1)`:               "773",
		`workload.sheet / 2`:                "1500",
		`workload["rename-an-object"].peak`: "2",

		"":                              "0: the expression ends before it is whole",
		"1 +":                           "3: the expression ends before it is whole",
		"1 + )":                         `4: this is no expression: unexpected token Bracket(")")`,
		"é + 1":                         "0: there is nothing of the name é (",
		"1 + savd":                      "4: there is nothing of the name savd (did you mean saved?)",
		"1 / (tours - 3)":               "2: this divides by zero",
		"1e308 * 10":                    "6: this is too large for a number",
		"1 + 1e400":                     "8: this is too large for a number",
		"1 + 9223372036854775808":       "22: this is too large for a number",
		"saved > 1":                     "6: > is not one of + - * /",
		"2 ** 3":                        "2: ** is not one of + - * /",
		"not saved":                     "0: not is not for numbers",
		`1 + "a"`:                       "4: this is not a number (a text in quotation marks is for the arguments of functions)",
		"true":                          "0: an expression has numbers, names, functions, + - * / and parentheses, and not this",
		"1..3":                          "1: .. is not one of + - * /",
		"[1, 2]":                        "0: an expression has",
		"let a = 1; a":                  "4: an expression has",
		"saved ? 1 : 2":                 "",
		"broken + 1":                    "reported",
		"1 + circle":                    "4: circle needs itself",
		`bytes("two")`:                  "6: there is no example two",
		`1 + bytes("one", 1.5)`:         `17: this is not a whole number (write bytes("example"[, size]))`,
		`bytes("one", "two")`:           "13: this is not a whole number",
		`bytes(1)`:                      "6: this is not a name in quotation marks",
		`bytes()`:                       "0: the function has 0 arguments here",
		`bytes("one", 1, 2)`:            "0: the function has 3 arguments here",
		`bytes(one)`:                    `6: there is nothing of the name one (if it is a name of an example, put it in quotation marks: "one")`,
		`1 + byte("one")`:               "4: there is no function byte (did you mean bytes?)",
		`len("one")`:                    "0: there is no function len",
		`map([1], # + 1)`:               "",
		`workload.shet`:                 "9: there is nothing of the name shet (did you mean sheet?)",
		`workload + 1`:                  "0: this is not a number",
		`saved.sheet`:                   "6: this has no parts with names",
		`workload[1]`:                   "9: this is not a name in quotation marks",
		`"one".sheet`:                   "6: this has no parts with names",
		strings.Repeat("(", 400) + "1":  "401: the expression ends before it is whole",
		strings.Repeat("-", 499) + "1":  "-1",
		strings.Repeat("1+", 300) + "1": "",
	} {
		value, err := Calculate(text, names())
		got := fmt.Sprint(value)
		var wrong *Wrong
		switch {
		case errors.As(err, &wrong):
			got = fmt.Sprintf("%d: %s", wrong.Offset, wrong.Text)
			if wrong.Hint != "" {
				got += " (" + wrong.Hint + ")"
			}
		case err != nil:
			got = "reported"
		}
		if want == "" && err != nil {
			continue // the parser's own words
		}
		if got != want && (err == nil || want == "" || !strings.HasPrefix(got, want)) {
			t.Errorf("%.60s: %s, want %s", text, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	found, texts := Parts(`bytes("one") - saved * count("two", tours) + workload["sheet"]`, names().Functions)
	if got, want := fmt.Sprint(found, texts), `[bytes saved count tours workload] [one two sheet]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if found, texts := Parts("1 +", names().Functions); found != nil || texts != nil {
		t.Errorf("%v and %v of what is no expression", found, texts)
	}
}

func FuzzCalculate(f *testing.F) {
	for _, text := range []string{"1 + 2", `bytes("one", 3) / saved`, `workload["sheet"]`, "((", "map(filter(1..1000000, {# > 1}), #)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := Calculate(text, names())
		var wrong *Wrong
		if errors.As(err, &wrong) && (wrong.Offset < 0 || wrong.Offset > len([]rune(text))) {
			t.Errorf("%q: an offset of %d", text, wrong.Offset)
		}
		if err == nil && value != value {
			t.Errorf("%q is not a number", text)
		}
	})
}
