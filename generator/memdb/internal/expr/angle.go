package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// angles turn degrees into radians and back, each by one multiplication with a
// factor that is itself rounded.
var angles = table{
	"$degreesToRadians": times("$degreesToRadians", pi/straight, value.DecimalDivide(decimalPi, decimalStraight)),
	"$radiansToDegrees": times("$radiansToDegrees", straight/pi, value.DecimalDivide(decimalStraight, decimalPi)),
}

// Half a turn in radians and in degrees: variables, because Go would divide
// constants without rounding them first.
var (
	pi, straight       = 3.141592653589793, 180.0
	decimalPi, _       = value.ParseDecimal("3.141592653589793238462643383279503")
	decimalStraight, _ = value.ParseDecimal("180")
)

func times(name string, double float64, decimal bson.Decimal128) parser {
	return unary(func(v any) (any, error) {
		if value.IsNullish(v) {
			return bson.Null{}, nil
		}
		if err := numeric(v, name); err != nil {
			return nil, err
		}
		if d, ok := v.(bson.Decimal128); ok {
			return value.DecimalMultiply(d, decimal), nil
		}
		return value.ToDouble(v) * double, nil
	})
}
