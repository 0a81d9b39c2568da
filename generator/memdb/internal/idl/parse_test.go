package idl

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// A voyage has a field of every sort.
type voyage struct {
	common
	Ship    string   `idl:",command"`
	Legs    []leg    `idl:"legs,required"`
	Cargo   []bson.D `idl:"cargo"`
	Papers  bson.D   `idl:"papers"`
	Crew    bson.A   `idl:"crew"`
	Night   *bool    `idl:"night"`
	Insured Truth    `idl:"insured,default=true"`
	Knots   int64    `idl:"knots,default=7,min=1,max=30"`
	Watches *int64   `idl:"watches,whole,min=0,max=6"`
	Log     Long     `idl:"log"`
	Flag    string   `idl:"flag,enum=red|green"`
	Master  *master  `idl:"master,path=master"`
	Pier    any      `idl:"pier,types=string|number"`
	Weather any      `idl:"weather"`
	Tide    tide     `idl:"tide"`
	Sealed  bool     `idl:"sealed,notnull"`
	_       string   `idl:"remark,accepted"`
	_       string   `idl:"rig,enum=cutter|ketch"`
	_       Refused  `idl:"steam wireless"`
}

type common struct {
	ID *UUID `idl:"id"`
}

type leg struct {
	To   string `idl:"to,required"`
	Days int64  `idl:"days,min=0"`
}

type master struct {
	Name string `idl:"name,required"`
}

// tide decides by itself: it is high, low or neap.
type tide string

func (t *tide) ReadValue(p Path, v any) error {
	if text, ok := v.(string); ok {
		*t = tide(text)
		return nil
	}
	return errcode.New(errcode.FailedToParse, "the %s is a word", p.Name)
}

func document(t *testing.T, text string) bson.D {
	t.Helper()
	var doc bson.D
	if err := bson.UnmarshalExtJSON([]byte(text), false, &doc); err != nil {
		t.Fatal(err)
	}
	raw, err := bson.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if doc, err = value.Decode(raw); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		fields string // after the required ones
		want   string // the end of the message, "" for none
		code   int32
	}{
		{``, "", 0},
		{`"sails": 3`, "BSON field 'sail.sails' is an unknown field.", 40415},
		{`"steam": 1`, "sail.steam is not implemented by memdb", 238},
		{`"papers": {}, "papers": {}`, "BSON field 'sail.papers' is a duplicate field", 40413},
		{`"papers": {}, "papers": 1`, "BSON field 'sail.papers' is the wrong type 'int', expected type 'object'", 14},
		{`"papers": null, "papers": {}`, "", 0},
		{`"papers": {}, "papers": null`, "", 0},
		{`"weather": null, "weather": 1`, "BSON field 'sail.weather' is a duplicate field", 40413},
		{`"knots": "x"`, "BSON field 'sail.knots' is the wrong type 'string', expected types '[long, int, decimal, double]'", 14},
		{`"knots": 0`, "BSON field 'knots' value must be >= 1, actual value '0'", 2},
		{`"knots": 31.5`, "BSON field 'knots' value must be <= 30, actual value '31'", 2},
		{`"watches": 1.5`, "watches has non-integral value", 9},
		{`"watches": {"$numberDouble": "NaN"}`, "watches has non-integral value", 9},
		{`"watches": 7`, "7 value for watches is out of range [0, 6]", 2},
		{`"watches": null`, "", 0},
		{`"insured": "yes"`, "BSON field 'sail.insured' is the wrong type 'string', expected types '[bool, long, int, decimal, double]'", 14},
		{`"log": 1`, "BSON field 'sail.log' is the wrong type 'int', expected type 'long'", 14},
		{`"flag": "blue"`, "Enumeration value 'blue' for field 'sail.flag' is not a valid value.", 2},
		{`"master": {}`, "BSON field 'master.name' is missing but a required field", 40414},
		{`"master": {"name": null}`, "BSON field 'master.name' is missing but a required field", 40414},
		{`"master": {"name": "A", "name": "B"}`, "BSON field 'master.name' is a duplicate field", 40413},
		{`"pier": true`, "BSON field 'sail.pier' is the wrong type 'bool', expected types '[string, long, int, decimal, double]'", 14},
		{`"pier": null`, "", 0},
		{`"sealed": null`, "BSON field 'sail.sealed' is the wrong type 'null', expected type 'bool'", 14},
		{`"tide": null`, "the tide is a word", 9},
		{`"cargo": [{}, 7]`, "BSON field 'sail.cargo.1' is the wrong type 'int', expected type 'object'", 14},
		{`"cargo": [null]`, "", 0},
		{`"legs": []`, "BSON field 'sail.legs' is a duplicate field", 40413},
		{`"rig": "yawl"`, "Enumeration value 'yawl' for field 'sail.rig' is not a valid value.", 2},
		{`"remark": 1`, "BSON field 'sail.remark' is the wrong type 'int', expected type 'string'", 14},
		{`"id": {"$binary": {"base64": "AAAA", "subType": "00"}}`, "BSON field 'sail.id' is the wrong binData type '0', expected type 'UUID'", 14},
		{`"id": {"$binary": {"base64": "AAAA", "subType": "04"}}`, "uuid must be a 16-byte binary field with UUID (4) subtype", 207},
	} {
		text := `{"sail": "Stella", "legs": [{"to": "Bari"}]`
		if c.fields != "" {
			text += ", " + c.fields
		}
		err := Of[voyage]("sail").Parse("sail", document(t, text+"}"), &voyage{})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.fields, err)
		case c.want != "" && (!errcode.Is(err, c.code) || !strings.HasPrefix(err.Error(), c.want+" (")):
			t.Errorf("%s: %v, want %d %s", c.fields, err, c.code, c.want)
		}
	}
}

func TestParseStatements(t *testing.T) {
	for fields, want := range map[string]string{
		`"sail": "Stella"`:                           "BSON field 'sail.legs' is missing but a required field",
		`"sail": "Stella", "legs": null`:             "BSON field 'sail.legs' is missing but a required field",
		`"sail": "Stella", "legs": [{}]`:             "BSON field 'sail.legs.to' is missing but a required field",
		`"sail": "Stella", "legs": [{"from": 1}]`:    "BSON field 'sail.legs.from' is an unknown field.",
		`"sail": "Stella", "legs": [{"days": -1}]`:   "BSON field 'days' value must be >= 0, actual value '-1'",
		`"sail": 1, "legs": []`:                      "BSON field 'sail.sail' is the wrong type 'int', expected type 'string'",
		`"sail": "Stella", "legs": [{"to": 1}, 4]`:   "BSON field 'sail.legs.to' is the wrong type 'int', expected type 'string'",
		`"sail": "Stella", "legs": {"0": {"to": 1}}`: "BSON field 'sail.legs' is the wrong type 'object', expected type 'array'",
	} {
		err := Of[voyage]("sail").Parse("sail", document(t, "{"+fields+"}"), &voyage{})
		if err == nil || !strings.HasPrefix(err.Error(), want+" (") {
			t.Errorf("%s: %v, want %s", fields, err, want)
		}
	}
}

func TestParseGivesValues(t *testing.T) {
	var v voyage
	doc := document(t, `{"sail": "Stella", "legs": [{"to": "Bari", "days": 2.9}, null, {"to": "Split"}], "cargo": [{"a": 1}], "papers": {},
		"night": false, "insured": 0, "log": {"$numberLong": "9"}, "master": {"name": "Ann"}, "pier": 4, "weather": null, "tide": "neap",
		"id": {"$uuid": "00112233-4455-6677-8899-aabbccddeeff"}, "remark": "none"}`)
	if err := Of[voyage]("sail").Parse("sail", doc, &v); err != nil {
		t.Fatal(err)
	}
	switch {
	case v.Ship != "Stella", len(v.Legs) != 2, v.Legs[0] != leg{"Bari", 2}, v.Legs[1].To != "Split":
		t.Errorf("ship and legs: %+v", v)
	case len(v.Cargo) != 1, v.Papers == nil, v.Crew != nil:
		t.Errorf("documents and arrays: %+v", v)
	case v.Night == nil, *v.Night, bool(v.Insured), v.Knots != 7, v.Log != 9, v.Master.Name != "Ann":
		t.Errorf("options: %+v", v)
	case v.Pier != int32(4), v.Weather != bson.Null{}, v.Tide != "neap", v.ID[15] != 0xff:
		t.Errorf("others: %+v", v)
	}
}

func TestOthers(t *testing.T) {
	var v struct {
		Name   string `idl:"name"`
		Others bson.D `idl:",others"`
	}
	s := Of[struct {
		Name   string `idl:"name"`
		Others bson.D `idl:",others"`
	}]("")
	if err := s.Parse("x", document(t, `{"a": 1, "name": "n", "b": null}`), &v); err != nil {
		t.Fatal(err)
	}
	if value.String(v.Others) != "{ a: 1, b: null }" || v.Name != "n" {
		t.Errorf("%+v", v)
	}
	if err := s.Parse("x", document(t, `{"a": 1, "a": 1}`), &v); !errcode.Is(err, errcode.IDLDuplicateField) {
		t.Errorf("a twice: %v", err)
	}
}

// The kinds of a choice are known by their first field, and read in the context
// of the array's owner.
func TestOneOf(t *testing.T) {
	type load struct {
		Load  int64  `idl:"load,min=0"`
		Goods string `idl:"goods,required"`
	}
	type unload struct {
		Unload int64 `idl:"unload"`
	}
	type work struct {
		_      OneOf
		Load   *load   `idl:"load"`
		Unload *unload `idl:"unload"`
	}
	type port struct {
		Works []work `idl:"works,required"`
	}
	s := Of[port]("")
	var p port
	if err := s.Parse("call", document(t, `{"works": [{"unload": 3}, {"load": 1, "goods": "oil"}]}`), &p); err != nil {
		t.Fatal(err)
	}
	if p.Works[0].Load != nil || p.Works[0].Unload.Unload != 3 || p.Works[1].Load.Goods != "oil" {
		t.Errorf("%+v", p)
	}
	for works, want := range map[string]string{
		`{"store": 1}`:               "BSON field 'call.store' is an unknown field.",
		`{}`:                         "BSON field 'call' is an unknown field.",
		`{"load": 1}`:                "BSON field 'call.goods' is missing but a required field",
		`{"unload": 1, "goods": ""}`: "BSON field 'call.goods' is an unknown field.",
		`7`:                          "BSON field 'call.works.0' is the wrong type 'int', expected type 'object'",
	} {
		if err := s.Parse("call", document(t, `{"works": [`+works+`]}`), &p); err == nil || !strings.HasPrefix(err.Error(), want+" (") {
			t.Errorf("%s: %v, want %s", works, err, want)
		}
	}
}
