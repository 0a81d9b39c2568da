package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// wholeBinary reads the stored bytes of binary data of any subtype as a signed
// number, the least significant byte first. 1, 2, 4 and 8 bytes are a long; what
// they are as an int is not known.
func wholeBinary(v bson.Binary, target string) (int64, error) {
	b := value.StoredBytes(v)
	switch len(b) {
	case 1, 2, 4, 8:
	default:
		return 0, errcode.New(errcode.ConversionFailure, "Failed to convert binData of %d bytes to %s in $convert with no onError value", len(b), target)
	}
	if target == "int" {
		return 0, errcode.NotImplemented("$convert of binData to int")
	}
	last := len(b) - 1
	n := int64(int8(b[last]))
	for i := last - 1; i >= 0; i-- {
		n = n<<8 | int64(b[i])
	}
	return n, nil
}
