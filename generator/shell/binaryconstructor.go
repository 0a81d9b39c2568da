package shell

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"strings"

	"modelbook/generator/ejson"
)

// Subtypes of binary data (BSON specification, "Binary").
const (
	subtypeUUID = 4
	subtypeMD5  = 5
)

func binary(subtype int64, base64 *ejson.Value) *ejson.Value {
	return wrap("$binary", &ejson.Value{Kind: ejson.Object, Members: []ejson.Member{
		{Key: "base64", Value: base64}, {Key: "subType", Value: stringOf(fmt.Sprintf("%02x", subtype))},
	}})
}

// hexBinary makes binary data of hexadecimal digits.
func hexBinary(subtype int64, digits string) (*ejson.Value, bool) {
	data, err := hex.DecodeString(digits)
	return binary(subtype, stringOf(base64.StdEncoding.EncodeToString(data))), err == nil
}

func uuid(arguments []*ejson.Value) (*ejson.Value, string) {
	if v, ok := one(arguments, ejson.String); ok {
		digits := strings.ReplaceAll(v.Text, "-", "")
		if made, ok := hexBinary(subtypeUUID, digits); ok && len(digits) == 32 {
			return made, ""
		}
	}
	return nil, "32 hexadecimal digits in a string"
}

func md5(arguments []*ejson.Value) (*ejson.Value, string) {
	if v, ok := one(arguments, ejson.String); ok {
		if made, ok := hexBinary(subtypeMD5, v.Text); ok && len(v.Text) == 32 {
			return made, ""
		}
	}
	return nil, "32 hexadecimal digits in a string"
}

func binData(arguments []*ejson.Value) (*ejson.Value, string) {
	if subtype, v, ok := subtypeAndString(arguments); ok {
		return binary(subtype, v), ""
	}
	return nil, "a subtype from 0 to 255 and base64 in a string"
}

func hexData(arguments []*ejson.Value) (*ejson.Value, string) {
	if subtype, v, ok := subtypeAndString(arguments); ok {
		if made, ok := hexBinary(subtype, v.Text); ok {
			return made, ""
		}
	}
	return nil, "a subtype from 0 to 255 and pairs of hexadecimal digits in a string"
}

func subtypeAndString(arguments []*ejson.Value) (subtype int64, v *ejson.Value, ok bool) {
	if len(arguments) != 2 || arguments[1].Kind != ejson.String {
		return 0, nil, false
	}
	subtype, ok = wholeNumber(arguments[0], 0, math.MaxUint8)
	return subtype, arguments[1], ok
}
