package page

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"modelbook/site"
)

var update = flag.Bool("update", false, "write what the theme says into testdata, to be read with git diff")

// TestPluralForms holds each string that counts to the list in testdata, for 1,
// 2, 5 and 21: the numbers that tell the forms of these languages apart.
func TestPluralForms(t *testing.T) {
	tags := tagsOf(site.Theme())
	theme, err := Load(site.Theme(), tags)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&got, "# %s\n", tag)
		l := theme.languages[tag]
		value := reflect.ValueOf(l.words)
		for i := range value.NumField() {
			if counted, ok := value.Field(i).Interface().(plural); ok {
				for _, n := range []int{1, 2, 5, 21} {
					text := l.fill(counted.choose(l.Locale, n), "server", l.fill(l.OnMongoDB, "name", "MongoDB", "version", "8.2"), "shown", "1")
					fmt.Fprintf(&got, "%s %d: %s\n", value.Type().Field(i).Tag.Get("yaml"), n, visibleSpaces.Replace(text))
				}
			}
		}
	}
	const file = "testdata/plurals.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// visibleSpaces shows those that do not break.
var visibleSpaces = strings.NewReplacer("\u00a0", "~", "\u202f", "~")
