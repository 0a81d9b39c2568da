package migration

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// Collection is a collection, or a view, which has no documents of its own.
type Collection struct {
	Name      string
	Options   string // printed, but for the validator
	Validator bson.Raw
	Indexes   []string // printed, without their names, sorted
	Documents []bson.Raw
}

// The largest state that is compared.
const (
	mostDocuments = 5_000
	mostBytes     = 4 << 20
)

// errLarge is the error of a state that is larger.
var errLarge = fmt.Errorf("more than %d documents or %d MB in a collection are not compared", mostDocuments, mostBytes>>20)

// read returns the collections of a database by their names, with or without their
// documents.
func read(ctx context.Context, client run.Client, e *example.Example, withDocuments bool) ([]Collection, error) {
	reply, err := client.Command(ctx, client.Database(), bson.D{{Key: "listCollections", Value: int32(1)}, {Key: "cursor", Value: bson.D{{Key: "batchSize", Value: int32(1000)}}}})
	if err != nil {
		return nil, err
	}
	runner := run.New(client, e, e.FirstSize())
	var all []Collection
	for _, info := range ejson.Elements(reply.Lookup("cursor", "firstBatch")) {
		c := Collection{Name: info.Document().Lookup("name").StringValue()}
		if strings.HasPrefix(c.Name, "system.") {
			continue
		}
		c.Options, c.Validator = optionsOf(info.Document())
		if kind, _ := info.Document().Lookup("type").StringValueOK(); kind != "view" {
			if c.Indexes, err = indexesOf(ctx, client, c.Name); err != nil {
				return nil, err
			}
			if withDocuments {
				var all bool
				if c.Documents, all = runner.Documents(ctx, c.Name, run.Most{Documents: mostDocuments, Bytes: mostBytes}); !all {
					return nil, errors.Join(ctx.Err(), errLarge)
				}
			}
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Collection) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// optionsOf returns the options of a collection as listCollections has them. Servers
// differ in whether they name the level and the action of a validator that are the
// default.
func optionsOf(info bson.Raw) (options string, validator bson.Raw) {
	document, _ := info.Lookup("options").DocumentOK()
	fields, _ := document.Elements()
	kind, _ := info.Lookup("type").StringValueOK()
	shown := bson.D{{Key: "type", Value: kind}}
	for _, f := range fields {
		value, _ := f.Value().StringValueOK()
		switch {
		case f.Key() == "validator":
			if validator = f.Value().Document(); len(validator) == emptyDocument {
				validator = nil
			}
		case f.Key() == "validationLevel" && value == "strict", f.Key() == "validationAction" && value == "error":
		default:
			shown = append(shown, bson.E{Key: f.Key(), Value: f.Value()})
		}
	}
	slices.SortFunc(shown[1:], func(a, b bson.E) int { return strings.Compare(a.Key, b.Key) })
	return ejson.Print(ejson.MustRaw(shown)), validator
}

// emptyDocument is how many bytes an empty document has.
const emptyDocument = 5

// indexesOf returns the indexes of a collection. The order of the fields in a key is
// part of it, that of the other options is not.
func indexesOf(ctx context.Context, client run.Client, collection string) ([]string, error) {
	reply, err := client.Command(ctx, client.Database(), bson.D{{Key: "listIndexes", Value: collection}})
	if err != nil {
		return nil, err
	}
	var all []string
	for _, index := range ejson.Elements(reply.Lookup("cursor", "firstBatch")) {
		fields, _ := index.Document().Elements()
		shown := bson.D{{Key: "key", Value: index.Document().Lookup("key")}}
		for _, f := range fields {
			if !slices.Contains([]string{"key", "name", "v", "ns"}, f.Key()) {
				shown = append(shown, bson.E{Key: f.Key(), Value: f.Value()})
			}
		}
		slices.SortFunc(shown[1:], func(a, b bson.E) int { return strings.Compare(a.Key, b.Key) })
		all = append(all, ejson.Print(ejson.MustRaw(shown)))
	}
	slices.Sort(all)
	return all, nil
}

// difference is the first that two states differ in.
type difference struct {
	collection string
	path       string // of the field, "" for a whole document or collection
	text       string
}

// compare returns the first difference of a state to the one that is wanted, nil if
// there is none. Neither the order of documents counts nor that of their fields.
func compare(want, got []Collection, open leeway) *difference {
	names := func(all []Collection) (names []string) {
		for _, c := range all {
			names = append(names, c.Name)
		}
		return names
	}
	for _, name := range append(names(want), names(got)...) {
		a, b := named(want, name), named(got, name)
		switch {
		case b == nil:
			return &difference{name, "", fmt.Sprintf("there is no collection %q", name)}
		case a == nil:
			return &difference{name, "", fmt.Sprintf("there is a collection %q", name)}
		case a.Options != b.Options || !bytes.Equal(a.Validator, b.Validator):
			return &difference{name, "", fmt.Sprintf("the options of %q are others", name)}
		case !slices.Equal(a.Indexes, b.Indexes):
			return &difference{name, "", fmt.Sprintf("the indexes of %q are others", name)}
		}
		if d := compareDocuments(a, b, open); d != nil {
			return d
		}
	}
	return nil
}

func named(all []Collection, name string) *Collection {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// document is one of a collection, with its canonical key.
type document struct {
	value bson.RawValue
	key   string
}

func compareDocuments(want, got *Collection, open leeway) *difference {
	if slices.EqualFunc(want.Documents, got.Documents, func(a, b bson.Raw) bool { return bytes.Equal(a, b) }) {
		return nil // as is usual, and cheaper
	}
	keyed := func(c *Collection) (all []document) {
		for _, raw := range open.ranked(c) {
			v := whole(raw)
			all = append(all, document{v, canonical(v, c.Name, open)})
		}
		slices.SortStableFunc(all, func(a, b document) int { return strings.Compare(a.key, b.key) })
		return all
	}
	missing, more := apart(keyed(want), keyed(got))
	if len(missing)+len(more) == 0 {
		return nil
	}
	id := func(d document) bson.RawValue { return d.value.Document().Lookup("_id") }
	isLoose := open.chance[want.Name+"._id"]
	for _, a := range missing {
		for _, b := range more {
			if isLoose || id(a).Equal(id(b)) {
				path, there, here := differing(a.value, b.value, want.Name, open)
				return &difference{want.Name, path, fmt.Sprintf("%s of the document with _id %s in %q is %s in place of %s", path, short(id(b)), want.Name, here, there)}
			}
		}
	}
	if len(missing) > 0 {
		return &difference{want.Name, "", fmt.Sprintf("the document with _id %s is not in %q", short(id(missing[0])), want.Name)}
	}
	return &difference{want.Name, "", fmt.Sprintf("there is a document with _id %s in %q", short(id(more[0])), want.Name)}
}

// apart returns the documents of each of two lists, sorted by their keys, that the
// other lacks.
func apart(a, b []document) (onlyA, onlyB []document) {
	for len(a) > 0 && len(b) > 0 {
		switch order := strings.Compare(a[0].key, b[0].key); {
		case order == 0:
			a, b = a[1:], b[1:]
		case order < 0:
			onlyA, a = append(onlyA, a[0]), a[1:]
		default:
			onlyB, b = append(onlyB, b[0]), b[1:]
		}
	}
	return append(onlyA, a...), append(onlyB, b...)
}

// canonical writes a value so that no other is written alike, apart from the order of
// fields and from what is left open.
func canonical(v bson.RawValue, path string, open leeway) string {
	if open.chance[path] {
		return string(v.Type)
	}
	var parts []string
	switch v.Type {
	case bson.TypeEmbeddedDocument:
		fields, _ := v.Document().Elements()
		for _, f := range fields {
			parts = append(parts, fmt.Sprintf("%q:%s", f.Key(), canonical(f.Value(), path+"."+f.Key(), open)))
		}
		slices.Sort(parts)
	case bson.TypeArray:
		for _, element := range ejson.Elements(v) {
			parts = append(parts, canonical(element, path, open))
		}
		if open.unordered[path] {
			slices.Sort(parts)
		}
	default:
		return fmt.Sprintf("%c%q", v.Type, v.Value)
	}
	return fmt.Sprintf("%c(%s)", v.Type, strings.Join(parts, ","))
}

// differing returns the first field in which two documents differ, and both values.
func differing(want, got bson.RawValue, collection string, open leeway) (path, there, here string) {
	if want.Type != bson.TypeEmbeddedDocument || got.Type != want.Type {
		return "", short(want), short(got)
	}
	fields, _ := want.Document().Elements()
	more, _ := got.Document().Elements()
	for _, f := range append(fields, more...) {
		a, b := want.Document().Lookup(f.Key()), got.Document().Lookup(f.Key())
		if !a.IsZero() && !b.IsZero() && canonical(a, collection+"."+f.Key(), open) == canonical(b, collection+"."+f.Key(), open) {
			continue
		}
		inside, there, here := differing(a, b, collection+"."+f.Key(), open)
		return strings.TrimSuffix(f.Key()+"."+inside, "."), there, here
	}
	return "", short(want), short(got)
}

// mostShown is how many characters of a value messages show.
const mostShown = 100

// short prints a value in a line.
func short(v bson.RawValue) string {
	if v.IsZero() {
		return "nothing"
	}
	var lines []string
	for line := range strings.Lines(ejson.Print(v)) {
		lines = append(lines, strings.TrimSpace(line))
	}
	text := []rune(strings.Join(lines, " "))
	if len(text) > mostShown {
		return string(text[:mostShown]) + "…"
	}
	return string(text)
}

// byChance adds the fields in which two states differ that were made in the same way.
func (l leeway) byChance(a, b []Collection) leeway {
	l.chance = map[string]bool{}
	for {
		d := compare(a, b, l)
		if d == nil {
			return l
		}
		field := d.collection + "." + d.path
		if d.path == "" {
			field = d.collection + "._id" // made by the server
		}
		if l.chance[field] {
			return l // they differ in more than values
		}
		l.chance[field] = true
	}
}
