package collation

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/required"
)

// TestVectors holds comparisons and sort keys against those of ICU 57.1.
func TestVectors(t *testing.T) {
	if n := checkVectors(t, "testdata/vectors.txt"); n < 1000 {
		t.Errorf("%d vectors, want more than 1000", n)
	}
}

// TestManyVectors is TestVectors with as many as .ci/collation makes.
func TestManyVectors(t *testing.T) {
	file := os.Getenv("MODELBOOK_COLLATION_VECTORS")
	if file == "" {
		required.Missing(t, "java", "MODELBOOK_COLLATION_VECTORS is not set; .ci/collation/run makes the vectors with ICU4J")
	}
	n := checkVectors(t, file)
	t.Logf("%d vectors", n)
	if n < 100_000 {
		t.Errorf("%d vectors, want more than 100,000", n)
	}
}

func checkVectors(t *testing.T, name string) (n int) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if err := checkVector(lines.Text()); err != nil {
			t.Errorf("%s\n%v", lines.Text(), err)
			if n++; t.Failed() && n > 20 {
				t.FailNow()
			}
		}
		n++
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}

func checkVector(line string) error {
	var o Options
	var caseLevel, numeric int
	fields := strings.Split(line, "\t")
	if _, err := fmt.Sscanf(fields[0], "%s %d %d %d", &o.Locale, &o.Strength, &caseLevel, &numeric); err != nil {
		return err
	}
	o.CaseLevel, o.Numeric = caseLevel == 1, numeric == 1
	a, err := strconv.Unquote(fields[1])
	if err != nil {
		return err
	}
	b, err := strconv.Unquote(fields[2])
	if err != nil {
		return err
	}
	c := New(o)
	key, ok := c.Key(a)
	other, okToo := c.Key(b)
	switch {
	case !ok || !okToo:
		return fmt.Errorf("outside the range")
	case hex.EncodeToString([]byte(key)) != fields[4]:
		return fmt.Errorf("key %x", key)
	case strconv.Itoa(strings.Compare(key, other)) != fields[3]:
		return fmt.Errorf("compares %d", strings.Compare(key, other))
	}
	return nil
}
