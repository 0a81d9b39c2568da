package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// expectedFile has a line for each input: its family and name, the status that
// the program ends with, and the first line that it prints, with tabs between.
const expectedFile = ".ci/hostile/expected.txt"

func readExpected() (map[string]string, error) {
	file, err := os.Open(expectedFile)
	if err != nil {
		return nil, fmt.Errorf("run this from the top of the repository: %w", err)
	}
	defer file.Close()
	expected := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, line, _ := strings.Cut(lines.Text(), "\t")
		expected[name] = line
	}
	return expected, nil
}

// writeExpected keeps the expectations of inputs that did not run, unless all
// did.
func writeExpected(got map[string]string, all bool) error {
	if !all {
		expected, err := readExpected()
		if err != nil {
			return err
		}
		maps.Copy(expected, got)
		got = expected
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(got)) {
		text.WriteString(name + "\t" + got[name] + "\n")
	}
	return os.WriteFile(expectedFile, []byte(text.String()), 0o644)
}
