package code

import (
	"cmp"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"modelbook/generator/example"
)

// variables returns the variable for the result of each step of an example, unique so
// that all steps can be in one function: the name under which the step saves it, or the
// step's id without the verb that begins it.
func variables(e *example.Example) []string {
	used := map[string]bool{}
	for _, s := range e.Steps {
		for _, name := range []string{s.Save, s.Session} {
			if name != "" && !used[Named(name)] {
				free(used, Named(name))
			}
		}
	}
	names := make([]string, len(e.Steps))
	for i, s := range e.Steps {
		names[i] = Named(s.Save)
		if s.Save == "" {
			names[i] = free(used, resultNamed(CamelCase(contentOf(&s))), resultNamed(CamelCase(s.ID)))
		}
	}
	return names
}

// contentOf returns a step's id without the verb find, list or read that begins it, or
// the collection if the id is only that verb.
func contentOf(s *example.Step) string {
	verb, content, _ := strings.Cut(s.ID, "-")
	switch {
	case verb != "find" && verb != "list" && verb != "read":
		return s.ID
	case content == "" && IsIdentifier(s.Operation.Object):
		return s.Operation.Object
	}
	return cmp.Or(content, s.ID)
}

// free returns the first unused one of names, or the last with a number. It marks the
// name as used, along with the other variables that a statement derives from it.
func free(used map[string]bool, names ...string) string {
	name, last := names[0], names[len(names)-1]
	for i := 1; slices.ContainsFunc(endings, func(ending string) bool { return used[name+ending] }); i++ {
		name = last + strconv.Itoa(i)
		if i < len(names) {
			name = names[i]
		}
	}
	for _, ending := range endings {
		used[name+ending] = true
	}
	return name
}

// endings are the endings of the variables that a statement derives from a name.
var endings = []string{"", "Ctx", "Cursor", "Err", "Sent"}

// resultNamed returns the variable for a result named id, with Result after it if it is a
// word of a language.
func resultNamed(id string) string {
	if Named(id) != id || predeclaredInGo[id] {
		return id + "Result"
	}
	return id
}

// CamelCase writes find-by-number as findByNumber, and 1950s as _1950s.
func CamelCase(id string) string {
	parts := strings.Split(id, "-")
	for i, part := range parts[1:] {
		parts[i+1] = Capitalized(part)
	}
	name := strings.Join(parts, "")
	if !IsIdentifier(name) {
		return "_" + name
	}
	return name
}

// Capitalized writes word as Word.
func Capitalized(word string) string {
	return strings.ToUpper(word[:min(1, len(word))]) + word[min(1, len(word)):]
}

// taken are words of the drivers' languages, and variables of a script, that must not be
// names of an example's variables.
var taken = WordsOf(`client db error process os list print printjson range
	attempt base64 bson cmp console context ctx cursor err errgroup errors fmt group log logging main math mongo must options pool result run show slices threads time transaction uri
	any bool byte double float int int64 long nil null short string true false
	abstract assert boolean catch char class do enum extends final finally implements instanceof native new private protected public
	static super synchronized this throw throws transient try void volatile while`)

// predeclaredInGo are Go's predeclared functions, which a variable could hide.
var predeclaredInGo = WordsOf("append cap clear close complex copy delete imag len make max min panic println real recover")

// Named returns the variable for a name in an example, with an underscore if it is taken.
func Named(name string) string {
	if taken[name] || token.IsKeyword(name) {
		return name + "_"
	}
	return name
}

// SnakeCase writes findOne as find_one.
func SnakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
