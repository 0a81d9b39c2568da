package value

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// TestDecimalVectors checks every operation against Python's decimal module at
// precision 34. testdata/vectors.py makes the vectors: see there.
func TestDecimalVectors(t *testing.T) {
	file, err := os.Open("testdata/decimal.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); lines++ {
		fields := strings.Fields(scanner.Text())
		want := fields[len(fields)-1]
		if got := runVector(t, fields[0], fields[1:len(fields)-1]); got != want {
			t.Errorf("%s: got %s", scanner.Text(), got)
		}
	}
	if lines < 5000 {
		t.Errorf("only %d vectors", lines)
	}
}

var binaryOperations = map[string]func(a, b bson.Decimal128) bson.Decimal128{
	"add": DecimalAdd, "subtract": DecimalSubtract, "multiply": DecimalMultiply,
	"divide": DecimalDivide, "remainder": DecimalRemainder,
}

var roundings = map[string]Rounding{"even": HalfEven, "zero": TowardZero, "up": Up, "down": Down}

func runVector(t *testing.T, operation string, operands []string) string {
	t.Helper()
	if operation == "double" || operation == "double15" {
		f, err := strconv.ParseFloat(operands[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		if operation == "double" {
			return DecimalString(ToDecimalExact(f))
		}
		return DecimalString(ToDecimal(f))
	}
	a := decimal(t, operands[0])
	if run, ok := binaryOperations[operation]; ok {
		return DecimalString(run(a, decimal(t, operands[1])))
	}
	if mode, ok := roundings[operation]; ok {
		exp, err := strconv.Atoi(operands[1])
		if err != nil {
			t.Fatal(err)
		}
		return DecimalString(DecimalQuantize(a, exp, mode))
	}
	switch operation {
	case "parse":
		return DecimalString(a)
	case "compare":
		b := decimal(t, operands[1])
		if IsNaN(a) || IsNaN(b) {
			return "NaN" // which is Python's answer, not MongoDB's; see TestCompareOrder
		}
		return strconv.Itoa(Compare(a, b))
	}
	t.Fatalf("unknown operation %s", operation)
	return ""
}

func decimal(t testing.TB, s string) bson.Decimal128 {
	t.Helper()
	d, ok := ParseDecimal(s)
	if !ok {
		t.Fatalf("not a decimal: %q", s)
	}
	return d
}

// The driver has a codec of its own: both must return the same bits and text.
func TestDecimalBitsAgreeWithDriver(t *testing.T) {
	for _, s := range []string{
		"0", "-0", "1", "-1.00", "1E+10", "-0E+10", "1.234E-10", "0.000001", "1E-7", "1E-6176", "1E+6111",
		"9999999999999999999999999999999999", "9.999999999999999999999999999999999E+6144",
		"NaN", "Infinity", "-Infinity",
	} {
		theirs, err := bson.ParseDecimal128(s)
		if err != nil {
			t.Fatal(err)
		}
		if ours := decimal(t, s); ours != theirs {
			t.Errorf("%s: bits %v, the driver has %v", s, ours, theirs)
		}
		if got := DecimalString(theirs); got != s {
			t.Errorf("text of %s: %s", s, got)
		}
	}
}

func TestParseDecimalRejects(t *testing.T) {
	for _, s := range []string{"", "+", ".", "1e", "1e+", "e5", "1 ", " 1", "1..2", "0x10", "1e1.5", "--1", "1_0", "Infinit", "1e+-2"} {
		if d, ok := ParseDecimal(s); ok {
			t.Errorf("%q was read as %s", s, DecimalString(d))
		}
	}
}

// A digit far behind decides whether a half is exact.
func TestParseDecimalLong(t *testing.T) {
	zeros := strings.Repeat("0", 1<<20)
	for text, want := range map[string]string{
		"1000000000000000000000000000000000.5" + zeros:       "1000000000000000000000000000000000",
		"1000000000000000000000000000000000.5" + zeros + "1": "1000000000000000000000000000000001",
		"0." + zeros + "7": "0E-6176",
		zeros + "7":        "7",
	} {
		if got := DecimalString(decimal(t, text)); got != want {
			t.Errorf("%.40s…: got %s, want %s", text, got, want)
		}
	}
}

func TestNonCanonicalDecimals(t *testing.T) {
	large := bson.NewDecimal128(0x6c10000000000000, 1) // coefficient of 114 bits
	if got := Compare(large, int32(0)); got != 0 {
		t.Errorf("a coefficient over 113 bits compares as %d with 0", got)
	}
	digits35 := bson.NewDecimal128(0x3041ed09bead87c0, 0x378d8e6400000000) // 10^34, exponent 0
	if Truthy(digits35) {
		t.Error("a coefficient of 35 digits does not count as zero")
	}
}

// A number that does not fit is cut off or refused, never rounded.
func TestConvertDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"1.00000000000000000000000000000000099999": "1.000000000000000000000000000000000",
		"99999999999999999999999999999999999":      "9.999999999999999999999999999999999E+34",
		"1E+6144":                                  "1.000000000000000000000000000000000E+6144",
		"10E-6177":                                 "1E-6176",
		"0E-99999":                                 "0E-6176",
		"-0E+99999":                                "-0E+6111",
		"9E+6145":                                  "",
		"1E-6177":                                  "",
		"15E-6177":                                 "",
		"1E-999999999999":                          "",
		"1.0000000000000E9999":                     "",
	} {
		d, ok := ConvertDecimal(text)
		if got := DecimalString(d); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %s, %v, want %q", text, got, ok, want)
		}
	}
	d, _ := ConvertDecimal("-nan")
	if high, _ := d.GetBytes(); high>>63 != 1 {
		t.Error("-nan lost its sign")
	}
}

// Any text is either refused or is a number whose own text reads back as the same
// bits, but for the sign of NaN.
func FuzzParseDecimal(f *testing.F) {
	for _, seed := range []string{"1.50", "-0E+10", "1E-6176", "9.99E+6144", "inf", "-NaN", "+.5e99999999999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, ok := ParseDecimal(text)
		if !ok {
			return
		}
		again, ok := ParseDecimal(DecimalString(d))
		if !ok || again != d && !IsNaN(d) {
			t.Fatalf("%q became %s", text, DecimalString(d))
		}
	})
}
