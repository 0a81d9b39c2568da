package pipeline

import (
	"math"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var bucketAutoStage = &Stage{
	Name: "$bucketAuto", State: support.Done,
	Options: strings.Fields("groupBy buckets output granularity"),
	Reach:   ReachDocuments, Order: OrderFixed, Documents: DocumentsMade, Narrows: true,
	parse: parseBucketAuto,
}

// bucketAutoSpec cuts the sorted values into buckets of near equal count; equal
// values stay together.
type bucketAutoSpec struct {
	groupSpec
	by       *expr.Expr
	buckets  int
	rounding *granularity // nil for bounds as they are
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
		case "granularity":
			b.rounding, err = parseGranularity(f.Value)
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
		if b.rounding != nil {
			if err := b.rounding.check(v); err != nil {
				return nil, err
			}
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
	var lower any // the upper bound of the bucket before, if bounds are rounded
	for len(rows) > 0 {
		made, err := b.next(r, rows, lower, size, len(out) == b.buckets-1)
		if err != nil {
			return nil, err
		}
		doc, err := b.bucket(r, rows[:made.n], made)
		if err != nil {
			return nil, err
		}
		out = append(out, doc)
		rows, lower = rows[made.n:], made.upper
	}
	return out, nil
}

// interval is a bucket: the first n of the rows that are left, and its bounds.
type interval struct {
	n            int
	lower, upper any
}

// next cuts off a bucket; its upper bound is the next bucket's lower one, or for the
// last its greatest value.
func (b *bucketAutoSpec) next(r *execution, rows []sortedDocument, lower any, size int, last bool) (interval, error) {
	if b.rounding != nil {
		return b.rounded(rows, lower, size, last)
	}
	n := cut(r.collation, rows, size, last)
	if n < len(rows) {
		return interval{n, rows[0].v, rows[n].v}, nil
	}
	return interval{n, rows[0].v, rows[n-1].v}, nil
}

// rounded cuts off a bucket whose bounds are rounded outwards: values below the upper
// one belong to it too.
func (b *bucketAutoSpec) rounded(rows []sortedDocument, lower any, size int, last bool) (made interval, err error) {
	made = interval{min(size, len(rows)), lower, nil}
	if last {
		made.n = len(rows)
	}
	if lower == nil {
		if made.lower, err = b.rounding.down(rows[0].v); err != nil {
			return made, err
		}
	}
	greatest := rows[made.n-1].v
	if made.upper, err = b.rounding.up(greatest); err != nil {
		return made, err
	}
	for made.n < len(rows) && value.CompareNumbers(made.upper, rows[made.n].v) > 0 {
		made.n++
	}
	if made.n == len(rows) || value.ToDouble(greatest) != 0 {
		return made, nil
	}
	if value.ToDouble(rows[made.n].v) == 0 { // versions of the server differ
		return made, errcode.NotImplemented("$bucketAuto.granularity where zeros fall into two buckets")
	}
	made.upper, err = b.rounding.down(rows[made.n].v)
	return made, err
}

// cut returns the number of rows in the next bucket.
func cut(collation *value.Collation, rows []sortedDocument, size int, last bool) int {
	if last || size >= len(rows) {
		return len(rows)
	}
	for size < len(rows) && collation.Equal(rows[size-1].v, rows[size].v) {
		size++
	}
	return size
}

// bucket makes the document of a bucket with these rows.
func (b *bucketAutoSpec) bucket(r *execution, rows []sortedDocument, of interval) (bson.D, error) {
	at, err := b.begin(r, bson.D{{Key: "min", Value: of.lower}, {Key: "max", Value: of.upper}})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if err := at.add(r, row.doc); err != nil {
			return nil, err
		}
	}
	return b.document(r, at), nil
}
