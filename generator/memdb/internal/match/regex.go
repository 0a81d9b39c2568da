package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/regex"
)

// regexOf reads $regex and $options of an operator document that has one of them.
func regexOf(doc bson.D) (test, error) {
	var pattern, options string
	var has bool
	for _, e := range doc {
		switch e.Key {
		case "$regex":
			p, o, err := regexArgument(e.Value)
			if err != nil {
				return nil, err
			}
			if o != "" && options != "" {
				return nil, errcode.New(51074, "options set in both $regex and $options")
			}
			pattern, has = p, true
			if o != "" {
				options = o
			}
		case "$options":
			o, ok := e.Value.(string)
			if !ok {
				return nil, bad("$options has to be a string")
			}
			if options != "" {
				return nil, errcode.New(51075, "options set in both $regex and $options")
			}
			options = o
		}
	}
	if !has {
		return nil, bad("$options needs a $regex")
	}
	t, err := regexTest(pattern, options, bson.Regex{Pattern: pattern, Options: options})
	if s, ok := t.(*single); ok {
		s.written = doc
	}
	return t, err
}

func regexArgument(v any) (pattern, options string, err error) {
	switch v := v.(type) {
	case string:
		return v, "", nil
	case bson.Regex:
		return v.Pattern, v.Options, nil
	}
	return "", "", bad("$regex has to be a string")
}

func regexTest(pattern, options string, arg any) (test, error) {
	holds, err := regexHolds(pattern, options)
	if err != nil {
		return nil, err
	}
	return &single{name: "$regex", arg: arg, hasPattern: true, last: spread, holds: holds}, nil
}

// regexHolds finds strings that match, and the same regular expression stored.
func regexHolds(pattern, options string) (func(v any) bool, error) {
	re, err := regex.Compile(pattern, options)
	if err != nil {
		return nil, err
	}
	return func(v any) bool {
		switch v := v.(type) {
		case string:
			return re.Holds(v)
		case bson.Symbol:
			return re.Holds(string(v))
		case bson.Regex:
			return v.Pattern == pattern && v.Options == options
		}
		return false
	}, nil
}
