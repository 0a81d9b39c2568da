package migration

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Loss is a field whose values have not all arrived.
type Loss struct {
	Field string        // collection.path, without the indexes of arrays
	Value bson.RawValue // one that has not
	ID    bson.RawValue // of the element or document that it belongs to; zero if it has none
}

// Lost returns the fields of the documents before a move that are lost, sorted: those
// for which no field after it holds each of the values, in a document or element that
// belongs to the same _id. A value belongs to the nearest _id around it, and the _id of
// an element to that around the element. If that _id is dropped, it belongs to the next
// one, and at last to what the document refers to. It is not ok if there is too much to
// compare.
func Lost(before, after []Collection, drops []string, references []example.Reference) (lost []Loss, ok bool) {
	items, seen := map[string][]item{}, map[string]bool{}
	for _, c := range before {
		for _, document := range c.Documents {
			for _, i := range itemsOf(c.Name, document, drops, references) {
				if key := i.key(); !seen[key] {
					seen[key], items[i.path] = true, append(items[i.path], i)
				}
			}
		}
	}
	in := indexOf(after)
	for _, field := range slices.Sorted(maps.Keys(items)) {
		held := map[string][]bool{} // by the fields after the move, which of the values
		for n, i := range items[field] {
			for holder := range in.fieldsWith(i) {
				if held[holder] == nil {
					held[holder] = make([]bool, len(items[field]))
				}
				held[holder][n] = true
			}
		}
		missing := 0 // of the holder with the most values, the first that it lacks
		most := -1
		for _, holder := range slices.Sorted(maps.Keys(held)) {
			count := 0
			for _, is := range held[holder] {
				if is {
					count++
				}
			}
			if count > most {
				most, missing = count, slices.Index(held[holder], false)
			}
		}
		if missing >= 0 {
			i := items[field][missing]
			lost = append(lost, Loss{field, i.value, i.id})
		}
	}
	return lost, in.left >= 0
}

// WrongDrops returns what is wrong with dropped fields: those that no document has, with
// the field that may be meant, and those that are not lost.
func WrongDrops(drops []example.MovedField, before []Collection, lost []Loss) (unknown map[example.MovedField]string, needless []example.MovedField) {
	fields := map[string]bool{}
	for _, c := range before {
		for _, document := range c.Documents {
			for _, l := range leavesOf(c.Name, document) {
				fields[l.path] = true
			}
		}
	}
	known := slices.Sorted(maps.Keys(fields))
	unknown = map[example.MovedField]string{}
	for _, d := range drops {
		switch isPart := func(field string) bool { return isWithin(d.Field, field) }; {
		case !slices.ContainsFunc(known, isPart):
			unknown[d] = diag.Suggest(d.Field, "fields", known)
		case !slices.ContainsFunc(lost, func(l Loss) bool { return isPart(l.Field) }):
			needless = append(needless, d)
		}
	}
	return unknown, needless
}

// isWithin reports whether a field is the dropped one or a part of it.
func isWithin(dropped, field string) bool {
	return field == dropped || strings.HasPrefix(field, dropped+".")
}

// leaf is a value of a document that is neither a document nor an array. Its scope is
// the document or element around it: the scopes of what is inside of it begin with it.
type leaf struct {
	path  string
	scope string
	value bson.RawValue
}

// leavesOf returns the leaves of a document, but for null, which says as much as no
// field.
func leavesOf(collection string, document bson.Raw) []leaf {
	var leaves []leaf
	var visit func(v bson.RawValue, path, scope string)
	visit = func(v bson.RawValue, path, scope string) {
		switch v.Type {
		case bson.TypeNull:
		case bson.TypeArray:
			for i, element := range ejson.Elements(v) {
				inside := scope
				if element.Type == bson.TypeEmbeddedDocument || element.Type == bson.TypeArray {
					inside += strconv.Itoa(i) + "/"
				}
				visit(element, path, inside)
			}
		case bson.TypeEmbeddedDocument:
			fields, _ := v.Document().Elements()
			for _, f := range fields {
				inside := scope
				if f.Value().Type == bson.TypeEmbeddedDocument && f.Key() != "_id" || f.Value().Type == bson.TypeArray {
					inside += f.Key() + "/"
				}
				visit(f.Value(), path+"."+f.Key(), inside)
			}
		default:
			leaves = append(leaves, leaf{path, scope, v})
		}
	}
	visit(whole(document), collection, "")
	return leaves
}

// item is a value that has to arrive, with the values that it belongs to.
type item struct {
	leaf
	belongsTo []bson.RawValue
	id        bson.RawValue // the first of them
}

// key returns what decides where the item may be found, and its path.
func (i item) key() string {
	parts := []string{i.path, keyOf(i.value)}
	for _, of := range i.belongsTo {
		parts = append(parts, keyOf(of))
	}
	return fmt.Sprintf("%q", parts)
}

func itemsOf(collection string, document bson.Raw, drops []string, references []example.Reference) []item {
	leaves := leavesOf(collection, document)
	isID := func(l leaf) bool { return strings.HasSuffix(l.path, "._id") || strings.Contains(l.path, "._id.") }
	isDropped := func(l leaf) bool {
		return slices.ContainsFunc(drops, func(d string) bool { return isWithin(d, l.path) })
	}
	ids := map[string][]bson.RawValue{} // by scope
	for _, l := range leaves {
		if isID(l) && !isDropped(l) {
			ids[l.scope] = append(ids[l.scope], l.value)
		}
	}
	var referred []bson.RawValue
	for _, l := range leaves {
		for _, r := range references {
			if l.path == r.FromCollection+"."+r.FromPath {
				referred = append(referred, l.value)
			}
		}
	}
	var items []item
	for _, l := range leaves {
		i := item{leaf: l}
		scope := l.scope
		if isID(l) {
			scope = outer(scope)
		}
		for scope != "" && ids[scope] == nil {
			scope = outer(scope)
		}
		switch {
		case isID(l) && l.scope == "":
		case ids[scope] != nil:
			i.belongsTo = ids[scope]
		default:
			i.belongsTo = referred
		}
		if len(i.belongsTo) > 0 {
			i.id = i.belongsTo[0]
		}
		items = append(items, i)
	}
	return items
}

// outer returns the scope around a scope.
func outer(scope string) string {
	return scope[:strings.LastIndexByte(strings.TrimSuffix(scope, "/"), '/')+1]
}

// arrived are the leaves of documents, by their values.
type arrived struct {
	documents []map[string][]leaf
	with      map[string][]int // the documents that have a value
	left      int              // leaves that may still be compared
}

// mostCompared is how many leaves are compared: a document may have many that are equal.
const mostCompared = 20_000_000

func indexOf(collections []Collection) *arrived {
	in := &arrived{with: map[string][]int{}, left: mostCompared}
	for _, c := range collections {
		for _, document := range c.Documents {
			at, leaves := len(in.documents), map[string][]leaf{}
			for _, l := range leavesOf(c.Name, document) {
				key := keyOf(l.value)
				if leaves[key] == nil {
					in.with[key] = append(in.with[key], at)
				}
				leaves[key] = append(leaves[key], l)
			}
			in.documents = append(in.documents, leaves)
		}
	}
	return in
}

// fieldsWith returns the fields that hold a value together with all that it belongs to.
// Both are together if one is in the document or element of the other, or further in.
func (in *arrived) fieldsWith(i item) map[string]bool {
	fields := map[string]bool{}
	rarest := in.with[keyOf(i.value)]
	for _, of := range i.belongsTo {
		if with := in.with[keyOf(of)]; len(with) < len(rarest) {
			rarest = with
		}
	}
	for _, at := range rarest {
		leaves := in.documents[at]
		for _, l := range leaves[keyOf(i.value)] {
			if in.left--; in.left < 0 {
				return fields
			}
			isTogether := func(other leaf) bool {
				in.left--
				return in.left < 0 || strings.HasPrefix(l.scope, other.scope) || strings.HasPrefix(other.scope, l.scope)
			}
			isApart := func(of bson.RawValue) bool { return !slices.ContainsFunc(leaves[keyOf(of)], isTogether) }
			if !fields[l.path] && !slices.ContainsFunc(i.belongsTo, isApart) {
				fields[l.path] = true
			}
		}
	}
	return fields
}

// keyOf makes a value comparable. Numbers of the same value are the same, whatever
// their type.
func keyOf(v bson.RawValue) string {
	switch v.Type {
	case bson.TypeInt32, bson.TypeInt64:
		return "number " + strconv.FormatInt(v.AsInt64(), 10)
	case bson.TypeDouble:
		return "number " + strconv.FormatFloat(v.Double(), 'f', -1, 64)
	}
	return string(v.Type) + string(v.Value)
}
