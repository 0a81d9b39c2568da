package example

import (
	"encoding/binary"
	"math"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// splitmix is the generator SplitMix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", 2014): the same seed gives the same data
// everywhere and for ever. Values are drawn in the order of the template's
// keys, document after document.
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below gives next modulo n.
func (s *splitmix) below(n uint64) uint64 { return s.next() % n }

// draw is what the making of one document knows.
type draw struct {
	random  splitmix
	machine uint64 // the first number drawn: five bytes of every ObjectId
	index   int    // of the document, or of the element that $$repeat makes, from 0
	left    int    // how many bytes $$repeat may still make
}

// elementCost is how many bytes an element that $$repeat makes counts for: its
// size in memory, not in BSON.
const elementCost = 64

// template makes a value of a generated document.
type template func(*draw) any

// makers gives the objects of a template that stand for a generated value.
func (r *reader) makers() map[string]func(*ejson.Value) template {
	return map[string]func(*ejson.Value) template{
		"$$index":    r.indexMaker,
		"$$int":      r.intMaker,
		"$$date":     r.dateMaker,
		"$$objectId": r.objectIDMaker,
		"$$pick":     r.pickMaker,
		"$$repeat":   r.repeatMaker,
	}
}

func (r *reader) template(v *ejson.Value) template {
	if key := firstKey(v); strings.HasPrefix(key, "$$") {
		return r.maker(v, key)
	}
	switch {
	case v.Kind == ejson.String && r.makers()[v.Text] != nil:
		r.tell(v.Start, `write { "$$index": 1 }`, "%q in a string does not generate anything", v.Text)
		return nothing
	case v.Kind == ejson.Array:
		return r.arrayTemplate(v)
	case v.Kind == ejson.Object && !strings.HasPrefix(firstKey(v), "$"):
		return r.objectTemplate(v)
	}
	value := r.value(v)
	return func(*draw) any { return value }
}

func firstKey(v *ejson.Value) string {
	if len(v.Members) == 0 {
		return ""
	}
	return v.Members[0].Key
}

func (r *reader) arrayTemplate(v *ejson.Value) template {
	items := r.templates(v.Items)
	return func(d *draw) any {
		array := make(bson.A, len(items))
		for i, item := range items {
			array[i] = item(d)
		}
		return array
	}
}

func (r *reader) objectTemplate(v *ejson.Value) template {
	values := make([]template, len(v.Members))
	for i, m := range v.Members {
		if strings.ContainsRune(m.Key, 0) {
			r.tell(m.Start, "BSON has no such keys", "a key holds the character NUL")
		}
		values[i] = r.template(m.Value)
	}
	return func(d *draw) any {
		document := make(bson.D, len(values))
		for i, value := range values {
			document[i] = bson.E{Key: v.Members[i].Key, Value: value(d)}
		}
		return document
	}
}

func (r *reader) templates(values []*ejson.Value) []template {
	made := make([]template, len(values))
	for i, v := range values {
		made[i] = r.template(v)
	}
	return made
}

// nothing stands for a template that has a mistake.
func nothing(*draw) any { return nil }

func (r *reader) maker(v *ejson.Value, key string) template {
	read := r.makers()[key]
	switch {
	case read == nil:
		r.tell(v.Start, unknownHint(key, sortedKeys(r.makers())), "%q does not generate anything", key)
	case len(v.Members) != 1:
		r.tell(v.Start, "", "an object with %q has no other keys", key)
	default:
		return read(v.Members[0].Value)
	}
	return nothing
}

// indexMaker reads {"$$index": n}: n in the first document, n + 1 in the next.
// Inside of $$repeat, elements count instead of documents; the same for dates
// and ObjectIds.
func (r *reader) indexMaker(v *ejson.Value) template {
	first, _ := r.integer(v, `"$$index"`, 0, math.MaxInt32-maxGenerated)
	return func(d *draw) any { return int32(first) + int32(d.index) }
}

// intMaker reads {"$$int": {"min": …, "max": …}}: an int32 between the two.
func (r *reader) intMaker(v *ejson.Value) template {
	if !r.object(v, `"$$int"`, "min! max!") {
		return nothing
	}
	low, lowOK := r.integer(v.Get("min"), `"min"`, math.MinInt32, math.MaxInt32)
	high, highOK := r.integer(v.Get("max"), `"max"`, math.MinInt32, math.MaxInt32)
	if !lowOK || !highOK || high < low {
		if lowOK && highOK {
			r.tell(v.Start, "", `"max" is less than "min"`)
		}
		return nothing
	}
	return func(d *draw) any { return int32(low + int64(d.random.below(uint64(high-low+1)))) }
}

// dateMaker reads {"$$date": {"start": {"$date": …}, "step": {"minutes": 10}}}:
// start in the first document, a step later in the next.
func (r *reader) dateMaker(v *ejson.Value) template {
	at, ok := r.clock(v, `"$$date"`)
	if !ok {
		return nothing
	}
	return func(d *draw) any { return bson.DateTime(at(d.index)) }
}

// objectIDMaker reads {"$$objectId": …} with the arguments of $$date. Its
// seconds are that date's; then come five bytes of the seed and the index.
func (r *reader) objectIDMaker(v *ejson.Value) template {
	at, ok := r.clock(v, `"$$objectId"`)
	if !ok {
		return nothing
	}
	return func(d *draw) any {
		var id bson.ObjectID
		binary.BigEndian.PutUint64(id[4:], d.machine<<24|uint64(d.index))
		binary.BigEndian.PutUint32(id[:4], uint32(at(d.index)/1000))
		return id
	}
}

// units are the parts of a step in milliseconds.
var units = map[string]int64{"days": 86_400_000, "hours": 3_600_000, "minutes": 60_000, "seconds": 1000, "milliseconds": 1}

// clock reads start and step and gives the milliseconds of each index.
func (r *reader) clock(v *ejson.Value, what string) (at func(index int) int64, ok bool) {
	if !r.object(v, what, "start! step!") {
		return nil, false
	}
	start, ok := r.value(v.Get("start")).(bson.DateTime)
	if !ok {
		r.tell(v.Get("start").Start, `write { "$date": "2026-03-14T09:30:00Z" }`, `"start" is not a date`)
	}
	step, stepOK := r.step(v.Get("step"))
	return func(index int) int64 { return int64(start) + int64(index)*step }, ok && stepOK
}

func (r *reader) step(v *ejson.Value) (milliseconds int64, ok bool) {
	if !r.object(v, `"step"`, "days hours minutes seconds milliseconds") {
		return 0, false
	}
	for _, m := range v.Members {
		n, ok := r.integer(m.Value, `"`+m.Key+`"`, 0, int64(time.Hour/time.Millisecond))
		if !ok {
			return 0, false
		}
		milliseconds += n * units[m.Key]
	}
	return milliseconds, true
}

// pickMaker reads {"$$pick": [a, b, …]}: one of them.
func (r *reader) pickMaker(v *ejson.Value) template {
	items := r.templates(r.array(v, `"$$pick"`))
	if len(items) == 0 {
		r.tell(v.Start, "", `"$$pick" has nothing to pick from`)
		return nothing
	}
	return func(d *draw) any { return items[d.random.below(uint64(len(items)))](d) }
}

// repeatMaker reads {"$$repeat": {"count": n, "value": v}}: an array of n
// values, or if v is a string, that string n times over.
func (r *reader) repeatMaker(v *ejson.Value) template {
	if !r.object(v, `"$$repeat"`, "count! value!") {
		return nothing
	}
	count, ok := r.integer(v.Get("count"), `"count"`, 0, 1<<24)
	value := v.Get("value")
	switch {
	case !ok:
		return nothing
	case value.Kind == ejson.String:
		return repeatString(value.Text, int(count))
	}
	return repeat(r.template(value), int(count))
}

func repeatString(text string, count int) template {
	return func(d *draw) any {
		if d.left -= count * len(text); d.left < 0 {
			return nil
		}
		return strings.Repeat(text, count)
	}
}

func repeat(item template, count int) template {
	return func(d *draw) any {
		outer := d.index
		defer func() { d.index = outer }()
		array := bson.A{}
		for d.index = 0; d.index < count; d.index++ {
			if d.left -= elementCost; d.left < 0 {
				return nil
			}
			array = append(array, item(d))
		}
		return array
	}
}
