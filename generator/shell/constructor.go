package shell

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
)

// constructor makes a value of a BSON type.
type constructor struct {
	usage string
	// bare is the result without arguments, if no two runs get the same.
	bare string
	// make returns the value, or, if it is nil, the arguments that the
	// constructor takes, in words.
	make func(arguments []*ejson.Value) (v *ejson.Value, takes string)
}

// constructors are those of mongosh. Arguments that they would cut to size, round
// or misread are refused.
var constructors = map[string]constructor{
	"ObjectId":      {usage: "ObjectId('65f0a1c2d4e8b93a7c1f0e01')", bare: "a new id", make: objectID},
	"UUID":          {usage: "UUID('3b241101-e2bb-4255-8caf-4136c566a962')", bare: "a new id", make: uuid},
	"ISODate":       {usage: "ISODate('2026-03-14T09:30:00Z')", bare: "the time of the run", make: isoDate},
	"Date":          {usage: "new Date('2026-03-14T09:30:00Z')", bare: "the time of the run", make: date},
	"Timestamp":     {usage: "Timestamp({ t: 1700000000, i: 1 })", make: timestamp},
	"NumberInt":     {usage: "NumberInt(5)", make: int32Of},
	"Int32":         {usage: "Int32(5)", make: int32Of},
	"NumberLong":    {usage: "NumberLong('5')", make: numberLong},
	"Long":          {usage: "Long('5')", make: long},
	"Double":        {usage: "Double(5)", make: double},
	"NumberDecimal": {usage: "NumberDecimal('9.50')", make: numberDecimal},
	"Decimal128":    {usage: "Decimal128('9.50')", make: decimal128},
	"BinData":       {usage: "BinData(0, 'AQID')", make: binData},
	"HexData":       {usage: "HexData(0, '010203')", make: hexData},
	"MD5":           {usage: "MD5('d41d8cd98f00b204e9800998ecf8427e')", make: md5},
	"RegExp":        {usage: "RegExp('^a', 'i')", make: regExp},
	"BSONRegExp":    {usage: "BSONRegExp('^a', 'i')", make: bsonRegExp},
	"MinKey":        {usage: "MinKey()", make: edge("$minKey")},
	"MaxKey":        {usage: "MaxKey()", make: edge("$maxKey")},
}

// one returns the only argument, if it is of that kind.
func one(arguments []*ejson.Value, kind ejson.Kind) (*ejson.Value, bool) {
	if len(arguments) != 1 || arguments[0].Kind != kind {
		return nil, false
	}
	return arguments[0], true
}

func edge(name string) func([]*ejson.Value) (*ejson.Value, string) {
	return func(arguments []*ejson.Value) (*ejson.Value, string) {
		if len(arguments) > 0 {
			return nil, "no arguments"
		}
		return wrap(name, &ejson.Value{Kind: ejson.Number, Text: "1"}), ""
	}
}

var objectIDPattern = regexp.MustCompile(`^[0-9a-fA-F]{24}$`)

func objectID(arguments []*ejson.Value) (*ejson.Value, string) {
	if v, ok := one(arguments, ejson.String); ok && objectIDPattern.MatchString(v.Text) {
		return wrap("$oid", stringOf(strings.ToLower(v.Text))), ""
	}
	return nil, "24 hexadecimal digits in a string"
}

// timestamp takes { t, i }, or the two one after the other.
func timestamp(arguments []*ejson.Value) (*ejson.Value, string) {
	const takes = "t and i, integers from 0 to 4294967295"
	if v, ok := one(arguments, ejson.Object); ok && len(v.Members) == 2 && v.Get("t") != nil && v.Get("i") != nil {
		arguments = []*ejson.Value{v.Get("t"), v.Get("i")}
	}
	if len(arguments) != 2 {
		return nil, takes
	}
	made := &ejson.Value{Kind: ejson.Object}
	for i, key := range []string{"t", "i"} {
		n, ok := wholeNumber(arguments[i], 0, math.MaxUint32)
		if !ok {
			return nil, takes
		}
		number := &ejson.Value{Kind: ejson.Number, Text: strconv.FormatInt(n, 10)}
		made.Members = append(made.Members, ejson.Member{Key: key, Value: number})
	}
	return wrap("$timestamp", made), ""
}
