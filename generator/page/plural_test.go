package page

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"modelbook/generator/golden"
	"modelbook/site"
)

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
	golden.File(t, "testdata/plurals.txt", []byte(got.String()))
}

// visibleSpaces shows those that do not break.
var visibleSpaces = strings.NewReplacer("\u00a0", "~", "\u202f", "~")
