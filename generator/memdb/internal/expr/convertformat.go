package expr

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Text and numbers to binary data, and binary data to text
// (src/mongo/db/exec/expression/evaluate_convert.cpp).

var binaryFormats = []string{"auto", "base64", "base64url", "hex", "utf8", "uuid"}

// binaryFormat reads the option of $convert; "" is none.
func binaryFormat(v any) (string, error) {
	if value.IsNullish(v) {
		return "", nil
	}
	text, ok := v.(string)
	if !ok {
		return "", errcode.New(4341114, "$convert requires that 'format' be a string, found: %s with value %s", value.TypeName(v), value.String(v))
	}
	if !slices.Contains(binaryFormats, text) {
		return "", errcode.New(4341125, "Invalid 'format' argument for $convert: %s", text)
	}
	return text, nil
}

// binaryText writes binary data as text.
func binaryText(v bson.Binary, format string) (any, error) {
	data := value.StoredBytes(v)
	isUUID := v.Subtype == bson.TypeBinaryUUID && len(data) == 16
	if format == "auto" {
		format = "base64"
		if isUUID {
			format = "uuid"
		}
	}
	switch {
	case format == "":
		return nil, errcode.New(4341115, "Missing 'format' for a conversion of binData to string")
	case format == "base64":
		return base64.StdEncoding.EncodeToString(data), nil
	case format == "base64url":
		return base64.RawURLEncoding.EncodeToString(data), nil
	case format == "hex":
		return strings.ToUpper(hex.EncodeToString(data)), nil
	case format == "utf8" && utf8.Valid(data):
		return string(data), nil
	case format == "utf8":
		return nil, notAsText(v, "BinData does not represent a valid UTF-8 string")
	case isUUID:
		return value.UUIDText(data), nil
	}
	return nil, notAsText(v, "BinData does not represent a valid UUID")
}

func notAsText(v bson.Binary, why string) error {
	return errcode.New(errcode.ConversionFailure, "Failed to convert '%s' to string in $convert with no onError value: %s", value.String(v), why)
}

// binaryTarget is binary data of a subtype, to which something is converted.
type binaryTarget struct {
	subtype any
	format  string
	order   numberOrder
}

// from converts a value to it.
func (b binaryTarget) from(v any) (any, error) {
	switch v := v.(type) {
	case bson.A, bson.D:
		return nil, errcode.NotImplemented("$convert of an array or an object to binData")
	case bson.Decimal128, bool, bson.ObjectID, bson.DateTime, bson.Timestamp:
		return nil, unsupported(v, "binData")
	case string:
		if b.format == "" {
			return nil, errcode.New(4341115, "Missing 'format' for a conversion of string to binData")
		}
	case int32, int64, float64, bson.Binary:
	default:
		return nil, unsupported(v, "binData")
	}
	subtype, err := b.binarySubtype()
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case bson.Binary:
		if v.Subtype == subtype {
			return v, nil
		}
		return nil, errcode.New(errcode.ConversionFailure, "Conversions between different BinData subtypes are not supported")
	case string:
		data, err := b.ofText(v, subtype)
		return bson.Binary{Subtype: subtype, Data: data}, err
	}
	return bson.Binary{Subtype: subtype, Data: numberBytes(v, b.order)}, nil
}

// binarySubtype reads the subtype; subtypes that the server turns into something else,
// or into something that can't be read again, are refused.
func (b binaryTarget) binarySubtype() (byte, error) {
	if !value.IsNumber(b.subtype) {
		return 0, errcode.New(4341108, "For BinData, $convert's 'subtype' argument must be a number, but is %s", value.TypeName(b.subtype))
	}
	n, whole := wholeInt32(b.subtype)
	switch {
	case !whole:
		return 0, errcode.New(4341106, "In $convert, numeric 'subtype' argument is not an integer")
	case n < 0, n > 255, n > 9 && n < 128:
		return 0, errcode.New(4341107, "In $convert, numeric value for 'subtype' does not correspond to a BinData type: %d", n)
	case n == 2, n == 6, n == 7, n == 9:
		return 0, errcode.NotImplemented("$convert to binData of the subtypes 2, 6, 7 and 9")
	}
	return byte(n), nil
}

// ofText reads text in the format.
func (b binaryTarget) ofText(text string, subtype byte) (data []byte, err error) {
	why := "Invalid format '" + b.format + "'"
	ok := false
	switch {
	case (b.format == "uuid") != (subtype == bson.TypeBinaryUUID):
		why = "Only the 'uuid' format is allowed with the UUID subtype"
	case b.format == "uuid":
		uuid, err := toUUID(text)
		if err != nil {
			why = "it is no UUID"
			break
		}
		return uuid.(bson.Binary).Data, nil
	case b.format == "utf8":
		return []byte(text), nil
	case b.format == "hex":
		data, err = hex.DecodeString(text)
		ok, why = err == nil, "it is no hexadecimal text"
	case b.format != "auto":
		return base64Bytes(text, b.format)
	}
	if !ok {
		return nil, notBinary(text, why)
	}
	return data, nil
}

// base64Bytes reads base64 or base64url; which padding the server requires of the
// latter, and of the bits that are left over, is not known.
func base64Bytes(text, format string) ([]byte, error) {
	encoding := base64.StdEncoding
	if format == "base64url" {
		encoding = base64.RawURLEncoding
		if strings.Contains(text, "=") {
			return nil, errcode.NotImplemented("$convert of base64url with padding")
		}
	}
	data, err := encoding.DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") { // which Go skips
		return nil, notBinary(text, "invalid "+format)
	}
	if encoding.EncodeToString(data) != text {
		return nil, errcode.NotImplemented("$convert of " + format + " whose last bits are not zero")
	}
	return data, nil
}

func notBinary(text, why string) error {
	return errcode.New(errcode.ConversionFailure, "Failed to parse BinData '%s' in $convert with no onError value: %s", text, why)
}
