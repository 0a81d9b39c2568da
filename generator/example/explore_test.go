package example

import (
	"reflect"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

func TestExplore(t *testing.T) {
	content := strings.Replace(places["explore"], "VALUE", `{ "clients": { ANNA, "bo": ["bo-starts", "bo-reads", "bo-commits"] }, "crashes": true,
  "again": { "anna-writes": { "when": { "matchedCount": 0 }, "from": "anna-reads" }, "bo-commits": { "when": { "code": 50 }, "from": "bo-starts" } },
  "done": { "anna-reads": { "when": null } }, HOLDS, "repair": ["job-finds"], "expect": { "orders": 9, "hold": 5, "lost": 4 } }`, 1)
	e, list := parse(t, filling.Replace(filling.Replace(content)))
	if list != "" {
		t.Fatal(list)
	}
	x := e.Explore
	if x.Clients[0].Name != "anna" || !reflect.DeepEqual(x.Clients[0].Steps, []int{0, 1}) || !reflect.DeepEqual(x.Clients[1].Steps, []int{2, 3, 4}) || !x.Crashes {
		t.Errorf("%+v", x)
	}
	if a := x.Again[1]; a.Step != 4 || a.From != 2 || len(x.Again) != 2 {
		t.Errorf("%+v", x.Again)
	}
	if d := x.Done[0]; d.Step != 0 || !d.Holds(ejson.MustRaw(nil)) || len(x.Done) != 1 {
		t.Errorf("%+v", x.Done)
	}
	if h := x.Holds[0]; h.ID != "none" || h.Operation.Name != "find" || h.Expect == nil || !reflect.DeepEqual(x.Repair, []int{6}) {
		t.Errorf("%+v, %v", h, x.Repair)
	}
	if want := (OrderCounts{Orders: 9, Hold: 5, Lost: 4}); x.Expect.OrderCounts != want {
		t.Errorf("%+v", x.Expect)
	}
	if text := string(e.Text.Bytes[x.Expect.Start:x.Expect.End]); text != `{ "orders": 9, "hold": 5, "lost": 4 }` || x.After != x.Expect.End {
		t.Errorf("%s", text)
	}
}

func TestConditionHolds(t *testing.T) {
	tests := []struct {
		when, value any
		want        bool
	}{
		{bson.D{{Key: "matchedCount", Value: int32(0)}}, bson.D{{Key: "matchedCount", Value: int32(0)}, {Key: "modifiedCount", Value: int32(0)}}, true},
		{bson.D{{Key: "matchedCount", Value: int32(0)}}, bson.D{{Key: "matchedCount", Value: int32(1)}}, false},
		{bson.D{{Key: "matchedCount", Value: int32(0)}}, bson.D{{Key: "n", Value: int32(0)}}, false},
		{bson.D{{Key: "matchedCount", Value: int32(0)}}, bson.A{}, false},
		{bson.A{}, bson.A{}, true},
		{bson.A{}, bson.A{int32(1)}, false},
		{nil, nil, true},
		{nil, bson.D{}, false},
	}
	for _, tt := range tests {
		if got := (Condition{When: ejson.MustRaw(tt.when)}).Holds(ejson.MustRaw(tt.value)); got != tt.want {
			t.Errorf("%v of %v: %v", tt.when, tt.value, got)
		}
	}
}
