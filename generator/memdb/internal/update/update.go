package update

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// Options are the parts of an update statement beside the update itself.
type Options struct {
	ArrayFilters bson.A
	Constants    bson.D      // "c", only with a pipeline; nil if it was not given
	Scope        *expr.Scope // has the collation too
	Multi        bool
	Now          bson.DateTime
	Timestamp    func() bson.Timestamp
}

// Update is a parsed update.
type Update struct {
	replacement bson.D
	operations  []operation
	pipeline    *pipelineUpdate
	filters     map[string]*arrayFilter
	options     Options
}

// Replaces reports whether the update is a whole document, which counts as a change
// even if it changes nothing.
func (u *Update) Replaces() bool { return u.pipeline == nil && u.replacement != nil }

// Target is the document that an update is applied to.
type Target struct {
	Doc    bson.D
	Insert bool // the document is being made by an upsert
	// Positional is the index that the filter found for "$"; negative for none.
	Positional int
	Env        *expr.Env
	Log        *Log // records the changes of operators; may be nil
}

// operation is one operator on one path.
type operation struct {
	operator
	name   string // of the operator
	path   string
	parts  []string
	change change
	rename []string // source, for $rename
}

func (u *Update) collation() *value.Collation { return u.options.Scope.Collation() }

// Parse reads an update: a document, or an array of stages.
func Parse(spec any, options Options) (*Update, error) {
	u := &Update{options: options}
	if stages, ok := spec.(bson.A); ok {
		return u, u.parsePipeline(stages)
	}
	doc, ok := spec.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.FailedToParse, "Update argument must be either an object or an array")
	}
	if options.Constants != nil {
		return nil, errcode.New(51198, "Constant values may only be specified for pipeline updates")
	}
	if len(doc) > 0 && strings.HasPrefix(doc[0].Key, "$") {
		return u, u.parseOperators(doc)
	}
	return u, u.parseReplacement(doc)
}

// isReplacement reports whether the update is a replacement document.

func (u *Update) parseReplacement(doc bson.D) error {
	if u.options.Multi {
		return errcode.New(errcode.FailedToParse, "multi update is not supported for replacement-style update")
	}
	if u.options.ArrayFilters != nil {
		return errcode.New(errcode.FailedToParse, "arrayFilters may not be specified for replacement-style updates")
	}
	if doc == nil {
		doc = bson.D{}
	}
	u.replacement = doc
	return nil
}

func (u *Update) parseOperators(doc bson.D) error {
	if err := u.parseArrayFilters(); err != nil {
		return err
	}
	for _, f := range doc {
		if err := u.parseOperator(f.Key, f.Value); err != nil {
			return err
		}
	}
	if err := u.checkFiltersUsed(); err != nil {
		return err
	}
	slices.SortStableFunc(u.operations, func(a, b operation) int { return comparePaths(a.parts, b.parts) })
	return u.checkConflicts()
}

// Apply returns the document after the update.
func (u *Update) Apply(t Target) (bson.D, error) {
	switch {
	case u.pipeline != nil:
		return u.applyPipeline(t)
	case u.replacement != nil:
		return u.applyReplacement(t)
	}
	doc := t.Doc
	touched := map[string]bool{}
	for _, op := range u.operations {
		var err error
		if doc, err = u.applyOperation(op, doc, t, touched); err != nil {
			return nil, err
		}
	}
	return doc, checkID(t, doc)
}

func (u *Update) applyOperation(op operation, doc bson.D, t Target, touched map[string]bool) (bson.D, error) {
	if op.onlyOnInsert && !t.Insert {
		return doc, nil
	}
	at := &place{update: u, op: &op, target: t, root: doc, touched: touched}
	if op.rename != nil {
		return at.applyRename(doc)
	}
	changed, err := at.walk(doc, 0)
	if err != nil {
		return nil, err
	}
	return changed.(bson.D), nil
}

// checkID keeps _id fixed: an update may set it to the very same value only.
func checkID(t Target, after bson.D) error {
	before, now := value.Get(t.Doc, "_id"), value.Get(after, "_id")
	if value.IsMissing(before) && t.Insert {
		return nil
	}
	if !identical(before, now) {
		return errcode.New(errcode.ImmutableField, "Performing an update on the path '_id' would modify the immutable field '_id'")
	}
	return nil
}

// applyReplacement puts the replacement in place of a document and fills in
// timestamps that are all zero.
func (u *Update) applyReplacement(t Target) (bson.D, error) {
	out := make(bson.D, 0, len(u.replacement)+1)
	for _, f := range u.replacement {
		if strings.HasPrefix(f.Key, "$") && !t.Insert {
			return nil, errcode.New(errcode.DollarPrefixedFieldName, "The dollar ($) prefixed field '%s' in '%s' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.", f.Key, f.Key)
		}
		if f.Value == (bson.Timestamp{}) && f.Key != "_id" {
			f.Value = u.options.Timestamp()
		}
		out = append(out, f)
	}
	return replace(t.Doc, out)
}

// replace returns the document that takes the place of another: with the other's
// _id, unless it brings one that compares as equal, and with _id first.
func replace(before, after bson.D) (bson.D, error) {
	id, brought := value.Get(before, "_id"), value.Get(after, "_id")
	switch {
	case value.IsMissing(id):
	case value.IsMissing(brought):
		return append(bson.D{{Key: "_id", Value: id}}, after...), nil
	case !value.Equal(brought, id):
		return nil, errcode.New(errcode.ImmutableField, "After applying the update, the (immutable) field '_id' was found to have been altered to _id: %s", value.String(brought))
	}
	return IDFirst(after), nil
}

// identical reports whether two values have the same bytes.
func identical(a, b any) bool {
	if value.IsMissing(a) || value.IsMissing(b) {
		return value.IsMissing(a) && value.IsMissing(b)
	}
	x, errX := value.Encode(bson.D{{Key: "", Value: a}})
	y, errY := value.Encode(bson.D{{Key: "", Value: b}})
	return errX == nil && errY == nil && string(x) == string(y)
}
