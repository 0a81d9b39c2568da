package weigh

import (
	"math"

	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// Sketch is a relationship between parents and their parts that has not been built
// yet. What models of it cost follows from the sizes by the arithmetic of BSON, of the
// key format of indexes and of pages, for documents such as these:
//
//	{ _id, …, parts: [{ _id, value, … }] }       a parent with its parts, or copies of them
//	{ _id, value, …, parent }                     a part of one parent
//	{ _id, parent, count, parts: [part, part] }   a bucket of at most 16 KiB
//
// Each _id and parent is an ObjectId, value is what changes and has eight bytes, count is
// an int32, and what reads look for is indexed: the parent, and the parts' _id.
// site/scripts/sketch.js computes the same. A test of generator/build runs
// examples of these documents and holds both to what they cost.
type Sketch struct {
	Parts   float64 // of one parent
	Part    float64 // bytes of a part, of which
	Copied  float64 // are copied into the parent by a model that copies
	Parent  float64 // bytes of a parent without its parts
	Parents float64
	Sharing float64 // parents that have the same part
}

// DefaultSketch is the one that a page shows until readers enter their own, and
// DefaultSketchRates are how often its questions are asked in a day, in their order.
var (
	DefaultSketch      = Sketch{Parts: 40, Part: 300, Copied: 50, Parent: 500, Parents: 200_000, Sharing: 1}
	DefaultSketchRates = []float64{2_000_000, 5_000_000, 1_000_000, 500_000, 200_000}
)

var (
	// SketchModels are the names of a sketch's models, in their order.
	SketchModels = []string{"embed", "reference", "copy", "bucket"}
	// SketchQuestions are the ids of its questions: a parent is read with its parts, a
	// parent without them, a part alone; a part changes in what all of its parents
	// show; a part is added to all of its parents.
	SketchQuestions = []string{"with-parts", "without-parts", "part-alone", "change", "add"}
)

// SketchSize is one of the sizes of a sketch: the name by which links know it, its value
// and the bounds within which readers enter theirs.
type SketchSize struct {
	Name             string
	Value, Low, High float64
}

// Sizes returns the sizes, in the order in which a page asks for them.
func (s Sketch) Sizes() []SketchSize {
	return []SketchSize{
		{"parts", s.Parts, 1, 1e6}, {"part", s.Part, 50, 1e6}, {"copied", s.Copied, 15, 1e6},
		{"parent", s.Parent, 30, 1e6}, {"parents", s.Parents, 1, 1e9}, {"sharing", s.Sharing, 1, 1e5},
	}
}

// Weigh weighs the models of a sketch, also with fewer and with more parts of a parent,
// as long as no model becomes impossible that is possible now.
func (s Sketch) Weigh(questions []Question, costs CostModel) (*Weighing, BySize) {
	at := func(parts float64) *Weighing {
		now := s
		now.Parts = parts
		return &Weighing{Questions: questions, Models: now.models(), CostModel: costs}
	}
	w := at(s.Parts)
	by := BySize{IsWhole: true}
	add := func(parts float64) {
		now := at(parts)
		for i, m := range now.Models {
			if m.IsImpossible && !w.Models[i].IsImpossible {
				return
			}
		}
		by.Sizes, by.At = append(by.Sizes, parts), append(by.At, now)
	}
	before := 0.0
	for power := 1.0; power <= 1e6; power *= 10 {
		for _, parts := range []float64{power, 2 * power, 5 * power} {
			if before < s.Parts && s.Parts < parts {
				add(s.Parts)
			}
			if parts <= 1e6 {
				add(parts)
			}
			before = parts
		}
	}
	return w, by
}

// SketchWorkload returns how often the questions of a sketch are asked, until readers
// enter their own rates.
func SketchWorkload() *guide.Workload {
	w := &guide.Workload{Data: 1}
	for i, id := range SketchQuestions {
		w.Rates = append(w.Rates, guide.Rate{ID: id, Times: DefaultSketchRates[i], Period: guide.Periods[1]})
	}
	return w
}

// Bytes of BSON, and of a key of an index.
const (
	emptyDocument  = 5
	idField        = 17 // _id, an ObjectId
	parentField    = 20
	partsField     = 12 // parts, an empty array
	countField     = 11
	bucketFields   = emptyDocument + idField + parentField + countField + partsField
	elementFields  = 2 // of an element beside its position and its value
	objectID       = 12
	largestBucket  = 16 << 10
	largestInBSON  = 16 << 20 // a document
	idKey          = 14
	changedLog     = 69 // of $set of value, with the _id of the document
	changedPartLog = 94 // the same in an element, without its position
	pushLog        = 66 // of $push, without the element and its position
	countLog       = 19 // of $inc of count beside that
)

// models returns what each model costs, in the order of SketchModels.
func (s Sketch) models() []Model {
	n, part, parents := s.Parts, s.Part, s.Parents
	sharing := math.Min(s.Sharing, parents)
	parts := parents * n / sharing // each counted once
	inParent := func(each float64) float64 { return s.Parent + partsField + elements(n, each) }
	onParent := index(parents, parents)
	meanDigits := digitsBelow(n) / n

	embedded := inParent(part)
	read := find(1, embedded, parents, true)
	embed := Model{
		Documents: parents * embedded, Indexes: onParent + index(parents*n, parents),
		Amounts: []Amounts{
			read.with(Commands, 1), read.with(Commands, 1), read.with(Commands, 1),
			find(sharing, embedded, parents, true).with(Commands, 1).writing(sharing, 0, sharing*(changedPartLog+meanDigits)),
			find(sharing, embedded, parents, false).with(Commands, 1).writing(sharing, sharing, sharing*(pushLog+digits(n)+part)),
		},
		RoundTrips: []float64{1, 1, 1, 1, 1}, IsImpossible: embedded > largestInBSON,
	}

	// A part of one parent refers to it. Parts of several are listed by each parent.
	referring, listing, trips := part+parentField, s.Parent, 1.0
	if sharing > 1 {
		referring, listing, trips = part, inParent(objectID), 2
	}
	readParent, readPart := find(1, listing, parents, true), find(1, referring, parts, true)
	reference := Model{
		Documents: parents*listing + parts*referring, Indexes: onParent + index(parts, parts),
		Amounts: []Amounts{
			readParent.plus(find(n, referring, parts, sharing == 1)).with(Commands, 1+batches(n, referring)), readParent.with(Commands, 1), readPart.with(Commands, 1),
			readPart.with(Commands, 1).writing(1, 0, changedLog),
			Amounts{}.with(Commands, trips).writing(1, 1, referring),
		},
		RoundTrips: []float64{trips - 1 + batches(n, referring), 1, 1, 1, trips}, IsImpossible: listing > largestInBSON,
	}
	if add := &reference.Amounts[4]; sharing > 1 {
		*add = add.plus(find(sharing, listing, parents, false)).writing(sharing, 0, sharing*(pushLog+digits(n)+objectID))
	} else {
		*add = add.with(EntriesWritten, 1) // of the index on parent
		reference.Indexes += index(parts, parts)
	}

	copied := emptyDocument + idField + s.Copied
	copying := inParent(copied)
	read, readPart = find(1, copying, parents, true), find(1, part, parts, true)
	copies := Model{
		Documents: parents*copying + parts*part, Indexes: onParent + index(parents*n, parents) + index(parts, parts),
		Amounts: []Amounts{
			read.with(Commands, 1), read.with(Commands, 1), readPart.with(Commands, 1),
			readPart.plus(find(sharing, copying, parents, true)).with(Commands, 2).writing(1+sharing, 0, changedLog+sharing*(changedPartLog+meanDigits)),
			find(sharing, copying, parents, false).with(Commands, 2).writing(1+sharing, 1+sharing, part+sharing*(pushLog+digits(n)+copied)),
		},
		RoundTrips: []float64{1, 1, 1, 2, 2}, IsImpossible: copying > largestInBSON,
	}

	fits := partsOfBucket(part)
	full, rest := math.Floor(n/fits), math.Mod(n, fits)
	ofParent := full + math.Min(rest, 1)
	most := math.Min(fits, n)
	appends := (most - 1) / most // the share of parts for which there is room in a bucket
	sizeOf := func(parts float64) float64 { return bucketFields + elements(parts, part) }
	all := full*sizeOf(fits) + math.Min(rest, 1)*sizeOf(rest)
	ofPart := (full*fits*sizeOf(fits) + rest*sizeOf(rest)) / n // the bucket that has a part
	buckets := parents * ofParent
	positions := (full*digitsBelow(fits) + digitsBelow(rest)) / n
	countKey := 2.0
	if most > 127 {
		countKey = 3
	}
	readParent, read = find(1, s.Parent, parents, true), find(ofParent, all/ofParent, buckets, true)
	bucketed := Model{
		Documents: parents * (s.Parent + all), Indexes: onParent + 2*index(buckets, buckets) + buckets*countKey + index(parents*n, buckets),
		Amounts: []Amounts{
			readParent.plus(read).with(Commands, 1+batches(ofParent, all/ofParent)), readParent.with(Commands, 1), find(1, ofPart, buckets, true).with(Commands, 1),
			find(sharing, ofPart, buckets, true).with(Commands, 1).writing(sharing, 0, sharing*(changedPartLog+positions)),
			find(1, (bucketFields+sizeOf(most))/2, buckets, true).times(sharing*appends).with(Commands, 1).writing(sharing, 3*sharing,
				sharing*(appends*(pushLog+countLog+positions+part)+(1-appends)*(bucketFields+elementFields+1+part))),
		},
		RoundTrips: []float64{batches(ofParent, all/ofParent), 1, 1, 1, 1},
	}
	models := []Model{embed, reference, copies, bucketed}
	for i := range models {
		models[i].Name = SketchModels[i]
	}
	return models
}

// find returns what it takes to find n documents of a size by an index, among so many,
// each with one entry: entries that lie together in it, or anywhere, where the server
// also examines the entry after each. The documents lie anywhere.
func find(n, size, among float64, isTogether bool) Amounts {
	keys, entries := n, pagesFor(n*entryBytes(among), example.IndexPage)
	if !isTogether && n > 1 {
		keys, entries = 2*n, onPages(n, entryBytes(among), among, example.IndexPage)
	}
	return Amounts{Keys: keys, DocumentsRead: n, KiBRead: n * size / 1024, Pages: entries + onPages(n, size, among, example.RecordPage)}
}

// PartsOfBucket returns how many parts of a size a bucket has at most.
func PartsOfBucket(part float64) int { return int(partsOfBucket(part)) }

func partsOfBucket(part float64) float64 {
	return math.Max(1, math.Floor((largestBucket-bucketFields)/(part+elementFields+3)))
}

// batches returns in how many replies a find returns n documents: the first has at most
// 101 of them, each further one as many as 16 MiB hold. A first one that is full is
// followed by another, which may be empty.
func batches(n, size float64) float64 {
	return 1 + math.Ceil(math.Max(0, n-100)*size/largestInBSON)
}

func (a Amounts) with(unit Unit, more float64) Amounts {
	a[unit] += more
	return a
}

func (a Amounts) writing(documents, entries, oplogBytes float64) Amounts {
	return a.with(DocumentsWritten, documents).with(EntriesWritten, entries).with(OplogKiB, oplogBytes/1024)
}

// index returns the bytes of an index on ObjectIds that lead to so many documents.
func index(entries, documents float64) float64 { return entries * entryBytes(documents) }

// entryBytes returns those of an ObjectId as a key, and of the id of the last of so many
// records.
func entryBytes(records float64) float64 {
	size := idKey + 2.0
	for ; records >= 1024; records /= 256 {
		size++
	}
	return size
}

func pagesFor(bytes, page float64) float64 { return math.Max(1, math.Ceil(bytes/page)) }

// onPages returns on how many pages of so many bytes n things lie, anywhere among so many.
func onPages(n, size, among, page float64) float64 {
	return math.Min(n*pagesFor(size, page), pagesFor(among*size, page))
}

// elements returns the bytes of n elements of an array.
func elements(n, each float64) float64 { return n*(elementFields+each) + digitsBelow(n) }

// digits returns how many a position has.
func digits(n float64) float64 {
	count := 1.0
	for power := 10.0; power <= n; power *= 10 {
		count++
	}
	return count
}

// digitsBelow returns how many the positions below n have together.
func digitsBelow(n float64) float64 {
	sum := n
	for power := 10.0; power < n; power *= 10 {
		sum += n - power
	}
	return sum
}
