package expr

import (
	"strings"
	"unicode/utf8"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

func codePoints(s string) int { return utf8.RuneCountInString(s) }

// substrBytes cuts by bytes; a negative length means the rest.
func substrBytes(args []any) (any, error) {
	s, err := coerceText(args[0])
	if err != nil {
		return nil, err
	}
	for i, v := range args[1:] {
		if !value.IsNumber(v) {
			return nil, errcode.New(int32(16034+i), "$substrBytes: argument %d must be a numeric type (is BSON type %s)", i+2, value.TypeName(v))
		}
	}
	start, err := coerceLong(args[1])
	if err != nil {
		return nil, err
	}
	length, err := coerceLong(args[2])
	if err != nil {
		return nil, err
	}
	if start < 0 {
		return nil, errcode.New(50752, "$substrBytes: starting index must be non-negative (got: %d)", start)
	}
	if start >= int64(len(s)) {
		return "", nil
	}
	if length < 0 || length > int64(len(s))-start {
		length = int64(len(s)) - start
	}
	end := start + length
	if !utf8.RuneStart(s[start]) {
		return nil, errcode.New(28656, "$substrBytes: Invalid range, starting index is a UTF-8 continuation byte.")
	}
	if end < int64(len(s)) && !utf8.RuneStart(s[end]) {
		return nil, errcode.New(28657, "$substrBytes: Invalid range, ending index is in the middle of a UTF-8 character.")
	}
	return s[start:end], nil
}

func substrCP(args []any) (any, error) {
	s, err := coerceText(args[0])
	if err != nil {
		return nil, err
	}
	var n [2]int
	for i, v := range args[1:] {
		if !value.IsNumber(v) {
			return nil, errcode.New(int32(34450+2*i), "$substrCP: argument %d must be a numeric type (is BSON type %s)", i+2, value.TypeName(v))
		}
		whole, ok := wholeInt32(v)
		if !ok {
			return nil, errcode.New(int32(34451+2*i), "$substrCP: argument %d cannot be represented as a 32-bit integral value: %s", i+2, value.String(v))
		}
		n[i] = int(whole)
	}
	if n[1] < 0 {
		return nil, errcode.New(34454, "$substrCP: length must be a nonnegative integer.")
	}
	if n[0] < 0 {
		return nil, errcode.New(34455, "$substrCP: the starting index must be nonnegative integer.")
	}
	rest := s[byteOffset(s, n[0]):]
	return rest[:byteOffset(rest, n[1])], nil
}

// byteOffset returns where the nth code point begins, len(s) beyond the last.
func byteOffset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// indexOfBytes finds a text that lies wholly between start and end.
func indexOfBytes(args []any) (any, error) {
	if value.IsNullish(args[0]) {
		return bson.Null{}, nil
	}
	text, token, err := textAndToken(args, "$indexOfBytes", 40091)
	if err != nil {
		return nil, err
	}
	from, to, err := textBounds(args, "$indexOfBytes", len(text))
	if err != nil {
		return nil, err
	}
	if from > to {
		return int32(-1), nil
	}
	if i := strings.Index(text[from:to], token); i >= 0 {
		return int32(from + i), nil
	}
	return int32(-1), nil
}

// indexOfCP finds a text that begins between start and end.
func indexOfCP(args []any) (any, error) {
	if value.IsNullish(args[0]) {
		return bson.Null{}, nil
	}
	text, token, err := textAndToken(args, "$indexOfCP", 40093)
	if err != nil {
		return nil, err
	}
	from, to, err := textBounds(args, "$indexOfCP", codePoints(text))
	if err != nil {
		return nil, err
	}
	if text == "" && token == "" && from == 0 {
		return int32(0), nil
	}
	at := 0
	for i := range text {
		if at >= from && at < to && strings.HasPrefix(text[i:], token) {
			return int32(at), nil
		}
		at++
	}
	return int32(-1), nil
}

func textAndToken(args []any, name string, code int32) (text, token string, err error) {
	text, ok := args[0].(string)
	if !ok {
		return "", "", errcode.New(code, "%s requires a string as the first argument, found: %s", name, value.TypeName(args[0]))
	}
	token, ok = args[1].(string)
	if !ok {
		return "", "", errcode.New(code+1, "%s requires a string as the second argument, found: %s", name, value.TypeName(args[1]))
	}
	return text, token, nil
}

func textBounds(args []any, name string, length int) (from, to int, err error) {
	to = length
	for i, v := range args[2:] {
		n, ok := wholeInt32(v)
		if !ok {
			return 0, 0, errcode.New(40096, "%s requires an integral index, found a value of type: %s", name, value.TypeName(v))
		}
		if n < 0 {
			return 0, 0, errcode.New(40097, "%s requires a nonnegative index, found: %d", name, n)
		}
		if i == 0 {
			from = int(n)
		} else {
			to = min(to, int(n))
		}
	}
	return from, to, nil
}
