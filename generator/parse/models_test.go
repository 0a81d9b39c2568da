package parse

import (
	"slices"
	"testing"
)

func TestModels(t *testing.T) {
	const content = "See [one](../../examples/a-b.json#model).\n\n" +
		"- [One, `a`](../../examples/a-b.json#model). For reading.\n" +
		"- [Two](../../examples/a-c.json#model). [3 bytes](../../examples/a-c.json#size/c/0)\n\n" +
		"- [Two](../../examples/a-d.json#touch/q)\n- [A guide](a-e.md#model)\n" +
		"- [Two](https://example.org/a-f.json#model)\n"
	if got := Models([]byte(content)); !slices.Equal(got, []string{"a-b", "a-c"}) {
		t.Errorf("got %v", got)
	}
	const orders = "- [One](../../examples/a-b-two-writers.json#orders)\n- [Two](../../examples/a-c.json#orders)\n"
	if got := Models([]byte(orders)); !slices.Equal(got, []string{"a-b-two-writers", "a-c"}) {
		t.Errorf("got %v", got)
	}
	if got := Models([]byte(orders + content)); !slices.Equal(got, []string{"a-b", "a-c"}) {
		t.Errorf("got %v", got)
	}
}
