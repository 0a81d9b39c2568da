package regex

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestVectors checks that patterns that are not refused find the matches that Perl
// finds, to the last group. testdata/vectors.pl makes the vectors: see there.
func TestVectors(t *testing.T) {
	file, err := os.Open("testdata/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked := 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		fields := strings.Split(scanner.Text(), "\t")
		re, err := Compile(fields[0], fields[1])
		if err != nil {
			continue
		}
		text, err := hex.DecodeString(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		checked++
		match, err := re.Find(string(text))
		if got := bounds(match); err != nil || got != fields[3] {
			t.Errorf("/%s/%s in %q: %s, %v, Perl finds %s", fields[0], fields[1], text, got, err, fields[3])
		}
		if re.Holds(string(text)) != (fields[3] != "-") {
			t.Errorf("/%s/%s in %q: Match disagrees", fields[0], fields[1], text)
		}
	}
	if checked < 5000 {
		t.Errorf("only %d vectors were not refused", checked)
	}
}

func bounds(match []int) string {
	if match == nil {
		return "-"
	}
	return strings.Trim(fmt.Sprint(match), "[]")
}
