package example

import (
	"slices"
	"testing"
)

func TestWay(t *testing.T) {
	order := Order{Moments: []Moment{{Client: 1, Then: ThenRepeats}, {Client: 0, Then: ThenBeginsAgain}, {Client: 1}, {Client: 0, Then: ThenFails}}}
	want := Way{{Client: 1, Mishap: ThenRepeats}, {Client: 0}, {Client: 1}, {Client: 0}}
	if way := order.Way(); !slices.Equal(way, want) || way.String() != "2r121" || way.Mishap() != ThenRepeats {
		t.Errorf("%v", way)
	}
	for _, text := range []string{"1", "2r121", "12x1"} {
		if way, ok := ParseWay(text); !ok || way.String() != text {
			t.Errorf("%s is read as %s (%v)", text, way, ok)
		}
	}
	for _, text := range []string{"", "x", "1xx", "1xr", "0", "1 2", "a", "1é"} {
		if way, ok := ParseWay(text); ok {
			t.Errorf("%q is read as %s", text, way)
		}
	}
}
