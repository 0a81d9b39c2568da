package expr

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// replacer makes $replaceOne and $replaceAll; n as in strings.Replace. Types are
// checked before null counts.
func replacer(n int) parser {
	names := []string{"input", "find", "replacement"}
	codes := []int32{10503904, 10503901, 10503902}
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		return named{
			fields: names, notObject: 51751, unknown: 51750,
			missing: map[string]int32{"input": 51749, "find": 51748, "replacement": 51747},
		}.operator(func(args []any) (any, error) {
			var s [3]string
			null := false
			for i, v := range args {
				text, ok := v.(string)
				if !ok && !value.IsNullish(v) {
					return nil, errcode.New(codes[i], "%s requires that '%s' be a string, found: %s", name, names[i], value.TypeName(v))
				}
				s[i], null = text, null || !ok
			}
			if null {
				return bson.Null{}, nil
			}
			count := strings.Count(s[0], s[1])
			if s[1] == "" {
				count = len(s[0]) + 1
			}
			if n >= 0 {
				count = min(count, n)
			}
			if len(s[0])+count*(len(s[2])-len(s[1])) >= maxText {
				return textTooLong()
			}
			if s[1] == "" && n < 0 {
				return textResult(aroundBytes(s[0], s[2]))
			}
			return textResult(strings.Replace(s[0], s[1], s[2], n))
		})(name, arg, scope)
	}
}

// aroundBytes puts a text before each byte of another and behind the last: the server
// ignores the bounds of characters.
func aroundBytes(s, separator string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString(separator)
		b.WriteByte(s[i])
	}
	b.WriteString(separator)
	return b.String()
}
