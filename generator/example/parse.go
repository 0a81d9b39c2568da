package example

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Parse reads an example and checks every rule that needs no database: the keys
// and types of the file, each value as Extended JSON, the names of operations and
// commands, ids, and that the order of every result is promised. If a rule is
// broken, the example is nil. An example that names others is read by ParseAmong.
func Parse(text *diag.Text) (*Example, diag.List) { return ParseAmong(text, Others{}) }

// ParseAmong is Parse for an example that may name others.
func ParseAmong(text *diag.Text, others Others) (*Example, diag.List) {
	root, list := ejson.Parse(text)
	if root == nil {
		return nil, list
	}
	name := strings.TrimSuffix(path.Base(text.File), ".json")
	r := &reader{
		text: text, others: others, created: map[string]bool{}, variables: map[string]string{}, sessions: map[string]string{}, dead: map[string]string{},
		open: map[string]bool{}, failed: map[string]string{},
		example: &Example{Name: name, File: text.File, Text: text, made: map[string][]Index{}},
	}
	if !idPattern.MatchString(name) {
		r.errorf(0, "write it like one-to-one-embedded.json", "the file's name %q is not made of a-z, 0-9 and single hyphens", name)
	}
	r.root(root)
	if len(r.list) > 0 {
		return nil, r.list
	}
	return r.example, nil
}

const schemaFile = "./" + SchemaFile

// The keys of the objects in a file; required keys end with an exclamation mark.
const (
	exampleKeys    = "$schema! description! note runOnRequirements from only arrives sizes schema references initialData expectCost steps! explore"
	collectionKeys = "options validator! indexes"
	referenceKeys  = "from! to!"
	dataKeys       = "collectionName name documents generate"
	generateKeys   = "count tree seed! document!"
	answersKeys    = "id! fields!"
	operationKeys  = "name! object arguments"
	errorKeys      = "code codeName contains by"
)

func (r *reader) root(v *ejson.Value) {
	r.object(v, "the example", exampleKeys)
	if s := v.Get("$schema"); s != nil && r.string(s, `"$schema"`) != schemaFile {
		r.errorf(s.Start, `write "`+schemaFile+`"`, `"$schema" names another schema`)
	}
	r.example.Description = r.string(v.Get("description"), `"description"`)
	r.string(v.Get("note"), `"note"`)
	r.requirements(v.Get("runOnRequirements"))
	if v.Get("from") != nil {
		r.from(v)
	} else {
		r.requireModel(v)
		r.sizes(v.Get("sizes"))
		r.collections(v.Get("schema"))
		r.references(v.Get("references"))
		r.initialData(v.Get("initialData"))
	}
	r.only(v.Get("only"))
	r.example.ExpectCost = r.expectedCost(v.Get("expectCost"), FootprintMeasures)
	r.steps(v.Get("steps"))
	if len(r.list) == 0 {
		r.explore(v.Get("explore"))
	}
	r.arrives(v.Get("arrives"))
}

// maxSizes is how many sizes an example may run at.
const maxSizes = 6

// sizes reads the sizes that the example runs at, the smallest first.
func (r *reader) sizes(v *ejson.Value) {
	if v == nil {
		return
	}
	items := r.array(v, `"sizes"`)
	if v.Kind == ejson.Array && (len(items) < 2 || len(items) > maxSizes) {
		r.errorf(v.Start, `write it like "sizes": [10, 100, 1000]`, `"sizes" has %d sizes, not 2 to %d`, len(items), maxSizes)
	}
	last := int64(0)
	for _, item := range items {
		n, ok := r.integer(item, "a size", 1, maxGenerated)
		if ok && n <= last {
			r.errorf(item.Start, "the results of the first size are printed", "the sizes do not grow")
		}
		last = n
		r.example.Sizes = append(r.example.Sizes, int(n))
	}
}

// collectionName is narrower than MongoDB's rule, so that a name is possible in a
// link and before the first point of a reference.
var collectionName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

func (r *reader) collections(v *ejson.Value) {
	if v == nil || !r.kind(v, `"schema"`, ejson.Object) {
		return
	}
	if len(v.Members) == 0 {
		r.errorf(v.Start, "", `"schema" has no collection`)
	}
	for _, m := range v.Members {
		if !collectionName.MatchString(m.Key) {
			r.errorf(m.Start, "letters, digits, _ and -", "%q is not a name for a collection", m.Key)
		}
		r.collection(m)
	}
}

// createOptions are those of the command create that examples may set.
const createOptions = "capped size max collation validationLevel validationAction timeseries expireAfterSeconds clusteredIndex"

func (r *reader) collection(m ejson.Member) {
	what := fmt.Sprintf("the collection %q", m.Key)
	c := Collection{Name: m.Key, Pos: r.text.Pos(m.Start)}
	if r.object(m.Value, what, collectionKeys) {
		if options := m.Value.Get("options"); options != nil && r.object(options, `"options"`, createOptions) {
			c.Options = r.document(options, `"options"`)
			if index := options.Get("clusteredIndex"); index != nil {
				r.clusteredIndex(index)
			}
		}
		if validator := m.Value.Get("validator"); validator.Kind != ejson.Null {
			c.Validator = r.document(validator, `"validator"`)
			r.operators(validator)
			r.schemaTypes(validator, false)
		}
		if indexes := m.Value.Get("indexes"); indexes != nil {
			for _, item := range r.array(indexes, `"indexes"`) {
				c.Indexes = append(c.Indexes, r.index(item))
			}
		}
	}
	r.example.Collections = append(r.example.Collections, c)
}

// clusteredIndex checks the index of a clustered collection, of which there is only one.
func (r *reader) clusteredIndex(v *ejson.Value) {
	const only = `write "clusteredIndex": { "key": { "_id": 1 }, "unique": true }`
	if !r.arguments(v, "the clustered index", clusteredIndexArguments) {
		return
	}
	if key := v.Get("key"); key != nil && key.Kind == ejson.Object && (len(key.Members) != 1 || key.Members[0].Key != "_id" || key.Members[0].Value.Text != "1") {
		r.errorf(key.Start, only, "a collection is clustered by _id, and in its order")
	}
	if unique := v.Get("unique"); unique != nil && unique.Kind == ejson.False {
		r.errorf(unique.Start, only, "a clustered index is unique")
	}
}

func (r *reader) index(v *ejson.Value) Index {
	r.arguments(v, "the index", indexArguments)
	spec := r.document(v, "the index")
	index := Index{Spec: bson.D{}, Pos: r.text.Pos(v.Start)}
	key, _ := lookup(spec, "key").(bson.D)
	index.Spec = append(index.Spec, bson.E{Key: "key", Value: key})
	if lookup(spec, "name") == nil {
		index.Spec = append(index.Spec, bson.E{Key: "name", Value: IndexName(key)})
	}
	for _, e := range spec {
		if e.Key != "key" {
			index.Spec = append(index.Spec, e)
		}
	}
	return index
}

// IndexName returns the name that drivers choose for an index with this key.
func IndexName(key bson.D) string {
	parts := make([]string, len(key))
	for i, e := range key {
		parts[i] = fmt.Sprintf("%s_%v", e.Key, e.Value)
	}
	return strings.Join(parts, "_")
}

// lookup returns the value of a key, or nil.
func lookup(document bson.D, key string) any {
	for _, e := range document {
		if e.Key == key {
			return e.Value
		}
	}
	return nil
}

func (r *reader) references(v *ejson.Value) {
	if v == nil {
		return
	}
	for _, item := range r.array(v, `"references"`) {
		if !r.object(item, "the reference", referenceKeys) {
			continue
		}
		reference := Reference{Pos: r.text.Pos(item.Start)}
		reference.FromCollection, reference.FromPath = r.field(item.Get("from"), `"from"`)
		reference.ToCollection, reference.ToPath = r.field(item.Get("to"), `"to"`)
		r.example.References = append(r.example.References, reference)
	}
}

// field reads collection.path.
func (r *reader) field(v *ejson.Value, what string) (collection, fieldPath string) {
	s := r.string(v, what)
	collection, fieldPath, ok := strings.Cut(s, ".")
	switch {
	case s == "":
	case !ok || fieldPath == "":
		r.errorf(v.Start, "write collection.field", "%s names no field", what)
	default:
		r.known(v, collection)
	}
	return collection, fieldPath
}

// known checks that a collection is one of the schema's, or made by a step.
func (r *reader) known(v *ejson.Value, collection string) {
	if len(r.example.Collections) == 0 || r.example.Collection(collection) != nil || r.created[collection] {
		return // a schema without any was reported
	}
	var names []string
	for _, c := range r.example.Collections {
		names = append(names, c.Name)
	}
	r.errorf(v.Start, unknownCollectionHint(collection, names), "the schema has no collection %q", collection)
}

func unknownCollectionHint(name string, names []string) string {
	if hint := diag.DidYouMean(name, names); hint != "" {
		return hint
	}
	return "it has " + strings.Join(names, ", ")
}
