package expr

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/regex"
	"modelbook/generator/memdb/internal/value"
)

var regexes = table{
	"$regexMatch":   finder(false, func(_ *Env, r *regex.Regex, s string) (any, error) { return r.Match(s) }),
	"$regexFind":    finder(bson.Null{}, findFirst),
	"$regexFindAll": finder(bson.A{}, findAll),
}

// finder makes an operator on {input, regex, options}; none is its result for null.
// Types and the pattern are checked before null counts.
func finder(nothing any, find func(env *Env, r *regex.Regex, s string) (any, error)) parser {
	return named{
		fields: []string{"input", "regex", "options"}, notObject: 51103, unknown: 31024,
		missing: map[string]int32{"input": 31022, "regex": 31023},
	}.parserOf(func(name string, operands []*Expr, scope *Scope) (*Expr, error) {
		if operands[2] == nil {
			operands[2] = Constant(bson.Null{})
		}
		f := patternFinder{name: name, find: find, nothing: nothing}
		pattern, constant := operands[1].Constant()
		options, alsoConstant := operands[2].Constant()
		if constant && alsoConstant {
			var err error
			if f.compiled, err = f.compile(pattern, options); err != nil {
				return nil, ConstantError{err}
			}
			f.isCompiled = true
			if name == "$regexFindAll" && f.compiled != nil {
				if err := f.compiled.CanFindAll(); err != nil {
					return nil, err
				}
			}
		}
		return strictIn(scope, operands, f.apply)
	})
}

type patternFinder struct {
	name       string
	find       func(env *Env, r *regex.Regex, s string) (any, error)
	nothing    any
	compiled   *regex.Regex // nil: the pattern is null
	isCompiled bool         // pattern and options are constant
}

func (f patternFinder) apply(env *Env, args []any) (any, error) {
	compiled := f.compiled
	if !f.isCompiled {
		var err error
		if compiled, err = f.compile(args[1], args[2]); err != nil {
			return nil, err
		}
	}
	s, ok := args[0].(string)
	if !ok && !value.IsNullish(args[0]) {
		return nil, errcode.New(51104, "%s needs 'input' to be of type string, found %s", f.name, value.TypeName(args[0]))
	}
	if !ok || compiled == nil {
		return f.nothing, nil
	}
	return f.find(env, compiled, s)
}

// compile returns nil for a pattern that is null.
func (f patternFinder) compile(pattern, options any) (*regex.Regex, error) {
	flags, ok := options.(string)
	if !ok && !value.IsNullish(options) {
		return nil, errcode.New(51106, "%s needs 'options' to be of type string, found %s", f.name, value.TypeName(options))
	}
	if strings.IndexByte(flags, 0) >= 0 {
		return nil, errcode.New(51110, "%s: regular expression options cannot contain an embedded null byte", f.name)
	}
	var text string
	switch p := pattern.(type) {
	case string:
		text = p
	case bson.Regex:
		if p.Options != "" && ok {
			return nil, errcode.New(51107, "%s: found regex options specified in both 'regex' and 'options' fields", f.name)
		}
		text, flags = p.Pattern, p.Options+flags
	default:
		if value.IsNullish(pattern) {
			return nil, nil
		}
		return nil, errcode.New(51105, "%s needs 'regex' to be of type string or regex, found %s", f.name, value.TypeName(pattern))
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, errcode.New(51109, "%s: regular expression cannot contain an embedded null byte", f.name)
	}
	r, err := regex.Compile(text, flags)
	if errcode.Is(err, 51091) {
		return nil, errcode.New(51111, "Invalid Regex in %s: %s", f.name, err.Error())
	}
	return r, err
}

func findFirst(_ *Env, r *regex.Regex, s string) (any, error) {
	m, err := r.Find(s)
	if err != nil || m == nil {
		return bson.Null{}, err
	}
	return found(s, m, codePoints(s[:m[0]])), nil
}

func findAll(env *Env, r *regex.Regex, s string) (any, error) {
	out := bson.A{}
	index, before := 0, 0
	err := r.FindAll(s, func(m []int) error {
		index += codePoints(s[before:m[0]])
		before = m[0]
		out = append(out, found(s, m, index))
		return env.reserve(len(out), elementWeight+4*fieldWeight+elementWeight*len(m))
	})
	return out, err
}

// found describes one match; index counts code points.
func found(s string, m []int, index int) bson.D {
	captures := bson.A{}
	for i := 2; i < len(m); i += 2 {
		if m[i] < 0 {
			captures = append(captures, bson.Null{})
			continue
		}
		captures = append(captures, s[m[i]:m[i+1]])
	}
	return bson.D{{Key: "match", Value: s[m[0]:m[1]]}, {Key: "idx", Value: int32(index)}, {Key: "captures", Value: captures}}
}
