package regex

import (
	"bufio"
	"encoding/hex"
	"os"
	"os/exec"
	"strings"
	"testing"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/required"
)

// TestPCRE2Vectors checks both engines with all matches that PCRE2 finds:
// testdata/pcre2.py makes the vectors. A pattern may be refused.
func TestPCRE2Vectors(t *testing.T) {
	file, err := os.Open("testdata/pcre2.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked := map[string]int{}
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		fields := strings.Split(scanner.Text(), "\t")
		pattern, options, text, want := unhex(t, fields[0]), fields[1], unhex(t, fields[2]), fields[3]
		re, err := Compile(pattern, options)
		if errcode.Refused(err) {
			checked["refused"]++
			continue
		}
		if (want == "!") != errcode.Is(err, 51091) {
			t.Errorf("/%s/%s: %v, and PCRE2: %s", pattern, options, err, want)
		}
		if err != nil {
			checked["invalid"]++
			continue
		}
		if re.compiled != nil {
			checked["by Go's"]++
			checkMatches(t, re, pattern, options, text, want)
			re = compileBacktracking(t, pattern, options)
		}
		checked["going back"]++
		checkMatches(t, re, pattern, options, text, want)
	}
	for what, least := range map[string]int{"invalid": 400, "by Go's": 500, "going back": 3500} {
		if checked[what] < least {
			t.Errorf("only %d vectors were %s", checked[what], what)
		}
	}
	if checked["refused"] > 250 {
		t.Errorf("%d vectors were refused", checked["refused"])
	}
}

func unhex(t *testing.T, digits string) string {
	t.Helper()
	text, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compileBacktracking compiles a pattern of Go's engine for the backtracking engine.
func compileBacktracking(t *testing.T, pattern, options string) *Regex {
	t.Helper()
	flags, err := parseOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	re, err := scanner{pattern: pattern, in: []rune(pattern), flags: flags}.compileBacktracking()
	if err != nil {
		t.Fatalf("/%s/%s runs on Go's engine, and not on the other: %v", pattern, options, err)
	}
	return re
}

func checkMatches(t *testing.T, re *Regex, pattern, options, text, want string) {
	t.Helper()
	if re.CanFindAll() != nil {
		first, err := re.Find(text)
		if want, _, _ = strings.Cut(want, ";"); err != nil || (first != nil || want != "") && bounds(first) != want {
			t.Errorf("/%s/%s in %q: %v, %v, PCRE2 finds %s", pattern, options, text, first, err, want)
		}
		return
	}
	var got []string
	err := re.FindAll(text, func(m []int) error {
		got = append(got, bounds(m))
		return nil
	})
	if found := strings.Join(got, ";"); err != nil || found != want {
		t.Errorf("/%s/%s in %q: %s, %v, PCRE2 finds %s", pattern, options, text, found, err, want)
	}
	first, err := re.Find(text)
	if err != nil || len(got) > 0 && bounds(first) != got[0] || re.Holds(text) != (want != "") {
		t.Errorf("/%s/%s in %q: Find gives %v, %v, Match %v", pattern, options, text, first, err, re.Holds(text))
	}
}

// TestVectorsArePCRE2s: the vectors are those that the PCRE2 of this machine prints.
func TestVectorsArePCRE2s(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		required.Missing(t, "python", "python3 is not installed")
	}
	var trouble strings.Builder
	command := exec.Command(python, "testdata/pcre2.py")
	command.Stderr = &trouble
	got, err := command.Output()
	if strings.Contains(trouble.String(), "there is no libpcre2-8") {
		required.Missing(t, "pcre2", "libpcre2-8 is not installed")
	}
	if err != nil {
		t.Fatal(err, trouble.String())
	}
	want, err := os.ReadFile("testdata/pcre2.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("testdata/pcre2.txt is not what testdata/pcre2.py prints")
	}
}
