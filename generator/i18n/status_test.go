package i18n_test

import (
	"reflect"
	"testing"

	"modelbook/generator/i18n"
)

// TestStatusOfTraces holds the counts of translations that were not parsed to
// those of all, compared.
func TestStatusOfTraces(t *testing.T) {
	const folder = "../.."
	all, err := i18n.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	traced, err := i18n.OpenToCount(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer traced.Close()
	want, _, err := all.Status(all.Languages())
	if err != nil {
		t.Fatal(err)
	}
	got, messages, err := traced.Status(traced.Languages())
	if err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
