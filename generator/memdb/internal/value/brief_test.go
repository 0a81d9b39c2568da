package value

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestBrief(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		of   any
		want string
	}{
		{x(159), `"` + x(159) + `"`},
		{x(160), `"` + x(150) + `..."`},
		{x(149) + strings.Repeat("é", 6), `"` + x(149) + "\xc3" + `..."`},
		{bson.Symbol(x(160)), String(bson.Symbol(x(150) + "..."))},
		{bson.JavaScript(x(79)), String(bson.JavaScript(x(79)))},
		{bson.JavaScript(x(80)), String(bson.JavaScript(x(70) + "..."))},
		{bson.A{bson.D{{Key: "a", Value: x(160)}}}, `[ { a: "` + x(150) + `..." } ]`},
	} {
		if got := Brief(c.of); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
