package render

import (
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// stationOf returns the bytes of a station with n readings.
func stationOf(t *testing.T, n int, reading func(i int) any) int64 {
	t.Helper()
	readings := make(bson.A, n)
	for i := range n {
		readings[i] = reading(i)
	}
	raw, err := bson.Marshal(bson.D{{Key: "_id", Value: "SKV"}, {Key: "readings", Value: readings}})
	if err != nil {
		t.Fatal(err)
	}
	return int64(len(raw))
}

func embedded(i int) any {
	return bson.D{{Key: "at", Value: bson.DateTime(i)}, {Key: "pressure", Value: int32(i)}}
}

func id(i int) any { return int32(i) }

func growing(documents int64, values ...int64) *example.Result {
	r := &example.Result{Example: &example.Example{Name: "a", Sizes: []int{10, 100, 1000}, Steps: []example.Step{{Answers: &example.Answers{ID: "one"}}}}}
	for i, value := range values {
		cost := example.Cost{BytesRead: example.Measured(value), DocumentsRead: example.Measured(documents)}
		r.Runs = append(r.Runs, example.Run{Size: r.Example.Sizes[i], Steps: []example.StepResult{{Cost: cost}}})
	}
	return r
}

// TestGrowthFollowsBSON: the reckoned bytes are those of a document of that size.
func TestGrowthFollowsBSON(t *testing.T) {
	var last Curve
	for _, reading := range []func(int) any{embedded, id} {
		var measured []int64
		for _, n := range []int{10, 100, 1000} {
			measured = append(measured, stationOf(t, n, reading))
		}
		growth, err := GrowthOf([]*example.Result{growing(1, measured...)}, "one", "bytesRead")
		if err != nil {
			t.Fatal(err)
		}
		last = growth.Curves[0]
		want := GrowthPoint{Size: 100_000, Value: stationOf(t, 100_000, reading)}
		if len(last.Extrapolated) != 3 || last.Extrapolated[1] != want {
			t.Errorf("reckoned %+v, want %+v", last.Extrapolated, want)
		}
	}
	if at := stationOf(t, int(last.Full), id); at > MaxDocument {
		t.Errorf("full at %d, which takes %d bytes", last.Full, at)
	}
	if at := stationOf(t, int(last.Full)+1, id); at <= MaxDocument {
		t.Errorf("full at %d, and one more takes %d bytes", last.Full, at)
	}
}

func TestGrowthReckonsNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		result   *example.Result
		reckoned int
		full     bool
	}{
		"no rule":       {growing(1, 100, 1003, 9999), 0, false},
		"two points":    {growing(1, 100, 1000), 0, false},
		"flat":          {growing(1, 48, 48, 48), 3, false},
		"many are read": {growing(5, 100, 1000, 10000), 3, false},
		"one is read":   {growing(1, 100, 1000, 10000), 3, true},
		"did not run":   {growing(1), 0, false},
	} {
		growth, err := GrowthOf([]*example.Result{c.result}, "one", "bytesRead")
		if err != nil || len(growth.Curves[0].Extrapolated) != c.reckoned || growth.Curves[0].Full > 0 != c.full {
			t.Errorf("%s: %+v, %v", name, growth, err)
		}
	}
	r := growing(1, 1, 2, 3)
	r.Example.Sizes = nil
	if _, err := GrowthOf([]*example.Result{r}, "one", "bytesRead"); err == nil {
		t.Error("an example of one size grows")
	}
	unmeasured, err := GrowthOf([]*example.Result{growing(1, 1, 2, 3)}, "one", "roundTrips")
	if err != nil || !reflect.DeepEqual(unmeasured.Curves[0], Curve{}) {
		t.Errorf("%+v, %v", unmeasured, err)
	}
}

func TestDigits(t *testing.T) {
	for n, want := range map[int64]int64{0: 0, 1: 1, 10: 10, 11: 12, 100: 190, 1000: 2890} {
		if got := digitsTo(n); got != want {
			t.Errorf("the positions of %d elements have %d digits, want %d", n, got, want)
		}
	}
}
