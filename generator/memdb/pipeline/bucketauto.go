package pipeline

import (
	"math"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

var bucketAutoStage = &Stage{
	Name: "$bucketAuto", State: support.Done,
	Options:        strings.Fields("groupBy buckets output"),
	RefusedOptions: strings.Fields("granularity"),
	Reach:          ReachDocuments, Order: OrderFixed, Documents: DocumentsMade, Narrows: true,
	parse: parseBucketAuto,
}

// bucketAutoSpec cuts the sorted values into buckets of near equal count; equal
// values stay together.
type bucketAutoSpec struct {
	groupSpec
	by      *expr.Expr
	buckets int
}

func parseBucketAuto(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 40240, "$bucketAuto")
	if err != nil {
		return parsedStage{}, err
	}
	b := &bucketAutoSpec{}
	b.fields = counting()
	for _, f := range spec {
		switch f.Key {
		case "groupBy":
			b.by, err = bucketBy(p, f.Value, 40239, "$bucketAuto")
		case "buckets":
			b.buckets, err = bucketCount(f.Value)
		case "output":
			err = b.output(p, f.Value, 40244, "$bucketAuto")
			if len(b.fields) == 0 { // measured by documentdb/functional-tests
				b.fields = counting()
			}
		default:
			err = errcode.New(40245, "Unrecognized option to $bucketAuto: %s", f.Key)
		}
		if err != nil {
			return parsedStage{}, err
		}
	}
	if b.by == nil || b.buckets == 0 {
		return parsedStage{}, errcode.New(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.")
	}
	return parsedStage{run: all(b.apply)}, nil
}

func bucketCount(v any) (int, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(40241, "The $bucketAuto 'buckets' field must be a numeric value, but found type: %s.", value.TypeName(v))
	}
	n, ok := value.Whole(v)
	if !ok || n > math.MaxInt32 || n < math.MinInt32 {
		return 0, errcode.New(40242, "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found %s.", value.String(v))
	}
	if n <= 0 {
		return 0, errcode.New(40243, "The $bucketAuto 'buckets' field must be greater than 0, but found: %d.", n)
	}
	return int(n), nil
}

type sortedDocument struct {
	v   any
	doc bson.D
}

func (b *bucketAutoSpec) apply(r *execution, docs []bson.D) ([]bson.D, error) {
	rows := make([]sortedDocument, len(docs))
	for i, doc := range docs {
		v, err := r.eval(b.by, doc)
		if err != nil {
			return nil, err
		}
		if value.IsNullish(v) {
			v = bson.Null{}
		}
		rows[i] = sortedDocument{v, doc}
	}
	shuffle(r, rows)
	slices.SortStableFunc(rows, func(x, y sortedDocument) int { return r.collation.Compare(x.v, y.v) })
	size := max(1, int(math.Round(float64(len(rows))/float64(b.buckets))))
	var out []bson.D
	for len(rows) > 0 {
		n := cut(r.collation, rows, size, len(out) == b.buckets-1)
		doc, err := b.bucket(r, rows, n)
		if err != nil {
			return nil, err
		}
		out = append(out, doc)
		rows = rows[n:]
	}
	return out, nil
}

// cut gives how many of the rows make the next bucket.
func cut(collation *value.Collation, rows []sortedDocument, size int, last bool) int {
	if last || size >= len(rows) {
		return len(rows)
	}
	for size < len(rows) && collation.Equal(rows[size-1].v, rows[size].v) {
		size++
	}
	return size
}

// bucket makes the document of the first n rows; its upper bound is the next
// bucket's lower one, or for the last its greatest value.
func (b *bucketAutoSpec) bucket(r *execution, rows []sortedDocument, n int) (bson.D, error) {
	upper := rows[n-1].v
	if n < len(rows) {
		upper = rows[n].v
	}
	at, err := b.begin(r, bson.D{{Key: "min", Value: rows[0].v}, {Key: "max", Value: upper}})
	if err != nil {
		return nil, err
	}
	for _, row := range rows[:n] {
		if err := at.add(r, row.doc); err != nil {
			return nil, err
		}
	}
	return b.document(r, at), nil
}
